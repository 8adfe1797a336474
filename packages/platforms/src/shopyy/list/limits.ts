/**
 * What a product may hold. Read in the platform's own template for files (`readme.md`, Limits of a product), and assumed to be
 * the same in its API.
 */
export const limits = {
  title: 250,
  handle: 255,
  /** Title and description for search engines. */
  seo: 2048,
  vendor: 100,
  /** Names of options and of their values. */
  option: 63,
  sku: 511,
  barcode: 63,
  tag: 250,
  options: 3,
  /** Assumed: no number is told anywhere. */
  variants: 500,
  /** Decimals of an amount. */
  decimals: 2,
} as const;
