import type { StoredCollection, StoredMedia, StoredProduct } from '../admin/record.ts';
import type { Ledger } from './ledger.ts';

/** A store's simulator state as a verifier reads it: what exists, under which key, and what was ever created. */
export interface LedgerView {
  products: readonly StoredProduct[];
  /** Existing products by the key they carry; more than one under a key is a duplicate. */
  productsByKey: ReadonlyMap<string, readonly StoredProduct[]>;
  /** How many products an app ever created under a key. */
  createdByKey: ReadonlyMap<string, number>;
  /** Keys that more than one product carries now. */
  duplicates: readonly string[];
  history: Ledger['history'];
  /** By their ids. */
  media: ReadonlyMap<number, StoredMedia>;
  /** By their ids. */
  collections: ReadonlyMap<number, StoredCollection>;
}

/** Returns the simulator state after everything due by now has been applied. */
export function viewOf(ledger: Ledger, now: number): LedgerView {
  ledger.catchUp(now);
  const products = [...ledger.products.values()];
  const productsByKey = new Map<string, StoredProduct[]>();
  for (const product of products) {
    const key = ledger.keyOf(product);
    if (key !== null) {
      productsByKey.set(key, [...(productsByKey.get(key) ?? []), product]);
    }
  }
  const createdByKey = new Map<string, number>();
  for (const { action, by, key } of ledger.history) {
    if (action === 'create' && by === 'app' && key !== null) {
      createdByKey.set(key, (createdByKey.get(key) ?? 0) + 1);
    }
  }
  const duplicates = [...productsByKey].filter(([, holders]) => holders.length > 1).map(([key]) => key);
  return {
    products,
    productsByKey,
    createdByKey,
    duplicates,
    history: ledger.history,
    media: ledger.media,
    collections: ledger.collections,
  };
}
