/** Largest number of variants that one variation of the shop may expand to. */
const variationMax = 200;
/** Largest number of variants that all variations of a product may expand to together. */
const productMax = 12_000;

/** Expansion of the variations of one product to variants; called once for each, in order. */
export interface Combinations {
  /** Returns every combination of one value from each list, as far as the limits allow. */
  of(lists: readonly (readonly string[])[]): string[][];
  /** Reports whether nothing was left out so far. */
  areAll(): boolean;
}

/** Counts the variants of one product: a variation sold with any value expands to a variant for each. */
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
