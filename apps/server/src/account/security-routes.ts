import * as contract from '@bowerbird/contract/account/security';
import { recorded } from '../http/recorded.ts';
import { type Served, serve } from '../http/serve.ts';
import { changeAddress, purposeOf } from './change-address.ts';
import { sendCode } from './codes.ts';
import { refuseCommonPassword } from './passwords/common-passwords.ts';
import { endAccess } from './passwords/end-access.ts';
import { requirePassword, setPassword } from './passwords/own-password.ts';
import { languageFor } from './profile/profile.ts';
import { getSecurity } from './security.ts';
import { endOtherSessions, endSessionById, listSessions } from './sessions.ts';
import {
  beginTwoStep,
  confirmTwoStep,
  replaceRecoveryCodes,
  turnOffTwoStep,
} from './two-step/two-step-settings.ts';

/** Calls with which people secure their own account. None of these is open to an API token. */
export function securityRoutes(): Served[] {
  return [
    serve(contract.getSecurity, async (_input, { user, services }) => getSecurity(services.db, user.id)),

    serve(contract.changePassword, async ({ body }, call) => {
      const { services, user } = call;
      await refuseCommonPassword(body.password);
      await requirePassword(services, { userId: user.id, password: body.present });
      const language = await languageFor(services.db, user.id, call.language);
      const ended = await recorded(call, async (inside) => {
        await setPassword(inside, user.id, body.password);
        await services.messages.send(
          {
            channel: 'mail',
            to: user.email,
            template: 'password-changed',
            language,
            values: {},
            ownerId: user.ownerId,
          },
          inside,
        );
        return await endAccess(inside, user.id, { session: user.tokenHash, tokens: body.keep ?? [] });
      });
      return { changed: true as const, ended };
    }),

    serve(contract.sendAddressCode, async ({ body }, { services, user, language, request }) => {
      await sendCode(services, {
        purpose: purposeOf(body.channel),
        ...body,
        language,
        ownerId: user.ownerId,
        ip: request.ip,
      });
      return { sent: true as const };
    }),

    serve(contract.changeAddress, async ({ body }, call) => {
      const { services, user } = call;
      await requirePassword(services, { userId: user.id, password: body.password });
      await changeAddress(call, body, body.code);
      return await getSecurity(services.db, user.id);
    }),

    serve(contract.setUpTwoStep, async ({ body }, { services, user }) => {
      await requirePassword(services, { userId: user.id, password: body.password });
      return await beginTwoStep(services, user);
    }),
    serve(contract.confirmTwoStep, ({ body }, call) => confirmTwoStep(call, body.code)),
    serve(contract.turnOffTwoStep, async ({ body }, call) => {
      const { services, user } = call;
      await requirePassword(services, { userId: user.id, password: body.password });
      await turnOffTwoStep(call, body.code);
      return await getSecurity(services.db, user.id);
    }),
    serve(contract.renewRecoveryCodes, async ({ body }, call) => ({
      recoveryCodes: await replaceRecoveryCodes(call, body.code),
    })),

    serve(contract.listSessions, async (_input, { services, user }) =>
      listSessions(services.db, user.id, user.tokenHash),
    ),
    serve(contract.endSession, async ({ params }, call) => {
      await recorded(call, (db) => endSessionById(db, call.user.id, params.id));
      return { ended: true as const };
    }),
    serve(contract.endOtherSessions, async (_input, call) => ({
      ended: await recorded(call, (db) => endOtherSessions(db, call.user.id, call.user.tokenHash)),
    })),
  ];
}
