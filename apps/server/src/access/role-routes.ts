import * as contract from '@bowerbird/contract/roles';
import { type Call, type Served, serve } from '../http/serve.ts';
import { changeOwnHouse, inOwnHouse } from './house.ts';
import { type Called, matrixFor, permissionReference } from './matrix.ts';
import { navigationFor } from './navigation-edits.ts';
import { getRole, missingIn, settled } from './reach.ts';
import {
  addRole,
  changeRole,
  countHolders,
  findRoles,
  removeRole,
  setRoleStatus,
  toRole,
} from './role-queries.ts';

/** @param served every call of this server: what there is to allow is read from them */
export function roleRoutes(served: () => readonly Called[]): Served[] {
  return [
    serve(contract.listRoles, async (_input, call) =>
      inOwnHouse(call, async (db, house) => {
        const roles = await findRoles(db, house);
        const holders = await countHolders(db, house);
        return {
          roles: roles.map((role) => toRole(role, holders.get(role.id) ?? 0, call.user)),
          matrix: matrixFor(call.user, roles, served()),
        };
      }),
    ),
    serve(contract.createRole, async ({ body }, call) =>
      changeOwnHouse(call, async (db, house) => {
        const id = await addRole(db, call.user, house, body);
        return toRole(await getRole(db, house, id), 0, call.user);
      }),
    ),
    serve(contract.updateRole, async ({ params, body }, call) =>
      changed(call, params.id, (db, house) => changeRole(db, call.user, house, params.id, body)),
    ),
    serve(contract.enableRole, async ({ params }, call) =>
      changed(call, params.id, (db, house) => setRoleStatus(db, call.user, house, params.id, 'active')),
    ),
    serve(contract.disableRole, async ({ params }, call) =>
      changed(call, params.id, (db, house) => setRoleStatus(db, call.user, house, params.id, 'disabled')),
    ),
    serve(contract.deleteRole, async ({ params, query }, call) =>
      changeOwnHouse(call, async (db, house) => {
        const moved = await removeRole(db, call.user, house, params.id, query.moveTo);
        return { deleted: true as const, moved };
      }),
    ),
    serve(contract.previewRole, async ({ params, body }, call) =>
      inOwnHouse(call, async (db, house) => {
        const role = await getRole(db, house, params.id);
        const wanted = settled(body.permissions);
        return {
          people: (await countHolders(db, house)).get(role.id) ?? 0,
          loses: missingIn(role.permissions, wanted),
          gains: missingIn(wanted, role.permissions),
        };
      }),
    ),
    serve(contract.seeAsRole, async ({ params }, call) => {
      const house = call.user.ownerId;
      const role = await inOwnHouse(call, (db) => getRole(db, house, params.id));
      const permissions = role.status === 'active' ? role.permissions : [];
      return await navigationFor(call.services, { ownerId: house, role: { permissions } }, call.language);
    }),
    serve(contract.listPermissions, async (_input, call) =>
      inOwnHouse(call, async (db, house) => permissionReference(await findRoles(db, house), served())),
    ),
  ];
}

/** One change of a role, and the role as it is then. */
function changed(
  call: Call,
  id: string,
  change: (...given: Parameters<Parameters<typeof changeOwnHouse<void>>[1]>) => Promise<void>,
) {
  return changeOwnHouse(call, async (db, house) => {
    await change(db, house);
    const holders = await countHolders(db, house);
    return toRole(await getRole(db, house, id), holders.get(id) ?? 0, call.user);
  });
}
