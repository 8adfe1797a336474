import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/invitations';
import { serve } from '../http/serve.ts';
import { readInvitation, takeInvitation } from './accept-invitation.ts';
import { changeOwnHouse, inOwnHouse } from './house.ts';
import { findInvitations, invite, sendAgain, withdraw } from './invitations.ts';

export const invitationRoutes = [
  serve(contract.listInvitations, async (_input, call) =>
    inOwnHouse(call, (db, house) => findInvitations(db, house, call.services.clock.wall())),
  ),
  serve(contract.invitePeople, async ({ body }, call) => invite(call, body)),
  serve(contract.resendInvitation, async ({ params }, call) => {
    await sendAgain(call, params.id);
    const [sent] = await inOwnHouse(call, (db, house) =>
      findInvitations(db, house, call.services.clock.wall(), params.id),
    );
    if (!sent) {
      throw new AppError('not-found', `invitation ${params.id}`);
    }
    return sent;
  }),
  serve(contract.withdrawInvitation, async ({ params }, call) => {
    await changeOwnHouse(call, (db, house) => withdraw(db, house, params.id));
    return { withdrawn: true as const };
  }),
  serve(contract.openInvitation, async ({ body }, { services }) => readInvitation(services, body.token)),
  serve(contract.acceptInvitation, async ({ body }, call) => takeInvitation(call, body.token, body)),
];
