import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import type { Isolate } from './isolate.ts';
import { IsolatePool } from './pool.ts';

interface Opened {
  jobs: unknown[];
  answer(answer: unknown): void;
  crash(): void;
  ended: boolean;
  busy: boolean;
}

/** A pool whose isolates respond when the test says so. */
function pool({ size = 2, jobMs = 60_000, idleMs = 60_000 } = {}) {
  const opened: Opened[] = [];
  const open = (): Isolate => {
    const answers: ((answer: unknown) => void)[] = [];
    const ends: (() => void)[] = [];
    const one: Opened = {
      jobs: [],
      answer: (answer) => answers.forEach((listener) => void listener(answer)),
      crash: () => ends.splice(0).forEach((listener) => void listener()),
      ended: false,
      busy: false,
    };
    opened.push(one);
    return {
      send: (job) => one.jobs.push(job),
      onAnswer: (listener) => answers.push(listener),
      onEnd: (listener) => ends.push(listener),
      hold: (isBusy) => {
        one.busy = isBusy;
      },
      end: () => {
        one.ended = true;
        one.crash();
      },
    };
  };
  return { opened, pool: new IsolatePool({ open, size, jobMs, idleMs }) };
}

const whyOf = (requested: Promise<unknown>) =>
  requested.then(
    () => 'read',
    (thrown: { why?: string; code?: string; message: string }) => thrown.why ?? thrown.code ?? thrown.message,
  );

it('runs as many jobs at once as it has isolates, and the others after them', async () => {
  const { opened, pool: two } = pool();
  const runs = ['a', 'b', 'c'].map((job) => two.run(job));
  expect(opened.map(({ jobs }) => jobs)).toEqual([['a'], ['b']]);

  opened[1]?.answer({ value: 'B' });
  expect(opened.map(({ jobs }) => jobs)).toEqual([['a'], ['b', 'c']]);
  opened[1]?.answer({ value: 'C' });
  opened[0]?.answer({ value: 'A' });

  expect(await Promise.all(runs)).toEqual(['A', 'B', 'C']);
  expect(opened.map(({ busy }) => busy)).toEqual([false, false]);
});

it('stops a job that takes too long with its isolate, and continues in a new one', async () => {
  const { opened, pool: one } = pool({ size: 1, jobMs: 30 });
  const [first, second] = [one.run('slow'), one.run('next')];

  expect(await whyOf(first)).toBe('time');
  expect(opened.map(({ jobs, ended }) => [jobs, ended])).toEqual([
    [['slow'], true],
    [['next'], false],
  ]);
  opened[1]?.answer({ value: 1 });
  expect(await second).toBe(1);
});

it('names a job that ended its isolate, and continues', async () => {
  const { opened, pool: one } = pool({ size: 1 });
  const [first, second] = [one.run('heavy'), one.run('next')];

  opened[0]?.crash();
  expect(await whyOf(first)).toBe('crash');
  opened[1]?.answer({ value: 1 });
  expect(await second).toBe(1);
});

it('forgets a job that is given up, waiting or running', async () => {
  const { opened, pool: one } = pool({ size: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const runs = [one.run('a', running.signal), one.run('b', waiting.signal), one.run('c')];

  waiting.abort(new Error('b is given up'));
  running.abort(new Error('a is given up'));

  expect(await Promise.all(runs.slice(0, 2).map(whyOf))).toEqual(['a is given up', 'b is given up']);
  expect(opened.map(({ jobs, ended }) => [jobs, ended])).toEqual([
    [['a'], true],
    [['c'], false],
  ]);
  opened[1]?.answer({ value: 1 });
  expect(await runs[2]).toBe(1);
});

it('throws what a job threw, by its name', async () => {
  const { opened, pool: one } = pool({ size: 1 });
  const named = one.run('a');
  opened[0]?.answer({ failure: { code: 'source.gone', message: 'no page', params: { host: 'a.example' } } });
  const plain = one.run('b');
  opened[0]?.answer({ failure: { code: null, message: 'broken', params: {} } });

  const thrown = await named.catch((failure: unknown) => AppError.from(failure));
  expect(thrown).toMatchObject({ code: 'source.gone', params: { host: 'a.example' } });
  expect(await whyOf(plain)).toBe('broken');
});

it('ends an isolate that has nothing to do for long, and no job is lost by that', async () => {
  const { opened, pool: one } = pool({ size: 1, idleMs: 20 });
  const first = one.run('a');
  opened[0]?.answer({ value: 1 });
  await first;
  await expect.poll(() => opened[0]?.ended).toBe(true);

  const second = one.run('b');
  opened[1]?.answer({ value: 2 });
  expect(await second).toBe(2);
});
