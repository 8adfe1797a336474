/** How many match a filter; `totalIsEstimate`: there are more than `total`, which is where counting ended. */
export interface Counted {
  total: number;
  totalIsEstimate: boolean;
}

/** How far the matches of a filter are counted for a list. */
export const counting = {
  /** Of an owner with up to so many rows, matches are counted up to `matches`. */
  wholeShop: 100_000,
  matches: 10_000,
  /** Of a greater one, the matches among so many of the newest rows are. */
  newest: 10_000,
};

/** Returns the greatest number below this one with at most two digits that are not zero: 3,912 gives 3,900. */
export function roundBelow(count: number): number {
  const below = Math.max(0, count - 1);
  const step = 10 ** Math.max(0, String(below).length - 2);
  return Math.floor(below / step) * step;
}
