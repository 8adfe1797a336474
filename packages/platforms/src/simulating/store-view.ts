/** What a judge needs of a played store's books. */
interface Books<Product, Write> {
  products: ReadonlyMap<unknown, Product>;
  history: readonly Write[];
  /** Applies all that was due by then. */
  catchUp(now: number): void;
}

/** A store's books as a judge reads them: what is there, under which key, and what was ever made. */
export interface StoreView<Product, Write> {
  products: readonly Product[];
  /** Products there now, by the key they bear; more than one is a twin. */
  productsByKey: ReadonlyMap<string, readonly Product[]>;
  /** How many products an app ever created under a key. */
  createdByKey: ReadonlyMap<string, number>;
  /** Keys borne by more than one product now. */
  twins: readonly string[];
  history: readonly Write[];
}

/** Reads the books after all that was due by now has been applied. */
export function storeView<Product, Write extends { action: string; by: string; key: string | null }>(
  books: Books<Product, Write>,
  keyIn: (product: Product) => string | null,
  now: number,
): StoreView<Product, Write> {
  books.catchUp(now);
  const products = [...books.products.values()];
  const productsByKey = new Map<string, Product[]>();
  for (const product of products) {
    const key = keyIn(product);
    if (key !== null) {
      productsByKey.set(key, [...(productsByKey.get(key) ?? []), product]);
    }
  }
  const createdByKey = new Map<string, number>();
  for (const { action, by, key } of books.history) {
    if (action === 'create' && by === 'app' && key !== null) {
      createdByKey.set(key, (createdByKey.get(key) ?? 0) + 1);
    }
  }
  const twins = [...productsByKey].filter(([, holders]) => holders.length > 1).map(([key]) => key);
  return { products, productsByKey, createdByKey, twins, history: books.history };
}
