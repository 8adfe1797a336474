import type { Measure } from '@bowerbird/contract/figures/analysis';
import { expect, it } from 'vitest';
import { periodOf, sound } from './analysis-period.ts';
import { csvOf, seriesOf } from './analysis-series.ts';

const measure: Measure = {
  total: 6,
  before: 0,
  points: [1, 5],
  byPlatform: [{ key: 'shopify', name: 'shopify', platform: 'shopify', total: 6, points: [1, 5] }],
  byPlace: [
    { key: 'a', name: '=cmd.example', platform: 'shopify', total: 4, points: [1, 3] },
    { key: null, name: '', platform: null, total: 2, points: [0, 2] },
  ],
};
const words = { whole: 'Collected', nameOf: ({ name }: { name: string }) => name || 'Others, and more' };

it('gives a sheet each value with its sums, and no text that it would run as a formula', () => {
  const csv = csvOf(seriesOf(measure, 'place', words), {
    when: 'Day',
    total: 'Total',
    points: ['2026-11-19', '2026-11-20'],
  });

  expect(csv).toBe(
    '\uFEFFDay,\'=cmd.example,"Others, and more",Total\r\n' +
      '2026-11-19,1,0,1\r\n2026-11-20,3,2,5\r\nTotal,4,2,6\r\n',
  );
});

it('takes 7 days to mean today and the six before it, where the person is', () => {
  const now = new Date(2026, 2, 3, 0, 30);

  expect(periodOf(new URLSearchParams('period=week'), now)).toEqual({
    name: 'week',
    from: '2026-02-25',
    to: '2026-03-03',
  });
  expect(periodOf(new URLSearchParams('period=today'), now)).toMatchObject({ from: '2026-03-03' });
});

it('asks for no period of its own that runs backwards, is too long or is no date', () => {
  const own = (from: string, to: string) => sound({ from, to });

  expect(own('2026-11-01', '2026-11-01')).not.toBeNull();
  expect(own('2026-11-02', '2026-11-01')).toBeNull();
  expect(own('2020-11-02', '2026-11-01')).toBeNull();
  expect(own('soon', '2026-11-01')).toBeNull();
});
