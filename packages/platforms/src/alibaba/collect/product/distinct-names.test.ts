import { expect, it } from 'vitest';
import { distinctNames } from './distinct-names.ts';

it('numbers a repeated name with the first number that no other name bears, and leaves the others alone', () => {
  expect(distinctNames(['4', '5', '4', '4 (2)', '4', '4 (2)'])).toEqual([
    '4',
    '5',
    '4 (3)',
    '4 (2)',
    '4 (4)',
    '4 (2) (2)',
  ]);
});

it('takes names for the same whose keys are the same', () => {
  expect(distinctNames(['Color', 'color', 'COLOR (2)'], (name) => name.toLowerCase())).toEqual([
    'Color',
    'color (3)',
    'COLOR (2)',
  ]);
});

it('numbers many equal names in linear time', () => {
  const names = distinctNames(new Array<string>(50_000).fill('x'));

  expect(new Set(names).size).toBe(50_000);
});
