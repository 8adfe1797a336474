import { expect, it } from 'vitest';
import { realClock } from '../time/clock.ts';
import { type BackgroundWork, type BegunWork, more, startBackground } from './background-work.ts';

const logged: unknown[] = [];
const services = {
  clock: realClock,
  log: { debug() {}, info() {}, error() {}, warn: (line: unknown) => void logged.push(line) },
};

function work(begun: BegunWork, changes: Partial<BackgroundWork<unknown>> = {}): BackgroundWork<unknown> {
  return { name: 'mugs', everyMs: 5, does: '', runsIn: 'workers', begin: () => begun, ...changes };
}

/** A pass that counts, and answers as instructed. */
function counted(answer: (count: number) => Promise<unknown>) {
  const counting = {
    count: 0,
    pass: () => {
      counting.count += 1;
      return answer(counting.count);
    },
  };
  return counting;
}

it('repeats after a failure, which the log names', async () => {
  const mugs = counted(async (count) => {
    if (count === 1) {
      throw new Error('no kiln');
    }
  });
  const background = await startBackground(services, 'worker', [work(mugs)]);

  await expect.poll(() => mugs.count).toBeGreaterThan(2);
  await background.stop();

  expect(logged).toEqual([{ work: 'mugs', error: 'Error: no kiln' }]);
});

it('leaves the work of workers to workers, and starts none in a process that answers calls alone', async () => {
  const [ofWorkers, ofAll] = [counted(async () => {}), counted(async () => {})];
  const background = await startBackground(services, 'api', [
    work(ofWorkers),
    work(ofAll, { runsIn: 'every process' }),
  ]);
  await background.stop();

  expect([ofWorkers.count, ofAll.count]).toEqual([0, 1]);
});

it('goes on at once while more is due, and pauses when nothing is', async () => {
  const mugs = counted(async (count) => (count < 4 ? more : undefined));
  const background = await startBackground(services, 'worker', [work(mugs, { everyMs: 3_600_000 })]);

  await expect.poll(() => mugs.count).toBe(4);
  await background.stop();
});

it('stops when the pass in progress has ended and the work is closed, and nothing begins after that', async () => {
  const steps: string[] = [];
  const pass = async (signal: AbortSignal) => {
    steps.push('begins');
    await new Promise((done) => signal.addEventListener('abort', done));
    await realClock.sleep(10);
    steps.push('ends');
  };
  const background = await startBackground(services, 'worker', [
    work({ pass, close: async () => steps.push('closed') }),
    work({ pass: async () => steps.push('never'), waitsFirst: true }, { everyMs: 3_600_000 }),
  ]);
  await background.stop();

  expect(steps).toEqual(['begins', 'ends', 'closed']);
});

it('stops what it has begun when a later work cannot begin', async () => {
  const steps: string[] = [];
  const first = work({ pass: async () => {}, close: async () => steps.push('closed') });
  const second = work(
    { pass: async () => {} },
    {
      begin: () => Promise.reject(new Error('no kiln')),
    },
  );

  await expect(startBackground(services, 'worker', [first, second])).rejects.toThrow('no kiln');
  expect(steps).toEqual(['closed']);
});

it('makes a work that is woken wait for that, and comes back by itself where nothing is heard', async () => {
  const heardBy = new Set<() => void>();
  let live = true;
  const wakes = {
    listen(_channel: string, heard: () => void) {
      heardBy.add(heard);
      return () => heardBy.delete(heard);
    },
    isLive: () => live,
  };
  const mugs = counted(async () => {});
  const woken = work(mugs, { wokenBy: { channel: 'run_changed', seldomMs: 3_600_000 } });
  const background = await startBackground(services, 'worker', [woken], wakes);

  await new Promise((resolve) => setTimeout(resolve, 100));
  const alone = mugs.count;
  for (const heard of heardBy) {
    heard();
  }
  await expect.poll(() => mugs.count).toBe(alone + 1);
  live = false;
  for (const heard of heardBy) {
    heard();
  }
  await expect.poll(() => mugs.count).toBeGreaterThan(alone + 4);
  await background.stop();

  expect(alone).toBe(1);
  expect(heardBy.size).toBe(0);
});
