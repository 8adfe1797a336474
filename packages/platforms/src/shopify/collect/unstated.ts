import type { Product } from '@bowerbird/catalog/product';
import { type MarkedField, withUnstated } from '../../reading/page-fields.ts';
import { isObject, itemsOf } from '../../reading/unread.ts';

/** Fields that the feed and the forms of one product leave out (readme); none of them contains collections. */
const lacks: Record<'feed' | 'json' | 'js', readonly MarkedField[]> = {
  feed: ['barcode', 'seo', 'currency'],
  json: ['availability', 'seo', 'currency'],
  js: ['seo', 'currency'],
};

/** Returns a product with the mark of the form that it was `sent` in. */
export function withFormMark(product: Product, form: 'feed' | 'json' | 'js', sent: unknown): Product {
  return withUnstated(product, form, {
    lacks: [
      ...(isStockStated(product, isObject(sent) ? sent.variants : []) ? [] : ['stock' as const]),
      ...lacks[form],
    ],
    never: ['categories'],
  });
}

/** Reports whether the shop gave quantities, or that it counts none: then there is nothing to know. */
export function isStockStated({ extra, variants }: Product, rows: unknown): boolean {
  const sent = itemsOf(rows).filter(isObject);
  return (
    extra.stock?.stated === true ||
    variants.some(({ stock }) => stock !== null) ||
    (sent.length > 0 && sent.every((row) => row.inventory_management === null))
  );
}
