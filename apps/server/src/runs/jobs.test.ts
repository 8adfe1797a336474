import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { isPooled } from '../../testing/database/pooler.ts';
import { jobsConnection } from '../db/connecting/addresses.ts';
import { asOwner } from '../db/database.ts';
import { openJobs } from './jobs.ts';
import { createRun, getRun } from './runs.ts';
import { openSignals } from './signals.ts';

const { db, jobsUrl, directUrl } = await testDatabase();
const ownerId = await testOwner(db);
const silent = () => void 0;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const jobs = await openJobs(jobsConnection(jobsUrl), log);
const elsewhere = await openJobs(jobsConnection(jobsUrl), log);
const signals = await openSignals(directUrl, log);
afterAll(async () => {
  await jobs.stop();
  await elsewhere.stop();
  await signals.close();
});

async function newRun(title: string) {
  return asOwner(db, ownerId, async (owned) => {
    const id = await createRun(owned, ownerId, { kind: 'collect', title, request: {}, createdBy: null });
    return getRun(owned, ownerId, id);
  });
}

it('never works on two runs of one source at a time, while another source continues beside', {
  tags: ['slow'],
}, async () => {
  const working = new Set<string>();
  const together: string[][] = [];
  const ended: string[] = [];
  let meet = () => {};
  const beside = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const kind = {
    kind: 'collect' as const,
    atOnce: 3,
    keys: (run: { title: string }) => [run.title],
    async work({ key, runId }: { key: string; runId: string }) {
      expect(working.has(key)).toBe(false);
      working.add(key);
      together.push([...working]);
      if (working.size === 2) {
        meet();
      }
      // However long a busy machine takes until the other source begins.
      await Promise.race([beside, new Promise((resolve) => setTimeout(resolve, 15_000))]);
      await new Promise((resolve) => setTimeout(resolve, 700));
      working.delete(key);
      ended.push(runId);
    },
  };
  const runs = [await newRun('one.example'), await newRun('one.example'), await newRun('two.example')];
  await jobs.know([kind]);
  for (const run of runs) {
    await jobs.wake(run);
  }

  await jobs.start([kind]);
  await expect.poll(() => ended.length, { timeout: 50_000 }).toBe(3);

  expect(new Set(ended)).toEqual(new Set(runs.map((run) => run.id)));
  expect(together.some((keys) => keys.includes('one.example') && keys.includes('two.example'))).toBe(true);
});

it('reports what waits for a worker, and what is to begin later', async () => {
  const kind = {
    kind: 'export' as const,
    atOnce: 1,
    keys: (run: { id: string }) => [run.id],
    work: async () => {},
  };
  await jobs.know([kind]);
  await jobs.wake({ ...(await newRun('now')), kind: 'export' });
  await jobs.wake({ ...(await newRun('later')), kind: 'export' }, new Date(Date.now() + 3_600_000));

  const reported = (await jobs.queued()).find((queued) => queued.kind === 'export');

  expect(reported).toMatchObject({ active: 0, waiting: 1, later: 1, silent: 0 });
  expect(reported?.waitSeconds).toBeGreaterThan(0);
  expect(reported?.waitSeconds).toBeLessThan(3600);
});

it('begins what comes later after as long as was asked for, whatever the clock of this machine says', async () => {
  const kind = {
    kind: 'export' as const,
    atOnce: 1,
    keys: (run: { id: string }) => [run.id],
    work: async () => undefined,
  };
  await jobs.know([kind]);
  const run = { ...(await newRun('skewed')), kind: 'export' as const };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 3600_000 });

  await jobs.wake(run, new Date(Date.now() + 100_000));

  vi.useRealTimers();
  const client = new pg.Client({ connectionString: jobsUrl });
  await client.connect();
  const { rows } = await client.query<{ seconds: number }>(
    "select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where data->>'runId' = $1",
    [run.id],
  );
  await client.end();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.seconds).toBeGreaterThan(60);
  expect(rows[0]?.seconds).toBeLessThan(101);
});

it('begins at once what another process has queued, and what waited for its key, without asking all the time', {
  tags: ['slow'],
}, async () => {
  const began: number[] = [];
  const kind = {
    kind: 'claim' as const,
    atOnce: 2,
    keys: () => ['one shop'],
    async work() {
      began.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
  };
  await elsewhere.know([kind]);
  await elsewhere.start([kind], signals);
  await jobs.know([kind]);
  if (isPooled) {
    // The pooler keeps the connections of what was done before; each hands in what it counted within ten seconds.
    await new Promise((resolve) => setTimeout(resolve, 11_000));
  }
  const asked = await queriesAt(jobsUrl);
  await new Promise((resolve) => setTimeout(resolve, 6000));
  const atRest = (await queriesAt(jobsUrl)) - asked;

  const sent = performance.now();
  await jobs.wake({ ...(await newRun('first')), kind: 'claim' });
  await jobs.wake({ ...(await newRun('second')), kind: 'claim' });
  await jobs.wake({ ...(await newRun('later')), kind: 'claim' }, new Date(Date.now() + 3000));
  await expect.poll(() => began.length, { timeout: 15_000 }).toBe(3);

  const [first = 0, second = 0, later = 0] = began.map((at) => at - sent);
  expect(first).toBeLessThan(1000);
  expect(second - first).toBeLessThan(3000);
  expect(later).toBeGreaterThan(2000);
  expect(later).toBeLessThan(7000);
  // Two instances of the queue and one of the workers: a few each second, where two workers alone asked four times.
  expect(atRest).toBeLessThan(80);
});

/** Returns how many transactions the database has ended. */
async function queriesAt(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.count);
}
