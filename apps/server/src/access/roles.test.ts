import type { NavigationItem } from '@bowerbird/contract/account/access';
import { actions } from '@bowerbird/contract/permissions';
import type { MatrixLine, PermissionInfo, Role } from '@bowerbird/contract/team/roles';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { callsAs } from '../../testing/api/calls.ts';
import { allBut, everyGrant, memberOf } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { servedRoutes } from '../program/served.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { every: servedRoutes });
const { ownerId } = accounts.merchant;
const asAnn = callsAs(app, await signIn(app, accounts.merchant));
const asBen = callsAs(app, await signIn(app, await anotherMerchant(db, 'ben')));
const asAdministrator = callsAs(app, await signIn(app, accounts.administrator));

type Roles = { roles: Role[]; matrix: MatrixLine[] };
const reading = [{ permission: 'products' as const, actions: ['query' as const, 'export' as const] }];

async function newRole(name: string, permissions: object[] = reading): Promise<Role> {
  const made = await asAnn<Role>('POST', '/roles', { name, description: '', permissions });
  if (made.status !== 200) {
    throw new Error(`no role: ${made.code}`);
  }
  return made.data;
}

describe('the roles', () => {
  it('are the built-in one and the own ones, with all there is to allow and what of it one may give', async () => {
    const role = await newRole('Export');

    const anns = await asAnn<Roles>('GET', '/roles');
    const bens = await asBen<Roles>('GET', '/roles');
    const administrators = await asAdministrator<Roles>('GET', '/roles');

    expect(anns.data.roles.map(({ id }) => id)).toEqual(['merchant', role.id]);
    expect(anns.data.roles[0]).toMatchObject({ builtIn: true, own: true, people: 1 });
    expect(bens.data.roles.map(({ id }) => id)).toEqual(['merchant']);
    expect(administrators.data.roles.map(({ id }) => id)).toEqual(['super', 'admin']);
    const products = anns.data.matrix.find(({ permission }) => permission === 'products');
    expect(products?.actions).toContainEqual({ action: 'export', mayGive: true });
    expect(products?.actions).toContainEqual({ action: 'import', mayGive: true });
    expect(anns.data.matrix.some(({ permission }) => permission === 'support')).toBe(false);
    expect(anns.data.matrix.some(({ permission }) => permission === 'navigation')).toBe(false);
  });

  it('have the ten actions of the specification, and an admin role that holds the dashboard alone [3.actions] [3.default-role]', async () => {
    const { data } = await asAdministrator<Roles>('GET', '/roles');
    const admin = data.roles.find(({ id }) => id === 'admin');

    expect([...actions].sort()).toEqual(
      ['add', 'delete', 'edit', 'query', 'get', 'enable', 'disable', 'import', 'export', 'update'].sort(),
    );
    expect(admin?.description).toBe('拥有所有权限');
    expect(admin?.permissions.map(({ permission }) => permission)).toEqual(['dashboard']);
  });

  it('that are built in stay as they are', async () => {
    const change = { name: 'x', description: '', permissions: reading };

    expect((await asAnn('PUT', '/roles/merchant', change)).code).toBe('role.built-in');
    expect((await asAnn('POST', '/roles/merchant/disable')).code).toBe('role.built-in');
    expect((await asAnn('DELETE', '/roles/merchant')).code).toBe('role.built-in');
    expect((await asAnn('PUT', '/roles/super', change)).status).toBe(404);
  });

  it('have one name each', async () => {
    await newRole('Packing');

    expect((await asAnn('POST', '/roles', { name: 'packing', description: '', permissions: [] })).code).toBe(
      'role.name-taken',
    );
    const bens = await asBen('POST', '/roles', { name: 'Packing', description: '', permissions: [] });
    expect(bens.status).toBe(200);
  });
});

describe('a role', () => {
  it('works with the next call of who holds it, and says before whom it touches', async () => {
    const role = await newRole('Seller');
    const { id, headers } = await memberOf(db, app, ownerId, []);
    await asAnn('PUT', `/people/${id}`, { roleId: role.id });
    const asThem = callsAs(app, headers);

    const before = await asThem('GET', '/exports/files');
    const narrower = [{ permission: 'products', actions: ['query'] }];
    const preview = await asAnn('POST', `/roles/${role.id}/preview`, { permissions: narrower });
    await asAnn('PUT', `/roles/${role.id}`, { name: 'Seller', description: '', permissions: narrower });
    const after = await asThem('GET', '/exports/files');

    expect(before.status).toBe(200);
    expect(preview.data).toEqual({
      people: 1,
      loses: [{ permission: 'products', actions: ['export'] }],
      gains: [],
    });
    expect(after).toMatchObject({ status: 403, code: 'permission.missing' });
  });

  it('that is disabled lets nobody act', async () => {
    const role = await newRole('Night shift');
    const { id, headers } = await memberOf(db, app, ownerId, []);
    await asAnn('PUT', `/people/${id}`, { roleId: role.id });
    const asThem = callsAs(app, headers);

    await asAnn('POST', `/roles/${role.id}/disable`);
    const user = await asThem('GET', '/user/get-user');
    const list = await asThem('POST', '/products/query', { filter: {} });
    await asAnn('POST', `/roles/${role.id}/enable`);

    expect(user).toMatchObject({ status: 403, code: 'auth.roles-empty' });
    expect(list.code).toBe('permission.missing');
    expect((await asThem('GET', '/user/get-user')).status).toBe(200);
  });

  it('is never wider than its maker, and never changed by whom it outreaches', async () => {
    const clerk = await memberOf(db, app, ownerId, allBut('stores', 'delete'));
    const asClerk = callsAs(app, clerk.headers);
    const wide = { name: 'Wide', description: '', permissions: everyGrant };
    const beyond = await newRole('Beyond', [{ permission: 'stores', actions: ['delete'] }]);

    expect((await asClerk('POST', '/roles', wide)).code).toBe('role.too-wide');
    expect((await asClerk('POST', `/roles/${beyond.id}/disable`)).code).toBe('role.too-wide');
    expect((await asClerk('DELETE', `/roles/${beyond.id}`)).code).toBe('role.too-wide');
    const own = await asClerk('PUT', `/roles/${clerk.roleId}`, {
      name: 'Mine',
      description: '',
      permissions: [],
    });
    expect(own.code).toBe('person.self');
  });

  it('is deleted only once nobody holds it, or with another for its people', async () => {
    const [role, other] = [await newRole('Old'), await newRole('New')];
    const { id } = await memberOf(db, app, ownerId, []);
    await asAnn('PUT', `/people/${id}`, { roleId: role.id });

    const held = await asAnn('DELETE', `/roles/${role.id}`);
    const moved = await asAnn('DELETE', `/roles/${role.id}?moveTo=${other.id}`);
    const { data } = await asAnn<Roles>('GET', '/roles');

    expect(held).toMatchObject({ status: 409, code: 'role.held' });
    expect(moved.data).toEqual({ deleted: true, moved: 1 });
    expect(data.roles.find((one) => one.id === other.id)?.people).toBe(1);
  });

  it('of another merchant is not there', async () => {
    const role = await newRole('Anns');

    expect((await asBen('GET', `/roles/${role.id}/navigation`)).status).toBe(404);
    expect((await asBen('DELETE', `/roles/${role.id}`)).status).toBe(404);
    const own = (await asBen<Role>('POST', '/roles', { name: 'Bens', description: '', permissions: [] }))
      .data;
    expect((await asBen('DELETE', `/roles/${own.id}?moveTo=${role.id}`)).status).toBe(200);
  });

  it('shows its menu before anybody has it', async () => {
    const role = await newRole('Looker');

    const { data } = await asAnn<NavigationItem[]>('GET', `/roles/${role.id}/navigation`);

    const ids = data.map(({ id }) => id);
    expect(ids).toContain('products-list');
    expect(ids).not.toContain('stores');
    expect(ids).not.toContain('user-list');
  });
});

describe('the number of roles', () => {
  it('has an end', async () => {
    const account = await anotherMerchant(db, 'cai');
    const asCai = callsAs(app, await signIn(app, account));
    const rows = Array.from({ length: 100 }, (_, at) => ({
      id: crypto.randomUUID(),
      owner_id: account.ownerId,
      name: `Role ${at}`,
      description: '',
      permissions: '[]',
    }));
    await db.insertInto('role').values(rows).execute();

    const beyond = await asCai('POST', '/roles', { name: 'One more', description: '', permissions: reading });

    expect(beyond.code).toBe('role.too-many');
  });
});

describe('the reference of permissions', () => {
  it('names for each action the calls that need it and the roles that hold it', async () => {
    const { data } = await asAnn<PermissionInfo[]>('GET', '/permissions');

    const exporting = data
      .find(({ permission }) => permission === 'products')
      ?.actions.find(({ action }) => action === 'export');
    expect(exporting?.calls).toContainEqual({ method: 'POST', path: '/exports' });
    expect(exporting?.roles).toContainEqual({ id: 'merchant', name: '商家', builtIn: true });
  });
});
