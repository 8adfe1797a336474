/**
 * Returns the number of products to measure with: `BENCH_PRODUCTS`, which chooses another number for every benchmark
 * that has one, or the usual number.
 */
export function productsOr(usual: number): number {
  const requested = process.env.BENCH_PRODUCTS;
  if (requested === undefined) {
    return usual;
  }
  const products = Number(requested);
  if (!Number.isSafeInteger(products) || products < 1) {
    throw new Error(`BENCH_PRODUCTS is no number of products: ${requested}`);
  }
  return products;
}
