export interface HeatCell {
  /** First and last point that the cell covers. */
  first: number;
  last: number;
  sum: number;
  /** 0: nothing; 1 to 4: quarter of the strip's maximum; `none`: still in the future. */
  level: 0 | 1 | 2 | 3 | 4 | 'none';
}

/** More cells do not fit; a cell is then a week instead of a day. */
const cellsMax = 100;
const week = 7;

/** Returns the cells of a strip. Points that have not begun are not zeros. */
export function heatCells(values: readonly number[], begun: number): HeatCell[] {
  const per = values.length > cellsMax ? week : 1;
  const groups = Array.from({ length: Math.ceil(values.length / per) }, (_, index) => {
    const first = index * per;
    const some = values.slice(first, first + per);
    return { first, last: first + some.length - 1, sum: some.reduce((sum, each) => sum + each, 0) };
  });
  const most = Math.max(0, ...groups.map(({ sum }) => sum));
  return groups.map((group) => ({
    ...group,
    level: group.first >= begun ? 'none' : levelOf(group.sum, most),
  }));
}

function levelOf(sum: number, most: number): HeatCell['level'] {
  if (sum === 0) {
    return 0;
  }
  const part = sum / most;
  return part > 0.75 ? 4 : part > 0.5 ? 3 : part > 0.25 ? 2 : 1;
}
