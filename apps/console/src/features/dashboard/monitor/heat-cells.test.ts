import { expect, it } from 'vitest';
import { heatCells } from './heat-cells.ts';

it('shades a day by its part of the most, and what is still to come not at all', () => {
  expect(heatCells([0, 1, 50, 100, 0], 4).map(({ level }) => level)).toEqual([0, 1, 2, 4, 'none']);
});

it('adds a long period up by weeks, and loses nothing', () => {
  const cells = heatCells(new Array(365).fill(1), 365);

  expect(cells).toHaveLength(53);
  expect(cells.reduce((sum, cell) => sum + cell.sum, 0)).toBe(365);
  expect(cells.at(-1)).toMatchObject({ first: 364, last: 364, sum: 1 });
});
