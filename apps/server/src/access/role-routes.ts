import * as contract from '@bowerbird/contract/team/roles';
import { type Call, type Served, serve } from '../http/serve.ts';
import { type Called, matrixFor, permissionReference } from './matrix.ts';
import { navigationFor } from './navigation/navigation-edits.ts';
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
import { changeOwnTenant, inOwnTenant } from './tenant.ts';

/** @param served every call of this server; the permissions that can be granted are read from them */
export function roleRoutes(served: () => readonly Called[]): Served[] {
  return [
    serve(contract.listRoles, async (_input, call) =>
      inOwnTenant(call, async (db, tenant) => {
        const roles = await findRoles(db, tenant);
        const holders = await countHolders(db, tenant);
        return {
          roles: roles.map((role) => toRole(role, holders.get(role.id) ?? 0, call.user)),
          matrix: matrixFor(call.user, roles, served()),
        };
      }),
    ),
    serve(contract.createRole, async ({ body }, call) =>
      changeOwnTenant(call, async (db, tenant) => {
        const id = await addRole(db, call.user, tenant, body);
        return toRole(await getRole(db, tenant, id), 0, call.user);
      }),
    ),
    serve(contract.updateRole, async ({ params, body }, call) =>
      changed(call, params.id, (db, tenant) => changeRole(db, call.user, tenant, params.id, body)),
    ),
    serve(contract.enableRole, async ({ params }, call) =>
      changed(call, params.id, (db, tenant) => setRoleStatus(db, call.user, tenant, params.id, 'active')),
    ),
    serve(contract.disableRole, async ({ params }, call) =>
      changed(call, params.id, (db, tenant) => setRoleStatus(db, call.user, tenant, params.id, 'disabled')),
    ),
    serve(contract.deleteRole, async ({ params, query }, call) =>
      changeOwnTenant(call, async (db, tenant) => {
        const moved = await removeRole(db, call.user, tenant, params.id, query.moveTo);
        return { deleted: true as const, moved };
      }),
    ),
    serve(contract.previewRole, async ({ params, body }, call) =>
      inOwnTenant(call, async (db, tenant) => {
        const role = await getRole(db, tenant, params.id);
        const wanted = settled(body.permissions);
        return {
          people: (await countHolders(db, tenant)).get(role.id) ?? 0,
          loses: missingIn(role.permissions, wanted),
          gains: missingIn(wanted, role.permissions),
        };
      }),
    ),
    serve(contract.seeAsRole, async ({ params }, call) => {
      const tenant = call.user.ownerId;
      const role = await inOwnTenant(call, (db) => getRole(db, tenant, params.id));
      const permissions = role.status === 'active' ? role.permissions : [];
      return await navigationFor(call.services, { ownerId: tenant, role: { permissions } }, call.language);
    }),
    serve(contract.listPermissions, async (_input, call) =>
      inOwnTenant(call, async (db, tenant) => permissionReference(await findRoles(db, tenant), served())),
    ),
  ];
}

/** Makes one change of a role and returns the role after it. */
function changed(
  call: Call,
  id: string,
  change: (...given: Parameters<Parameters<typeof changeOwnTenant<void>>[1]>) => Promise<void>,
) {
  return changeOwnTenant(call, async (db, tenant) => {
    await change(db, tenant);
    const holders = await countHolders(db, tenant);
    return toRole(await getRole(db, tenant, id), holders.get(id) ?? 0, call.user);
  });
}
