import { useMemo } from 'react';
import type { Candidate } from './copy-draft.ts';
import { useStores } from './queries.ts';

/** Where a platform's group opens the copy: what it is copied from, and the platform of the stores it goes to. */
export interface Way {
  /** What the source may be recognised as, the likeliest first. */
  from: readonly string[];
  to: string;
}

/** A site on WordPress may have its shop in WooCommerce. */
export const wordpressToShopify: Way = { from: ['wordpress', 'woocommerce'], to: 'shopify' };

/** The merchant's stores, as far as this way leads to them; all of them without one. */
export function useStoresOf(way: Way | null) {
  const stores = useStores();
  const data = useMemo(
    () => stores.data?.filter(({ platform }) => way === null || platform === way.to),
    [stores.data, way],
  );
  return { ...stores, data };
}

/** What the source counts as: the surest finding, among those that the way begins with. */
export function candidateFor(way: Way | null, candidates: Candidate[]): Candidate | null {
  if (way === null) {
    return candidates[0] ?? null;
  }
  return way.from.flatMap((id) => candidates.find(({ platform }) => platform === id) ?? [])[0] ?? null;
}
