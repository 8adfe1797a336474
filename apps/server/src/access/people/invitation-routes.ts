import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/team/invitations';
import { serve } from '../../http/serve.ts';
import { changeOwnTenant, inOwnTenant } from '../tenant.ts';
import { readInvitation, takeInvitation } from './accept-invitation.ts';
import { findInvitations, invite, sendAgain, withdraw } from './invitations.ts';

export const invitationRoutes = [
  serve(contract.listInvitations, async (_input, call) =>
    inOwnTenant(call, (db, tenant) => findInvitations(db, tenant, call.services.clock.wall())),
  ),
  serve(contract.invitePeople, async ({ body }, call) => invite(call, body)),
  serve(contract.resendInvitation, async ({ params }, call) => {
    await sendAgain(call, params.id);
    const [sent] = await inOwnTenant(call, (db, tenant) =>
      findInvitations(db, tenant, call.services.clock.wall(), params.id),
    );
    if (!sent) {
      throw new AppError('not-found', `invitation ${params.id}`);
    }
    return sent;
  }),
  serve(contract.withdrawInvitation, async ({ params }, call) => {
    await changeOwnTenant(call, (db, tenant) => withdraw(db, tenant, params.id));
    return { withdrawn: true as const };
  }),
  serve(contract.openInvitation, async ({ body }, { services }) => readInvitation(services, body.token)),
  serve(contract.acceptInvitation, async ({ body }, call) => takeInvitation(call, body.token, body)),
];
