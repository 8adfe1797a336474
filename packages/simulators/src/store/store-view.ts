/** What a judge needs of a simulated store's state. */
interface SimulatorState<Product, Write> {
  products: ReadonlyMap<unknown, Product>;
  history: readonly Write[];
  /** Applies everything that was due by then. */
  catchUp(now: number): void;
}

/** A store's state as a judge reads it: what exists, under which key, and what was ever created. */
export interface StoreView<Product, Write> {
  products: readonly Product[];
  /** Existing products by their key; more than one are duplicates. */
  productsByKey: ReadonlyMap<string, readonly Product[]>;
  /** Number of products that an app ever created under a key. */
  createdByKey: ReadonlyMap<string, number>;
  /** Keys that more than one product has now. */
  duplicates: readonly string[];
  history: readonly Write[];
}

/** Reads the state after applying everything that is due by now. */
export function storeView<Product, Write extends { action: string; by: string; key: string | null }>(
  state: SimulatorState<Product, Write>,
  keyIn: (product: Product) => string | null,
  now: number,
): StoreView<Product, Write> {
  state.catchUp(now);
  const products = [...state.products.values()];
  const productsByKey = new Map<string, Product[]>();
  for (const product of products) {
    const key = keyIn(product);
    if (key !== null) {
      productsByKey.set(key, [...(productsByKey.get(key) ?? []), product]);
    }
  }
  const createdByKey = new Map<string, number>();
  for (const { action, by, key } of state.history) {
    if (action === 'create' && by === 'app' && key !== null) {
      createdByKey.set(key, (createdByKey.get(key) ?? 0) + 1);
    }
  }
  const duplicates = [...productsByKey].filter(([, holders]) => holders.length > 1).map(([key]) => key);
  return { products, productsByKey, createdByKey, duplicates, history: state.history };
}
