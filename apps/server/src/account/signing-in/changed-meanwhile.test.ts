import { apiBase } from '@bowerbird/contract/route';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { anotherMerchant, testApp } from '../../../testing/api/app.ts';
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

async function send(payload: { username: string; password: string }) {
  return await app.inject({ method: 'POST', url: `${apiBase}/auth/user-name-login`, payload });
}

/** Signs in with the right password, while a change of the account that was begun before is not yet committed. */
async function signInDuring(name: string, change: (inside: Db, userId: string) => Promise<void>) {
  const account = await anotherMerchant(db, name);
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', name)
    .executeTakeFirstOrThrow();
  const sessions = () => db.selectFrom('session').select('id').where('user_id', '=', id).execute();
  const signIn = await db.transaction().execute(async (inside) => {
    await change(inside, id);
    const payload = { username: name, password: account.password };
    const answer = send(payload);
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
  return { answer: await signIn.answer, sessions: await sessions() };
}

it('a sign-in with the password that is being changed begins no session', async () => {
  const { answer, sessions } = await signInDuring('changing', async (inside, id) => {
    await setPassword(inside, id, 'Plover-47-lantern');
    await endAccess(inside, id);
  });

  expect(answer.json()).toMatchObject({ code: 'auth.wrong-credentials' });
  expect(sessions).toEqual([]);
});

it('a sign-in to an account that is being disabled begins no session', async () => {
  const { answer, sessions } = await signInDuring('disabling', async (inside, id) => {
    await inside.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
    await endAccess(inside, id);
  });

  expect(answer.json()).toMatchObject({ code: 'auth.wrong-credentials' });
  expect(sessions).toEqual([]);
});
