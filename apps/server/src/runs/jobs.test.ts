import { afterAll, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { jobsConnection } from '../db/roles.ts';
import { testDatabase, testOwner } from '../testing/database.ts';
import { openJobs } from './jobs.ts';
import { createRun, getRun } from './runs.ts';

const { db, url } = await testDatabase();
const ownerId = await testOwner(db);
const silent = () => void 0;
const jobs = await openJobs(jobsConnection(url), {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
});
afterAll(() => jobs.stop());

async function newRun(title: string) {
  return asOwner(db, ownerId, async (owned) => {
    const id = await createRun(owned, ownerId, { kind: 'collect', title, ask: {}, createdBy: null });
    return getRun(owned, ownerId, id);
  });
}

it('never works on two runs of one source at a time, while another source goes on beside', async () => {
  const working = new Set<string>();
  const together: string[][] = [];
  const ended: string[] = [];
  const kind = {
    kind: 'collect' as const,
    atOnce: 3,
    keys: (run: { title: string }) => [run.title],
    async work({ key, runId }: { key: string; runId: string }) {
      expect(working.has(key)).toBe(false);
      working.add(key);
      together.push([...working]);
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
  await expect.poll(() => ended.length, { timeout: 20_000 }).toBe(3);

  expect(new Set(ended)).toEqual(new Set(runs.map((run) => run.id)));
  expect(together.some((keys) => keys.includes('one.example') && keys.includes('two.example'))).toBe(true);
});

it('tells what waits for a worker, and what is to begin later', async () => {
  const kind = {
    kind: 'export' as const,
    atOnce: 1,
    keys: (run: { id: string }) => [run.id],
    work: async () => {},
  };
  await jobs.know([kind]);
  await jobs.wake({ ...(await newRun('now')), kind: 'export' });
  await jobs.wake({ ...(await newRun('later')), kind: 'export' }, new Date(Date.now() + 3_600_000));

  const told = (await jobs.queued()).find((queued) => queued.kind === 'export');

  expect(told).toMatchObject({ active: 0, waiting: 1, later: 1, silent: 0 });
  expect(told?.waitSeconds).toBeGreaterThan(0);
  expect(told?.waitSeconds).toBeLessThan(3600);
});
