/** Lengths and counts that a product may have (`shopify/readme.md`, Limits of a product). */
export const productLimits = {
  text: 255,
  description: 512 * 1024,
  tags: 250,
  media: 250,
  quantities: 50_000,
} as const;
