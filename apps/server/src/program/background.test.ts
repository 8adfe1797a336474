import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import type { Services } from '../services/services.ts';
import { backgroundWork } from './background.ts';
import { jobKindsOf } from './job-kinds.ts';

const root = join(import.meta.dirname, '../../../..');

/** Timers that belong to one connection, call, thread, process, lock, look or stop, and end with it. */
const tied = [
  'collect/apart/apart.ts',
  'collect/apart/reading-process.ts',
  'db/embedded/start-lock.ts',
  'http/condition/patience.ts',
  'http/ending.ts',
  'http/run-stream.ts',
  'imports/watched/look.ts',
  'isolated/job.ts',
  'uploads/reading/read-table.ts',
  'uploads/reading/read-thread.ts',
];

it('docs/operating.md lists all that the program does by itself, as it is', () => {
  const section = /## What runs by itself\n([\s\S]*?)\n## /.exec(
    readFileSync(join(root, 'docs/operating.md'), 'utf8'),
  )?.[1];
  const rows = section?.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Name|Runs) /.test(line));
  // What a kind of job needs is used only when it works.
  const kinds = jobKindsOf({} as Services);

  expect(rows).toEqual([
    ...backgroundWork.map(
      ({ name, everyMs, does, runsIn }) => `| \`${name}\` | ${duration(everyMs)} | ${does} | ${runsIn} |`,
    ),
    ...kinds.map(({ kind, atOnce }) => `| ${kind} | ${atOnce} |`),
  ]);
});

it('nothing else of the server repeats by itself', () => {
  const src = join(root, 'apps/server/src');
  const repeating = globSync('**/*.ts', { cwd: src })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/\.test\.ts$|\/testing/.test(path))
    .filter((path) => readFileSync(join(src, path), 'utf8').includes('setInterval('));

  expect(repeating.sort()).toEqual(tied);
});

it('no two works have one name', () => {
  expect(new Set(backgroundWork.map(({ name }) => name)).size).toBe(backgroundWork.length);
});

function duration(ms: number): string {
  const [count, unit] =
    ms < 60_000 ? [ms / 1000, 's'] : ms < 3_600_000 ? [ms / 60_000, 'min'] : [ms / 3_600_000, 'h'];
  return `${count} ${unit}`;
}
