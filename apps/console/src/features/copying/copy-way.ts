import { useMemo } from 'react';
import type { Candidate } from './copy-draft.ts';
import { useStores } from './queries.ts';

/** What a platform's group preselects for a copy: the source platforms, and the platform of the target stores. */
export interface Way {
  /** Platforms that the source may be recognised as, the likeliest first. */
  from: readonly string[];
  to: string;
}

/** A WordPress site may have its shop in WooCommerce. */
export const wordpressToShopify: Way = { from: ['wordpress', 'woocommerce'], to: 'shopify' };

/** Returns the merchant's stores that this way leads to; all of them without one. */
export function useStoresOf(way: Way | null) {
  const stores = useStores();
  const data = useMemo(
    () => stores.data?.filter(({ platform }) => way === null || platform === way.to),
    [stores.data, way],
  );
  return { ...stores, data };
}

/** Returns the candidate with the highest confidence among the platforms that the way starts from. */
export function candidateFor(way: Way | null, candidates: Candidate[]): Candidate | null {
  if (way === null) {
    return candidates[0] ?? null;
  }
  return way.from.flatMap((id) => candidates.find(({ platform }) => platform === id) ?? [])[0] ?? null;
}
