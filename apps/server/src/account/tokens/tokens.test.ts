import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { renewPassword } from '../passwords/new-password.ts';

const { db } = await testDatabase();
let aheadMs = 0;
const { app } = await testApp(db, {
  every: servedRoutes,
  browserServed: servedToBrowsers,
  services: {
    clock: {
      monotonic: () => performance.now() + aheadMs,
      wall: () => Date.now() + aheadMs,
      sleep: async () => void 0,
    },
  },
});

type Headers = Record<string, string>;

function send(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  return app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
}

const reading = [{ permission: 'products', actions: ['query'] }];

let count = 0;
async function somebody() {
  count += 1;
  const account = await anotherMerchant(db, `token${count}`);
  return { ...account, headers: await signIn(app, account) };
}

async function withToken(permissions: object[] = reading) {
  const person = await somebody();
  const made = await send(person.headers, 'POST', '/account/tokens', {
    name: 'Inventory',
    permissions,
    days: 30,
  });
  const { token, created } = made.json<{ data: { token: string; created: { id: string; ending: string } } }>()
    .data;
  return { ...person, token, created, asProgram: { 'access-token': token } };
}

const query = (headers: Headers) => send(headers, 'POST', '/products/query', { filter: {} });

/** Gives this person a role of their own with these permissions. */
async function giveRole(username: string, permissions: object[]) {
  await db
    .insertInto('role')
    .values({
      id: `role-of-${username}`,
      owner_id: null,
      name: username,
      description: '',
      permissions: JSON.stringify(permissions),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ permissions: JSON.stringify(permissions) }))
    .execute();
  await db
    .updateTable('user')
    .set({ role_id: `role-of-${username}` })
    .where('username', '=', username)
    .execute();
}

it('has at most twenty of a kind, even when many are requested at once', async () => {
  const { headers } = await somebody();
  const body = { name: 'Inventory', permissions: reading, days: 30 };

  const made = await Promise.all(
    Array.from({ length: 30 }, () => send(headers, 'POST', '/account/tokens', body)),
  );

  const listed = (await send(headers, 'GET', '/account/tokens')).json<{ data: unknown[] }>().data;
  expect(listed).toHaveLength(20);
  expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(new Set(made.filter(({ statusCode }) => statusCode !== 201).map((one) => one.json().code))).toEqual(
    new Set(['token.too-many']),
  );
});

describe('an API token', () => {
  it('ends with the password it was made under, when that is recovered', async () => {
    const { asProgram, username } = await withToken();
    expect((await query(asProgram)).statusCode).toBe(200);

    await renewPassword(db, username);

    expect((await query(asProgram)).statusCode).toBe(401);
  });

  it('acts as its person, within its own permissions', async () => {
    const { asProgram, username } = await withToken();

    const user = await send(asProgram, 'GET', '/user/get-user');

    expect((await query(asProgram)).statusCode).toBe(200);
    expect(user.json().data).toMatchObject({
      username,
      role: { permissions: [{ permissionId: 'products', actionEntitySet: [{ action: 'query' }] }] },
    });
    expect((await send(asProgram, 'GET', '/stores')).json().code).toBe('permission.missing');
    expect((await send(asProgram, 'POST', '/products', {})).json().code).toBe('permission.missing');
  });

  it('is never allowed more than the person, also when the role is narrowed later', async () => {
    const { asProgram, username, headers } = await withToken();

    await giveRole(username, [{ permission: 'collect', actions: ['query'] }]);
    const narrowed = await query(asProgram);
    const wide = await send(headers, 'POST', '/account/tokens', {
      name: 'x',
      permissions: reading,
      days: null,
    });
    await giveRole(username, [{ permission: 'products', actions: ['query', 'get'] }]);
    const widened = await query(asProgram);

    expect(narrowed.json().code).toBe('permission.missing');
    expect(wide.json().code).toBe('token.rights-too-wide');
    expect(widened.statusCode).toBe(200);
  });

  it('cannot be given what manages people, and changes nothing of its person’s account', async () => {
    const { asProgram, headers, created } = await withToken();

    const people = await send(headers, 'POST', '/account/tokens', {
      name: 'x',
      permissions: [{ permission: 'user', actions: ['add'] }],
      days: null,
    });
    const refused = await Promise.all([
      send(asProgram, 'POST', '/account/tokens', { name: 'x', permissions: reading, days: null }),
      send(asProgram, 'GET', '/account/tokens'),
      send(asProgram, 'DELETE', `/account/tokens/${created.id}`),
      send(asProgram, 'PUT', '/account/password', { present: 'a', password: 'abcdef' }),
      send(asProgram, 'POST', '/account/two-step/setup', { password: 'a' }),
      send(asProgram, 'GET', '/account/sessions'),
      send(asProgram, 'POST', '/account/sessions/end-others'),
      send(asProgram, 'POST', '/auth/logout'),
    ]);

    expect(people.statusCode).toBe(400);
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['auth.session-needed']));
  });

  it('is over when it is revoked, when its time has come, and when its person is switched off', async () => {
    const [revoked, old, off] = [await withToken(), await withToken(), await withToken()];

    await send(revoked.headers, 'DELETE', `/account/tokens/${revoked.created.id}`);
    await db
      .updateTable('api_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', old.created.id)
      .execute();
    await db.updateTable('user').set({ status: 'disabled' }).where('username', '=', off.username).execute();

    for (const { asProgram } of [revoked, old, off]) {
      expect((await query(asProgram)).statusCode).toBe(401);
    }
  });

  it('is stored as a hash, shown by its end, and says when it was last used', async () => {
    const { token, asProgram, headers } = await withToken();
    await query(asProgram);

    const [listed] = (await send(headers, 'GET', '/account/tokens')).json().data;
    const rows = await db.selectFrom('api_token').selectAll().execute();

    expect(token).toMatch(/^bb_[\w-]{43}$/);
    expect(listed).toMatchObject({
      name: 'Inventory',
      ending: token.slice(-4),
      lastUsedAt: expect.any(String),
    });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some((row) => row.token_hash.toString('utf8').includes(token))).toBe(false);
  });

  it('of somebody else is not found', async () => {
    const [ann, ben] = [await withToken(), await somebody()];

    const revoked = await send(ben.headers, 'DELETE', `/account/tokens/${ann.created.id}`);

    expect(revoked.json().code).toBe('not-found');
    expect((await query(ann.asProgram)).statusCode).toBe(200);
  });
});

describe('a role', () => {
  it('that changes is felt at the next call, without signing in again [6.page-actions]', async () => {
    const { headers, username } = await somebody();

    const before = await query(headers);
    await giveRole(username, [{ permission: 'collect', actions: ['query'] }]);
    const after = await query(headers);

    expect([before.statusCode, after.statusCode]).toEqual([200, 403]);
  });
});

describe('pairing a browser', () => {
  const pair = (code: string) => send({}, 'POST', '/plugin/pair', { code, name: 'Firefox at home' });

  it('gives the plugin a token for its own calls and nothing else, once for each code', async () => {
    const { headers, username } = await somebody();
    const begun = await send(headers, 'POST', '/account/pairing');
    const { code } = begun.json<{ data: { code: string } }>().data;
    const reported = await send(headers, 'POST', '/account/pairing');

    const paired = await pair(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    const again = await pair(code);
    const asPlugin = { 'access-token': paired.json<{ data: { token: string } }>().data.token };
    const [listed] = (await send(headers, 'GET', '/account/tokens')).json().data;

    expect(code).toMatch(/^[A-Z2-9]{8}$/);
    expect(reported.json().data.code).toBe(code);
    expect(paired.json().data).toMatchObject({ person: username, personId: expect.any(String) });
    expect(again.json().code).toBe('token.pairing-code-wrong');
    expect(listed).toMatchObject({ kind: 'plugin', name: 'Firefox at home', expiresAt: expect.any(String) });
    expect((await send(asPlugin, 'GET', '/plugin/gaps')).statusCode).toBe(200);
    expect((await send(asPlugin, 'POST', '/collect/results/query', { filter: {} })).statusCode).toBe(403);
    expect((await query(asPlugin)).statusCode).toBe(403);
    expect((await send(asPlugin, 'POST', '/collect/results/delete', {})).statusCode).toBe(403);
    expect((await send(asPlugin, 'POST', '/account/pairing')).json().code).toBe('permission.missing');
  });

  it('takes a code for ten minutes only, and closes to who guesses', async () => {
    const { headers } = await somebody();
    const { code } = (await send(headers, 'POST', '/account/pairing')).json<{ data: { code: string } }>()
      .data;

    aheadMs += 10 * 60_000 + 1;
    const late = await pair(code);
    for (let tries = 0; tries < 4; tries += 1) {
      await pair('ABCDEFGH');
    }
    const fresh = (await send(headers, 'POST', '/account/pairing')).json<{ data: { code: string } }>().data;
    const closed = await pair(fresh.code);

    expect(late.json().code).toBe('token.pairing-code-wrong');
    expect(fresh.code).not.toBe(code);
    expect(closed.json().code).toBe('rate.too-many-tries');
  });
});
