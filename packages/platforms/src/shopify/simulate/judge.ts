import type { Ledger } from './ledger.ts';
import type { StoredCollection, StoredMedia, StoredProduct } from './record.ts';

/** A store's books as a judge reads them: what is there, under which key, and what was ever made. */
export interface LedgerView {
  products: readonly StoredProduct[];
  /** Products there now, by the key they bear; more than one is a twin. */
  productsByKey: ReadonlyMap<string, readonly StoredProduct[]>;
  /** How many products an app ever created under a key. */
  createdByKey: ReadonlyMap<string, number>;
  /** Keys borne by more than one product now. */
  twins: readonly string[];
  history: Ledger['history'];
  /** By their ids. */
  media: ReadonlyMap<number, StoredMedia>;
  /** By their ids. */
  collections: ReadonlyMap<number, StoredCollection>;
}

/** Reads the books after all that was due by now has been applied. */
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
  const twins = [...productsByKey].filter(([, holders]) => holders.length > 1).map(([key]) => key);
  return {
    products,
    productsByKey,
    createdByKey,
    twins,
    history: ledger.history,
    media: ledger.media,
    collections: ledger.collections,
  };
}
