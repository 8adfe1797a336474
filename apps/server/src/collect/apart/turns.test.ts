import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const atOnce = Math.max(1, availableParallelism() - 1);

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
