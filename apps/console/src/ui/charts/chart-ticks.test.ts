import { expect, it } from 'vitest';
import { countTicks } from './chart-ticks.ts';

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [24, [0, 5, 10, 15, 20, 25]],
  [100, [0, 25, 50, 75, 100]],
  [2024, [0, 500, 1000, 1500, 2000, 2500]],
])('counts up to %d as people do, in whole numbers', (highest, ticks) => {
  expect(countTicks(highest)).toEqual(ticks);
});
