import type { Product } from '@bowerbird/catalog/product';
import { withUnstated } from '../../reading/page-fields.ts';

/** What a post's text seldom or never says about a product (readme). */
const lacks = [
  'vendor',
  'currency',
  'stock',
  'availability',
  'weight',
  'barcode',
  'sku',
  'imageUrl',
  'seo',
] as const;

/** Returns a blog's product marked with what neither its post nor its page gave. */
export function withPostMark(product: Product, way: 'api' | 'markup'): Product {
  return withUnstated(product, way, { lacks });
}
