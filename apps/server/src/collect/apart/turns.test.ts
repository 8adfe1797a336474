import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Turns } from './turns.ts';

const atOnce = Math.max(1, availableParallelism() - 1);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('lets only as many processes work at once as leave a processor free, the others after them', () => {
  const begun: number[] = [];
  const processes = Array.from({ length: atOnce + 2 }, () => new Turns());
  for (const [at, each] of processes.entries()) {
    each.give(() => begun.push(at));
  }
  expect(begun).toHaveLength(atOnce);

  processes[0]?.done();
  expect(begun).toHaveLength(atOnce + 1);
  // A process that ended gives its place to the next one, and gets nothing more itself.
  processes[atOnce + 1]?.end();
  for (const each of processes) {
    each.end();
  }
  expect(begun).toHaveLength(atOnce + 1);
});

it('gives a process that has its turn everything else at once', () => {
  const begun: string[] = [];
  const one = new Turns();

  one.give(() => begun.push('a'));
  one.give(() => begun.push('b'));

  expect(begun).toEqual(['a', 'b']);
  one.end();
});

it.each([
  { workedMs: 40, restsMs: 40 },
  { workedMs: 5000, restsMs: 250 },
])(
  'rests after a turn of $workedMs ms, so that others have the processor for $restsMs ms',
  ({ workedMs, restsMs }) => {
    const begun: string[] = [];
    const processes = Array.from({ length: atOnce }, () => new Turns());
    for (const each of processes) {
      each.give(() => undefined);
    }
    const waits = new Turns();
    waits.give(() => begun.push('after the rest'));

    vi.advanceTimersByTime(workedMs);
    processes[0]?.done();
    vi.advanceTimersByTime(restsMs - 1);
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(begun).toEqual(['after the rest']);

    for (const each of [...processes, waits]) {
      each.end();
    }
  },
);
