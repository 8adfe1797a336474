/**
 * Limits of a product. Taken from the platform's own file template (`readme.md`, Limits of a product), and assumed to
 * be the same in its API.
 */
export const limits = {
  title: 250,
  handle: 255,
  /** SEO title and description. */
  seo: 2048,
  vendor: 100,
  /** Names of options and of their values. */
  option: 63,
  sku: 511,
  barcode: 63,
  tag: 250,
  options: 3,
  /** Assumed: no number is documented. */
  variants: 500,
  /** Decimals of an amount. */
  decimals: 2,
} as const;
