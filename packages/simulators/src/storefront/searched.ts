import type { CatalogProduct, SimulatedCatalog } from './catalog.ts';

/** Largest number of products that are searched. */
const lookedThrough = 5000;

/** Returns the results of a shop's search: the products whose title contains every word, in the shop's order. */
export function searched(catalog: Pick<SimulatedCatalog, 'slice'>, words: string): CatalogProduct[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.length === 0
    ? []
    : catalog
        .slice(0, lookedThrough)
        .filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
