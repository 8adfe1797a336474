import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { jobsConnection } from '../db/connecting/addresses.ts';
import { asOwner } from '../db/database.ts';
import { realClock } from '../time/clock.ts';
import { wakeForgotten } from './forgotten.ts';
import { openJobs } from './jobs.ts';
import { changeRun, createRun, getRun, type RunChange } from './runs.ts';
import { workOnRun } from './work.ts';

const { db, jobsUrl } = await testDatabase();
const owners = [await testOwner(db), await testOwner(db)] as const;
const silent = () => void 0;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const jobs = await openJobs(jobsConnection(jobsUrl), log);
afterAll(() => jobs.stop());
const worked: string[] = [];
const kind = {
  kind: 'collect' as const,
  atOnce: 2,
  keys: (run: { id: string }) => [run.id],
  work: async (request: { runId: string; ownerId: string; key: string }, stop: AbortSignal) => {
    worked.push(request.runId);
    await workOnRun({ db, clock: realClock, log, wake: jobs.wake }, request, stop, async () => ({
      state: 'complete',
    }));
  },
};
await jobs.know([kind]);

async function newRun(ownerId: string, change: RunChange = {}): Promise<string> {
  return asOwner(db, ownerId, async (owned) => {
    const id = await createRun(owned, ownerId, {
      kind: 'collect',
      title: randomUUID(),
      request: {},
      createdBy: null,
    });
    await changeRun(owned, ownerId, id, change);
    return id;
  });
}

const stateOf = (ownerId: string, id: string) =>
  asOwner(db, ownerId, async (owned) => (await getRun(owned, ownerId, id)).state);

it('brings runs to their end whose server was killed before it woke their job, whoever they belong to', async () => {
  const later = new Date(Date.now() + 3600_000);
  const fault = { code: 'source.slow-down', params: {} };
  const waiting = await newRun(owners[0]);
  const running = await newRun(owners[1], { state: 'running', started: true });
  const resting = await newRun(owners[0], { state: 'held', goesOnAt: new Date(Date.now() - 1000), fault });
  const notYet = await newRun(owners[1], { state: 'held', goesOnAt: later, fault });
  const paused = await newRun(owners[0], { state: 'paused', wanted: 'pause' });
  const untilRepaired = await newRun(owners[0], { state: 'held', fault });
  const ended = await newRun(owners[1], { state: 'complete', ended: true });
  const freed = await newRun(owners[0], { state: 'held', goesOnAt: later, fault });
  const heldRun = await asOwner(db, owners[0], (owned) => getRun(owned, owners[0], freed));
  await jobs.wake(heldRun, later);
  await asOwner(db, owners[0], (owned) =>
    changeRun(owned, owners[0], freed, { state: 'waiting', goesOnAt: null }),
  );

  const first = await wakeForgotten({ db, jobs });
  const second = await wakeForgotten({ db, jobs });
  await jobs.start([kind]);
  await expect.poll(() => worked.length, { timeout: 20_000 }).toBe(4);
  for (const [owner, id] of [
    [owners[0], waiting],
    [owners[1], running],
    [owners[0], resting],
    [owners[0], freed],
  ] as const) {
    await expect.poll(() => stateOf(owner, id), { timeout: 20_000 }).toBe('complete');
  }

  expect(new Set(first)).toEqual(new Set([waiting, running, resting, notYet, freed]));
  expect(second).toEqual([]);
  expect(new Set(worked)).toEqual(new Set([waiting, running, resting, freed]));
  expect(await stateOf(owners[1], notYet)).toBe('held');
  expect(await stateOf(owners[0], paused)).toBe('paused');
  expect(await stateOf(owners[0], untilRepaired)).toBe('held');
  expect(await stateOf(owners[1], ended)).toBe('complete');
});
