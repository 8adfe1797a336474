import type { Product } from '@bowerbird/catalog/product';
import { withUntold } from '../page-fields.ts';

/** What each of its products has, though not every page or answer tells it. */
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
  'pictureUrl',
] as const;

/** A product of this marketplace with the mark of what `way` did not tell of it. */
export function withGoodsMark(product: Product, way: 'page-state' | 'api'): Product {
  return withUntold(product, way, {
    // The open platforms tell no former price (`open-api-goods.ts`).
    lacks: way === 'api' ? [...lacks, 'compareAtPrice'] : lacks,
  });
}
