import type { Product } from '@bowerbird/catalog/product';
import { withUntold } from '../page-fields.ts';

/** What the words of a post seldom or never tell of goods (readme). */
const lacks = [
  'vendor',
  'currency',
  'stock',
  'availability',
  'weight',
  'barcode',
  'sku',
  'pictureUrl',
  'seo',
] as const;

/** A product of a blog with the mark of what neither its post nor its page told. */
export function withPostMark(product: Product, way: 'api' | 'markup'): Product {
  return withUntold(product, way, { lacks });
}
