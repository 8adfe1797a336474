import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { call } from '../../testing/database/embedded.ts';
import { isPooled } from '../../testing/database/pooler.ts';
import { asOwner } from '../db/database.ts';
import { openSignals } from './signals.ts';

const { db, url, directUrl, adminUrl } = await testDatabase();
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const signals = await openSignals(directUrl, silent);
afterAll(() => signals.close());

it('hears what another connection says, and after a broken connection that something may have been missed', {
  tags: ['slow'],
}, async () => {
  const heard: string[] = [];
  const forget = signals.listen('job_queued', (text) => heard.push(text));
  const text = randomUUID();

  await sql`select pg_notify('job_queued', ${text})`.execute(db);
  await expect.poll(() => heard).toEqual([text]);
  await call(
    adminUrl,
    `select count(pg_terminate_backend(pid)) from pg_stat_activity
     where application_name = 'bowerbird events' and datname = current_database()`,
  );
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([text, '']);
  await sql`select pg_notify('job_queued', 'again')`.execute(db);
  await expect.poll(() => heard).toEqual([text, '', 'again']);
  forget();

  expect(signals.isLive()).toBe(true);
});

it.skipIf(!isPooled)(
  'is refused by name where the address leads through a pooler of transactions',
  async () => {
    await expect(openSignals(url, silent)).rejects.toMatchObject({
      code: 'database.listens-through-pooler',
      message: expect.stringContaining('DATABASE_DIRECT_URL'),
    });
  },
);

it.skipIf(!isPooled)('a pooled connection keeps no merchant of the transaction before', async () => {
  const [ann, ben] = [await testOwner(db), await testOwner(db)];
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const ownerId = index % 2 === 0 ? ann : ben;
      const inside = await asOwner(
        db,
        ownerId,
        async (own) =>
          (await sql<{ is: string }>`select current_setting('app.owner', true) as is`.execute(own)).rows[0]
            ?.is,
      );
      const { rows } = await sql<{
        is: string | null;
      }>`select current_setting('app.owner', true) as is`.execute(db);
      return inside === ownerId && (rows[0]?.is ?? '') === '';
    }),
  );

  expect(seen.every(Boolean)).toBe(true);
});
