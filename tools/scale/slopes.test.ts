import { expect, it } from 'vitest';
import { fitted, type Measured } from './slopes.ts';

const at = (products: number, list: number): Measured => ({
  products,
  bytes: products * 2000,
  large: { list, search: 20 },
  small: { list: 10, search: 10 },
  whileCollecting: { list: 10, search: 10 },
  collected: 100,
  claimed: 100,
  edits: { 1: 100 },
  editsFar: { 1: 50 },
  alone: 1,
  beside: 2,
  together: 3,
  longestWait: 1,
});

it('finds a figure that grows with the square, and one that does not grow', () => {
  const slopes = fitted([at(1000, 1), at(2000, 4), at(4000, 16)]);
  const of = (what: string) => slopes.find((slope) => slope.what.startsWith(what));

  expect(of('list of the largest')?.power).toBeCloseTo(2);
  expect(of('search of the largest')?.power).toBeCloseTo(0);
  expect(of('size')?.extrapolated?.value).toBeCloseTo(200e9, -6);
});

it('gives wide bounds where the figures do not fit a power, and none from two sizes', () => {
  const [rough] = fitted([at(1000, 1), at(2000, 9), at(4000, 3)]).filter(({ what }) =>
    what.startsWith('list of the largest'),
  );
  const { least = 0, most = 0 } = rough?.extrapolated ?? {};

  expect(most / least).toBeGreaterThan(100);
  expect(fitted([at(1000, 1), at(2000, 2)]).every(({ extrapolated }) => extrapolated === null)).toBe(true);
  expect(fitted([at(1000, 1)])).toEqual([]);
});
