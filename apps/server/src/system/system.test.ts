import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import type { FigureName, getSystemOverview, SystemStatus } from '@bowerbird/contract/system/system';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { startBackground } from '../background/background-work.ts';
import { readConfig } from '../config/config.ts';
import { heartbeat } from './beat.ts';
import { systemRoutes } from './routes.ts';

const { db } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-system-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'a file'), 'x'.repeat(1234));
const { app, accounts, services } = await testApp(db, {
  served: systemRoutes,
  services: { config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: folder }) },
});
const tenant = await signIn(app, accounts.administrator);

async function call<Data>(path: string): Promise<Data> {
  const answer = await app.inject({ url: apiBase + path, headers: tenant });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Data }>().data;
}
const status = () => call<SystemStatus>('/system/status');
const figure = async (name: FigureName) => (await status()).figures.find((each) => each.name === name);

it('reports what was really measured: the room taken, the database, nothing that is not there', async () => {
  const { figures, folders, database, providers, practice, queues } = await status();
  const measured = (name: FigureName) => figures.find((each) => each.name === name)?.value;

  expect(folders).toEqual([{ name: '.', bytes: 1234 }]);
  expect(measured('storage.used')).toBe(1234);
  expect(measured('database.size')).toBeGreaterThan(1_000_000);
  expect(measured('database.connections')).toBeGreaterThan(0);
  expect(database.version).toMatch(/^\d+/);
  expect(providers).toEqual({ mail: false, sms: false, payment: false });
  expect({ practice, queues }).toEqual({ practice: false, queues: [] });
});

it('says that a person must act while no worker lives, and knows one by its signs of life', async () => {
  expect(await figure('workers.alive')).toMatchObject({ value: 0, act: true });

  const beating = await startBackground(services, 'all', [heartbeat]);
  expect(await figure('workers.alive')).toMatchObject({ value: 1, act: false, normalFrom: 1 });
  await db
    .updateTable('process')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .execute();
  expect(await figure('workers.alive')).toMatchObject({ value: 0, act: true });

  await beating.stop();
  expect((await status()).processes).toEqual([]);
});

it('is not well while a reader finds less than it used to, until it is found again', async () => {
  expect(await figure('readers.lost')).toMatchObject({ value: 0, act: false });

  await sql`
    insert into reader_drift (id, platform, way, shop, field, known_by, before, now)
    values (${v7()}, 'shopify', 'list', '', 'images', 'platform', 1, 0)
  `.execute(db);
  expect(await figure('readers.lost')).toMatchObject({ value: 1, act: true });
  const { act } = await call<AnswerOf<typeof getSystemOverview>>('/system/overview');
  expect(act.map(({ name }) => name)).toContain('readers.lost');

  await sql`update reader_drift set closed_at = now()`.execute(db);
  expect(await figure('readers.lost')).toMatchObject({ value: 0, act: false });
});

it('shows an administrator who is new, and which messages could not be sent', async () => {
  await db
    .insertInto('outbox')
    .values({
      id: v7(),
      owner_id: null,
      channel: 'mail',
      recipient: 'someone@example.test',
      template: 'activation',
      language: 'en-US',
      sealed_values: Buffer.alloc(1),
      state: 'failed',
    })
    .execute();

  const overview = await call<AnswerOf<typeof getSystemOverview>>('/system/overview');

  expect(overview).toMatchObject({ merchants: 1, people: 2, newAccountsTotal: 2, failedMessagesTotal: 1 });
  expect(overview).toMatchObject({ openOrders: 0, frozen: 0 });
  await sql`update owner set status = 'frozen'`.execute(db);
  expect(await call('/system/overview')).toMatchObject({ frozen: 1 });
  await sql`update owner set status = 'active'`.execute(db);
  expect(overview.newAccounts.map(({ username }) => username).sort()).toEqual(['admin', 'demo']);
  expect(overview.act.map(({ name }) => name)).toContain('outbox.failed');
  expect(JSON.stringify(overview)).not.toContain('someone@example.test');
});

it('is not shown to a merchant', async () => {
  const merchant = await signIn(app, accounts.merchant);
  const answer = await app.inject({ url: `${apiBase}/system/status`, headers: merchant });

  expect(answer.statusCode).toBe(403);
});
