import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { conditions, mediansOf, tableOf, withMeasured } from './table.ts';

const row = (what: string, ratio: number) => ({ what, ours: `${ratio} s`, floor: '1 s', ratio, aim: '0.5' });

it('shows the turn with the median ratio and how far the others were, each line by its place', () => {
  const rows = mediansOf([
    [row('collect', 0.2), row('again', 0.9)],
    [row('collect', 0.4), row('again', 0.5)],
    [row('collect', 0.3), row('again', 0.7)],
  ]);

  expect(tableOf(rows).split('\n').slice(2)).toEqual([
    '| collect | 0.3 s | 1 s | 0.300 (0.200 to 0.400) | 0.5 |',
    '| again | 0.7 s | 1 s | 0.700 (0.500 to 0.900) | 0.5 |',
  ]);
});

it('claims no spread for what was measured once', () => {
  expect(tableOf(mediansOf([[row('collect', 0.2)]]))).toContain('| collect | 0.2 s | 1 s | 0.200 | 0.5 |');
});

it('refuses turns that did not measure the same', () => {
  expect(() => mediansOf([[row('collect', 0.2)], []])).toThrow(/different numbers of lines/);
});

it("replaces one benchmark's part of the page, which has a place for all", () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
  const names = ['first', 'second', 'third'];
  const two = withMeasured(withMeasured(page, 'third', '| 3 |', names), 'first', '| 1 |', names);
  const again = withMeasured(two, 'third', '| new |', names);

  expect(two).toContain('\n### first\n\n| 1 |\n\n### third\n\n| 3 |\n\n');
  expect(again).toBe(two.replace('| 3 |', '| new |'));
  expect(again).toContain('# Benchmarks');
  expect(() => withMeasured('no marks', 'first', '', names)).toThrow(/no place for the tables/);
});

it('says when, on which machine and on which commit was measured', { tags: ['slow'] }, () => {
  expect(conditions()).toMatch(/^\d{4}-\d\d-\d\d, commit \w+.*, \d+ cores \(.*\), \d+ GiB, Node \d/);
});
