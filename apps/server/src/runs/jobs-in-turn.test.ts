import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
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

it('a merchant with one job does not wait for the hundred of another', async () => {
  const other = await testOwner(db);
  const began: string[] = [];
  const kind = {
    kind: 'import' as const,
    atOnce: 1,
    keys: (run: { id: string }) => [run.id],
    work: async ({ ownerId: owner }: { ownerId: string }) => void began.push(owner),
  };
  await jobs.know([kind]);
  for (let count = 0; count < 20; count += 1) {
    await jobs.wake({ ...(await newRun(`one of many ${count}`)), kind: 'import' });
  }
  await jobs.wake({ ...(await newRun('the only one')), kind: 'import', owner_id: other });

  await jobs.start([kind]);
  await expect.poll(() => began.length, { timeout: 60_000 }).toBe(21);

  // After the first of the other merchant, which was sent before with the same urgency.
  expect(began.indexOf(other)).toBe(1);
}, 90_000);

it('leaves a worker to others while a merchant has a long job', { tags: ['slow'] }, async () => {
  const other = await testOwner(db);
  const began: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const kind = {
    kind: 'edit' as const,
    atOnce: 2,
    oneOfEach: true as const,
    keys: (run: { id: string }) => [run.id],
    async work({ ownerId: owner }: { ownerId: string }) {
      began.push(owner);
      await ended;
    },
  };
  await jobs.know([kind]);
  await jobs.start([kind]);
  await jobs.wake({ ...(await newRun('long')), kind: 'edit' });
  await expect.poll(() => began).toEqual([ownerId]);
  await jobs.wake({ ...(await newRun('long too')), kind: 'edit' });
  await jobs.wake({ ...(await newRun('short')), kind: 'edit', owner_id: other });

  await expect.poll(() => began, { timeout: 30_000 }).toEqual([ownerId, other]);
  end();
  await expect.poll(() => began, { timeout: 30_000 }).toEqual([ownerId, other, ownerId]);
});

it('never works on one store in two processes, whoever takes its jobs', { tags: ['slow'] }, async () => {
  const working = new Set<string>();
  let together = 0;
  const took = new Set<string>();
  const bothTook = Promise.withResolvers<void>();
  let ended = 0;
  const kindIn = (process: string) => ({
    kind: 'listing' as const,
    // One: a process cannot take both stores, and ends nothing before the other one works too.
    atOnce: 1,
    keys: (run: { request: unknown }) => listedTo(run),
    async work({ key }: { key: string }) {
      together += working.has(key) ? 1 : 0;
      working.add(key);
      took.add(process);
      if (took.size === 2) {
        bothTook.resolve();
      }
      await bothTook.promise;
      await new Promise((resolve) => setTimeout(resolve, 100));
      working.delete(key);
      ended += 1;
    },
  });
  await jobs.know([kindIn('one')]);
  await elsewhere.know([kindIn('two')]);
  await jobs.start([kindIn('one')], signals);
  await elsewhere.start([kindIn('two')], signals);
  for (let count = 0; count < 6; count += 1) {
    const run = await newRun(`to two stores ${count}`);
    await jobs.wake({ ...run, kind: 'listing', request: { shopIds: ['shop-one', 'shop-two'] } });
  }

  await expect.poll(() => ended, { timeout: 90_000 }).toBe(12);
  expect(together).toBe(0);
  expect([...took].toSorted()).toEqual(['one', 'two']);
});

/** Returns the shops of a run, as a listing run has them: one job for each. */
function listedTo({ request }: { request: unknown }): string[] {
  return z.object({ shopIds: z.array(z.string()) }).parse(request).shopIds;
}
