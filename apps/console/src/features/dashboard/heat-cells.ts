export interface HeatCell {
  /** The first and the last point it stands for. */
  first: number;
  last: number;
  sum: number;
  /** 0: nothing; 1 to 4: the part of the strip's most; `none`: still to come. */
  level: 0 | 1 | 2 | 3 | 4 | 'none';
}

/** More cells than this do not fit; weeks stand for days then. */
const cellsMax = 100;
const week = 7;

/** Returns the cells of a strip. Points that have not begun are no zeros. */
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
