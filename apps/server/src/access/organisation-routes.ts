import * as contract from '@bowerbird/contract/organisation';
import type { OwnerDb } from '../db/database.ts';
import { type Call, serve } from '../http/serve.ts';
import { changeOwnHouse, type House, inOwnHouse } from './house.ts';
import { addPart, findParts, movePart, removePart, renamePart } from './organisation.ts';

export const organisationRoutes = [
  serve(contract.getOrganisation, async (_input, call) => inOwnHouse(call, findParts)),
  serve(contract.addOrganisationNode, async ({ body }, call) =>
    changed(call, (db, house) => addPart(db, house, body.parentId, body.name)),
  ),
  serve(contract.renameOrganisationNode, async ({ params, body }, call) =>
    changed(call, (db, house) => renamePart(db, house, params.id, body.name)),
  ),
  serve(contract.moveOrganisationNode, async ({ params, body }, call) =>
    changed(call, (db, house) => movePart(db, house, params.id, body)),
  ),
  serve(contract.deleteOrganisationNode, async ({ params, query }, call) =>
    changed(call, (db, house) => removePart(db, house, params.id, query.moveUp === 'yes')),
  ),
];

/** One change of the tree, and the tree as it is then. */
function changed(call: Call, change: (db: OwnerDb, house: House) => Promise<void>) {
  return changeOwnHouse(call, async (db, house) => {
    await change(db, house);
    return await findParts(db, house);
  });
}
