/** As many variants as one variation of the shop may stand for. */
const variationMax = 200;
/** As many as all variations of a product may stand for together. */
const productMax = 12_000;

/** What the variations of one product stand for; each is asked for once, in turn. */
export interface Combinations {
  /** Every combination of one value from each list, as far as there is room. */
  of(lists: readonly (readonly string[])[]): string[][];
  /** Whether nothing was left out so far. */
  areAll(): boolean;
}

/** Counts the variants of one product: where a variation is sold with any value, it stands for each. */
export function startCombinations(): Combinations {
  let made = 0;
  let areAll = true;
  return {
    of(lists) {
      const most = Math.min(variationMax, productMax - made);
      areAll &&= lists.reduce((count, { length }) => count * length, 1) <= most;
      const found = firstCombinations(lists, most);
      made += found.length;
      return found;
    },
    areAll: () => areAll,
  };
}

function firstCombinations(lists: readonly (readonly string[])[], most: number): string[][] {
  let combinations: string[][] = most > 0 ? [[]] : [];
  for (const values of lists) {
    const longer: string[][] = [];
    for (const begun of combinations) {
      for (const value of values.slice(0, most - longer.length)) {
        longer.push([...begun, value]);
      }
    }
    combinations = longer;
  }
  return combinations;
}
