import { apiBase } from '@bowerbird/contract/route';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import type { Db } from '../../db/database.ts';
import { servedRoutes } from '../../program/served.ts';
import { endAccess } from '../passwords/end-access.ts';
import { setPassword } from '../passwords/own-password.ts';

const { db, adminUrl } = await testDatabase();
const { app } = await testApp(db, { every: servedRoutes });
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
afterAll(() => admin.end());

async function send(path: string, payload?: object, headers: Record<string, string> = {}) {
  return await app.inject({ method: 'POST', url: apiBase + path, headers, ...(payload && { payload }) });
}

let people = 0;
/** Does something as a person, while a change of their account that was begun before is not yet committed. */
async function during(
  change: (inside: Db, userId: string) => Promise<void>,
  prepare: (account: { username: string; password: string }) => Promise<() => Promise<{ json(): unknown }>>,
) {
  people += 1;
  const name = `person${people}`;
  const account = await anotherMerchant(db, name);
  const act = await prepare(account);
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', name)
    .executeTakeFirstOrThrow();
  const sent = await db.transaction().execute(async (inside) => {
    await change(inside, id);
    const answer = act();
    await vi.waitFor(
      async () => {
        const { rows } = await admin.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 30_000, interval: 20 },
    );
    return { answer };
  });
  const answer = await sent.answer;
  const of = (table: 'session' | 'api_token' | 'pairing') =>
    db.selectFrom(table).select('user_id').where('user_id', '=', id).execute();
  return {
    answer: answer.json(),
    access: [await of('session'), await of('api_token'), await of('pairing')].flat(),
  };
}

async function changePassword(inside: Db, id: string): Promise<void> {
  await setPassword(inside, id, 'Plover-47-lantern');
  await endAccess(inside, id);
}

async function disable(inside: Db, id: string): Promise<void> {
  await inside.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
  await endAccess(inside, id);
}

it.each([
  ['whose password is being changed', changePassword],
  ['who is being disabled', disable],
])('a person %s begins no session', async (_who, change) => {
  const { answer, access } = await during(change, async ({ username, password }) => {
    return () => send('/auth/user-name-login', { username, password });
  });

  expect(answer).toMatchObject({ code: 'auth.wrong-credentials' });
  expect(access).toEqual([]);
});

it.each([
  [
    '/account/tokens',
    { name: 'Robot', permissions: [{ permission: 'products', actions: ['query'] }], days: null },
  ],
  ['/account/pairing', undefined],
])('an open session gets nothing from %s while the password is being changed', async (path, body) => {
  const { answer, access } = await during(changePassword, async (account) => {
    const headers = await signIn(app, account);
    return () => send(path, body, headers);
  });

  expect(answer).toMatchObject({ code: 'auth.required' });
  expect(access).toEqual([]);
});

it('a code for pairing gives no access while the password is being changed', async () => {
  const { answer, access } = await during(changePassword, async (account) => {
    const headers = await signIn(app, account);
    const { code } = (await send('/account/pairing', undefined, headers)).json().data;
    return () => send('/plugin/pair', { code, name: 'Edge' });
  });

  expect(answer).toMatchObject({ code: 'token.pairing-code-wrong' });
  expect(access).toEqual([]);
});
