import type { Product } from '@bowerbird/catalog/product';
import { withUnstated } from '../../reading/page-fields.ts';

/** Fields that every product of the site has, though not every page or answer gives them. */
const lacks = [
  'descriptionHtml',
  'vendor',
  'productType',
  'categories',
  'attributes',
  'currency',
  'stock',
  'availability',
  'weight',
  'imageUrl',
] as const;

/** Returns a product of this marketplace marked with the fields that `way` did not provide. */
export function withFactsMark(product: Product, way: 'page-state' | 'api'): Product {
  return withUnstated(product, way, {
    // The open platforms give no compare-at price (`open-api-facts.ts`).
    lacks: way === 'api' ? [...lacks, 'compareAtPrice'] : lacks,
  });
}
