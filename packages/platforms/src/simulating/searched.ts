import type { Shelf, ShelfProduct } from './shelf.ts';

/** So many goods are looked through. */
const lookedThrough = 5000;

/** What a shop's search finds: the goods whose title holds every word, in the shop's order. */
export function searched(shelf: Pick<Shelf, 'slice'>, words: string): ShelfProduct[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.length === 0
    ? []
    : shelf
        .slice(0, lookedThrough)
        .filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
