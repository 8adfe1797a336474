import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/team/people';
import { readIdCursor } from '../../http/id-cursor.ts';
import { type Call, serve } from '../../http/serve.ts';
import { inOwnTenant } from '../tenant.ts';
import { findPeople, toPerson } from './people.ts';
import { changePerson, removePerson, setMerchantStatus, setPersonStatus } from './people-changes.ts';

export const peopleRoutes = [
  serve(contract.listPeople, async ({ query }, call) => {
    const limit = Math.max(1, Math.min(query.limit ?? 50, 200));
    const cursor = readIdCursor(query.cursor);
    const { rows, total } = await inOwnTenant(call, (db, tenant) =>
      findPeople(db, tenant, { ...query, cursor, limit }),
    );
    return {
      items: rows.map((row) => toPerson(row, call.user)),
      total,
      totalIsEstimate: false,
      nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    };
  }),
  serve(contract.updatePerson, async ({ params, body }, call) =>
    toPerson(await changePerson(call, params.id, body), call.user),
  ),
  serve(contract.enablePerson, async ({ params }, call) =>
    toPerson(await setPersonStatus(call, params.id, 'active'), call.user),
  ),
  serve(contract.disablePerson, async ({ params }, call) =>
    toPerson(await setPersonStatus(call, params.id, 'disabled'), call.user),
  ),
  serve(contract.deletePerson, async ({ params }, call) => {
    await removePerson(call, params.id);
    return { deleted: true as const };
  }),
  serve(contract.freezeMerchant, async ({ params, body }, call) => {
    requireSight(call, params.id);
    await setMerchantStatus(call, params.id, 'frozen', body.reason);
    return { id: params.id, status: 'frozen' as const, reason: body.reason };
  }),
  serve(contract.unfreezeMerchant, async ({ params }, call) => {
    requireSight(call, params.id);
    await setMerchantStatus(call, params.id, 'active', null);
    return { id: params.id, status: 'active' as const, reason: null };
  }),
];

/** Throws unless the caller is an administrator: to anybody else no merchant exists, not even their own. */
function requireSight({ user }: Call, merchantId: string): void {
  if (user.ownerId !== null) {
    throw new AppError('not-found', `merchant ${merchantId}`);
  }
}
