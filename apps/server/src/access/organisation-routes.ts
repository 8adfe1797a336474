import * as contract from '@bowerbird/contract/team/organisation';
import type { OwnerDb } from '../db/database.ts';
import { type Call, serve } from '../http/serve.ts';
import { addPart, findParts, movePart, removePart, renamePart } from './organisation.ts';
import { changeOwnTenant, inOwnTenant, type Tenant } from './tenant.ts';

export const organisationRoutes = [
  serve(contract.getOrganisation, async (_input, call) => inOwnTenant(call, findParts)),
  serve(contract.addOrganisationNode, async ({ body }, call) =>
    changed(call, (db, tenant) => addPart(db, tenant, body.parentId, body.name)),
  ),
  serve(contract.renameOrganisationNode, async ({ params, body }, call) =>
    changed(call, (db, tenant) => renamePart(db, tenant, params.id, body.name)),
  ),
  serve(contract.moveOrganisationNode, async ({ params, body }, call) =>
    changed(call, (db, tenant) => movePart(db, tenant, params.id, body)),
  ),
  serve(contract.deleteOrganisationNode, async ({ params, query }, call) =>
    changed(call, (db, tenant) => removePart(db, tenant, params.id, query.moveUp === 'yes')),
  ),
];

/** Makes one change of the tree and returns the tree after it. */
function changed(call: Call, change: (db: OwnerDb, tenant: Tenant) => Promise<void>) {
  return changeOwnTenant(call, async (db, tenant) => {
    await change(db, tenant);
    return await findParts(db, tenant);
  });
}
