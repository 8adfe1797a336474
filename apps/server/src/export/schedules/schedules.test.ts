import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { readConfig } from '../../config/config.ts';
import { asOwner } from '../../db/database.ts';
import { changeRun } from '../../runs/runs.ts';
import { realClock } from '../../time/clock.ts';
import { exportJob } from '../export-job.ts';
import { exportBrowserRoutes, exportRoutes } from '../routes.ts';
import { startDueExports } from './start-due.ts';

const { db } = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-export-schedules-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const owners: string[] = [];
// What is due looks at all merchants.
afterEach(async () => {
  for (const ownerId of owners.splice(0)) {
    await asOwner(db, ownerId, (owned) => owned.deleteFrom('export_schedule').execute());
  }
});
let now = Date.parse('2026-03-27T12:00:00Z');
const { app, services, woken } = await testApp(db, {
  served: exportRoutes,
  browserServed: exportBrowserRoutes,
  services: {
    config: readConfig({ BOWERBIRD_DATA: dataFolder, LOG_LEVEL: 'silent' }),
    clock: { ...realClock, wall: () => now },
  },
});

async function merchantWith(products = [mug]) {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const { ownerId } = account;
  owners.push(ownerId);
  await ownProducts(db, ownerId, products);
  const headers = await signIn(app, account);
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const url = `/shop-reptile/api/exports${path}`;
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, ...answer.json() };
  };
  const template = (await call('POST', '/templates', { name: 'Feed', choices: { format: 'shopify' } })).data;
  return { ownerId, call, template: template.id as string };
}
type Merchant = Awaited<ReturnType<typeof merchantWith>>;

const daily = { first: '2026-03-27T09:00', repeat: { kind: 'daily' } };
const bodyOf = ({ template: templateId }: Merchant, changes: object = {}) => ({
  name: 'Partner feed',
  templateId,
  filter: {},
  times: daily,
  timeZone: 'Europe/Berlin',
  keep: 2,
  ...changes,
});

async function scheduled(merchant: Merchant, changes: object = {}): Promise<ExportSchedule> {
  const answer = await merchant.call('POST', '/schedules', bodyOf(merchant, changes));
  expect(answer.status, JSON.stringify(answer)).toBe(201);
  return answer.data;
}

const only = async ({ call }: Merchant): Promise<ExportSchedule> => (await call('GET', '/schedules')).data[0];

async function work({ ownerId }: Merchant, runId: string): Promise<void> {
  await exportJob(services).work({ runId, ownerId, key: runId }, new AbortController().signal);
}

const runsOf = ({ ownerId }: Merchant) =>
  asOwner(db, ownerId, (owned) =>
    owned.selectFrom('run').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
  );

/** Lets the time come, and works on the export that it starts. */
async function untilDue(merchant: Merchant): Promise<void> {
  now = Date.parse((await only(merchant)).nextAt ?? '') + 1000;
  expect(await startDueExports(services)).toBe(1);
  await work(merchant, (await runsOf(merchant)).at(-1)?.id ?? '');
}

describe('a scheduled export', () => {
  it('is due at the same hour of the merchant’s clock, in winter and in summer', async () => {
    const ann = await merchantWith();
    const { nextAt } = await scheduled(ann);
    await untilDue(ann);
    const second = (await only(ann)).nextAt;

    // Clocks go forward on 29 March 2026.
    expect([nextAt, second]).toEqual(['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z']);
  });

  it('is started once, however many workers look at the same moment', async () => {
    const ann = await merchantWith();
    now = Date.parse((await scheduled(ann)).nextAt ?? '');

    const started = await Promise.all(Array.from({ length: 6 }, () => startDueExports(services)));

    const runs = await runsOf(ann);
    expect(started.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(runs).toHaveLength(1);
    expect(woken).toContain(runs[0]?.id);
    expect((await only(ann)).last).toMatchObject({ outcome: 'started', run: { state: 'waiting' } });
  });

  it('keeps the newest files and no others, and its link always gives the newest', async () => {
    const ann = await merchantWith();
    const { id } = await scheduled(ann);
    const { data } = await ann.call('POST', '/links', { to: { what: 'schedule', id }, hours: 8784 });
    const follow = async () => await app.inject({ url: new URL(data.address).pathname });
    const before = await follow();
    const seen: unknown[] = [];
    for (let day = 0; day < 4; day += 1) {
      await untilDue(ann);
      seen.push((await follow()).headers['content-disposition']);
    }

    const { items } = (await ann.call('GET', '/files')).data;
    const schedule = await only(ann);
    expect(before.json().code).toBe('export-link.no-file');
    expect(new Set(seen).size).toBe(4);
    expect(items).toHaveLength(2);
    expect(seen.at(-1)).toContain(items[0].name);
    expect(schedule).toMatchObject({ files: 2, links: 1, newestFile: { id: items[0].id } });
    const kept = readdirSync(join(dataFolder, 'exports'));
    const mine = (await runsOf(ann)).filter((run) => kept.includes(`${run.id}.csv`));
    expect(mine).toHaveLength(2);

    await ann.call('DELETE', `/schedules/${id}`);
    expect((await follow()).json().code).toBe('export-link.closed');
    expect((await ann.call('GET', '/files')).data.total).toBe(2);
  });

  it('leaves the files of exports that people made', async () => {
    const ann = await merchantWith();
    await scheduled(ann, { keep: 1 });
    const selection = { filter: {}, except: [] };
    const { data } = await ann.call('POST', '', { format: 'shopify', selection });
    await work(ann, data.runId);
    await untilDue(ann);
    await untilDue(ann);

    const { items } = (await ann.call('GET', '/files')).data;
    expect(items.map(({ scheduleId }: { scheduleId: string | null }) => scheduleId === null)).toEqual([
      false,
      true,
    ]);
  });

  it('waits for the export before it, and does not start two', async () => {
    const ann = await merchantWith();
    const { nextAt } = await scheduled(ann, {
      times: { first: '2026-03-20T00:00', repeat: { kind: 'hours', every: 1 } },
    });
    now = Date.parse(nextAt ?? '');
    await startDueExports(services);
    now += 3600_000;
    await startDueExports(services);

    expect(await runsOf(ann)).toHaveLength(1);
    expect((await only(ann)).last?.outcome).toBe('still-going');
    const again = await ann.call('POST', `/schedules/${(await only(ann)).id}/run`);
    expect(again.data.runId).toBe((await runsOf(ann))[0]?.id);
  });

  it('that cannot start keeps the last file, says why, notifies, and is tried again at its next time', async () => {
    const ann = await merchantWith();
    const { id } = await scheduled(ann);
    await untilDue(ann);
    await ann.call('PUT', `/schedules/${id}`, {
      ...bodyOf(ann, { filter: { text: 'nothing like it' } }),
      on: true,
    });
    now = Date.parse((await only(ann)).nextAt ?? '');
    const started = await startDueExports(services);

    const { last, fault, files, nextAt } = await only(ann);
    const notices = await asOwner(db, ann.ownerId, (owned) =>
      owned.selectFrom('notification_due').selectAll().where('owner_id', '=', ann.ownerId).execute(),
    );
    expect([started, files, last?.outcome, fault?.code]).toEqual([0, 1, 'refused', 'export.nothing']);
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(now);
    expect(notices).toContainEqual(
      expect.objectContaining({
        event: 'export-not-started',
        subject: id,
        params: { name: 'Partner feed', state: 'nothing' },
      }),
    );
  });

  it('whose run fails notifies the person who made it', async () => {
    const ann = await merchantWith();
    await scheduled(ann);
    now = Date.parse((await only(ann)).nextAt ?? '');
    await startDueExports(services);
    const [run] = await runsOf(ann);
    await asOwner(db, ann.ownerId, (owned) =>
      changeRun(owned, ann.ownerId, run?.id ?? '', { state: 'failed', ended: true }),
    );

    const { rows } = await asOwner(db, ann.ownerId, (owned) =>
      sql<{ event: string; user_ids: string[] }>`
        select event, user_ids from notification_due where subject = ${run?.id}`.execute(owned),
    );
    expect(rows).toEqual([{ event: 'run-needs-you', user_ids: [run?.created_by] }]);
  });

  it('is paused, resumed and changed; a template that it uses stays', async () => {
    const ann = await merchantWith();
    const { id } = await scheduled(ann);

    const inUse = await ann.call('DELETE', `/templates/${ann.template}`);
    const paused = await ann.call('PUT', `/schedules/${id}`, { ...bodyOf(ann), on: false });
    const resumed = await ann.call('PUT', `/schedules/${id}`, { ...bodyOf(ann), on: true });
    const wrongZone = await ann.call('PUT', `/schedules/${id}`, {
      ...bodyOf(ann, { timeZone: 'Europe/Atlantis' }),
      on: true,
    });

    expect(inUse).toMatchObject({ code: 'export-template.in-use', params: { name: 'Partner feed' } });
    expect([paused.data.on, paused.data.nextAt]).toEqual([false, null]);
    expect(resumed.data.nextAt).not.toBeNull();
    expect(wrongZone.code).toBe('request.invalid');
  });

  it('cannot begin on a day that no calendar has', async () => {
    const ann = await merchantWith();
    const times = { ...daily, first: '2026-02-30T09:00' };

    const answer = await ann.call('POST', '/schedules', bodyOf(ann, { times }));

    expect(answer).toMatchObject({ code: 'request.invalid', issues: [{ path: ['times', 'first'] }] });
  });

  it('is another merchant’s business in nothing', async () => {
    const [ann, ben] = [await merchantWith(), await merchantWith()];
    const { id } = await scheduled(ann);

    const answers = [
      await ben.call('PUT', `/schedules/${id}`, { ...bodyOf(ben), on: false }),
      await ben.call('DELETE', `/schedules/${id}`),
      await ben.call('POST', `/schedules/${id}/run`),
      await ben.call('POST', '/links', { to: { what: 'schedule', id }, hours: 1 }),
      await ben.call('POST', '/schedules', bodyOf(ann)),
    ];

    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'not-found'));
    expect((await ben.call('GET', '/schedules')).data).toEqual([]);
  });
});
