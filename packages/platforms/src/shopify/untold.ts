import type { Product } from '@bowerbird/catalog/product';
import { type MarkedField, withUntold } from '../page-fields.ts';
import { isObject, itemsOf } from '../unread.ts';

/** What the feed and the forms of one product leave out, each by its name (readme); collections stand in none of them. */
const lacks: Record<'feed' | 'json' | 'js', readonly MarkedField[]> = {
  feed: ['barcode', 'seo', 'currency'],
  json: ['availability', 'seo', 'currency'],
  js: ['seo', 'currency'],
};

/** A product with the mark of the form that it was `sent` in. */
export function withFormMark(product: Product, form: 'feed' | 'json' | 'js', sent: unknown): Product {
  return withUntold(product, form, {
    lacks: [
      ...(isStockTold(product, isObject(sent) ? sent.variants : []) ? [] : ['stock' as const]),
      ...lacks[form],
    ],
    never: ['categories'],
  });
}

/** Whether the shop told quantities, or that it counts none: then there is nothing to know. */
export function isStockTold({ extra, variants }: Product, rows: unknown): boolean {
  const sent = itemsOf(rows).filter(isObject);
  return (
    extra.stock?.told === true ||
    variants.some(({ stock }) => stock !== null) ||
    (sent.length > 0 && sent.every((row) => row.inventory_management === null))
  );
}
