import * as contract from '@bowerbird/contract/security';
import type { Clock } from '../clock.ts';
import { type Served, serve } from '../http/serve.ts';
import { changeAddress, purposeOf } from './change-address.ts';
import { sendCode } from './codes.ts';
import { requirePassword, setPassword } from './own-password.ts';
import { languageFor } from './profile.ts';
import { getSecurity } from './security.ts';
import { endOtherSessions, endSessionById, listSessions } from './sessions.ts';
import { SignInTries } from './tries.ts';
import { beginTwoStep, confirmTwoStep, replaceRecoveryCodes, turnOffTwoStep } from './two-step-settings.ts';

/** How one guards one's own account. None of these is open to an API token. */
export function securityRoutes(clock: Clock): Served[] {
  const tries = new SignInTries(clock);
  return [
    serve(contract.getSecurity, async (_input, { user, services }) => getSecurity(services.db, user.id)),

    serve(contract.changePassword, async ({ body }, call) => {
      const { services, user } = call;
      await requirePassword(services, tries, { userId: user.id, password: body.present, what: 'password' });
      const language = await languageFor(services.db, user.id, call.language);
      const sessionsEnded = await services.db.transaction().execute(async (inside) => {
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
        return await endOtherSessions(inside, user.id, user.tokenHash);
      });
      return { changed: true as const, sessionsEnded };
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
      await requirePassword(services, tries, { userId: user.id, password: body.password, what: 'address' });
      await changeAddress(call, body, body.code);
      return await getSecurity(services.db, user.id);
    }),

    serve(contract.setUpTwoStep, async ({ body }, { services, user }) => {
      await requirePassword(services, tries, { userId: user.id, password: body.password, what: 'two-step' });
      return await beginTwoStep(services, user);
    }),
    serve(contract.confirmTwoStep, async ({ body }, { services, user }) => ({
      recoveryCodes: await confirmTwoStep(services, user.id, body.code),
    })),
    serve(contract.turnOffTwoStep, async ({ body }, { services, user }) => {
      await requirePassword(services, tries, { userId: user.id, password: body.password, what: 'off' });
      await turnOffTwoStep(services, user.id, body.code);
      return await getSecurity(services.db, user.id);
    }),
    serve(contract.renewRecoveryCodes, async ({ body }, { services, user }) => ({
      recoveryCodes: await replaceRecoveryCodes(services, user.id, body.code),
    })),

    serve(contract.listSessions, async (_input, { services, user }) =>
      listSessions(services.db, user.id, user.tokenHash),
    ),
    serve(contract.endSession, async ({ params }, { services, user }) => {
      await endSessionById(services.db, user.id, params.id);
      return { ended: true as const };
    }),
    serve(contract.endOtherSessions, async (_input, { services, user }) => ({
      ended: await endOtherSessions(services.db, user.id, user.tokenHash),
    })),
  ];
}
