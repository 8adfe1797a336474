import type { Product } from '@bowerbird/catalog/product';
import type { WatchedField } from '@bowerbird/contract/collect';
import type { Skipped } from '@bowerbird/platforms/platform';
import type { Found } from '../db/tables/sources.ts';

type Has = (product: Product) => boolean;

/** Whether a product has what a reader should find, by field. `product` and `title` it has by being one. */
const has: Record<WatchedField, Has> = {
  product: () => true,
  title: () => true,
  description: ({ descriptionHtml }) => descriptionHtml.trim() !== '',
  pictures: ({ pictures }) => pictures.length > 0,
  price: ({ variants }) => variants.some(({ price }) => Number(price) > 0),
  compareAtPrice: ({ variants }) => variants.some(({ compareAtPrice }) => compareAtPrice !== null),
  currency: ({ currency }) => currency !== null,
  vendor: ({ vendor }) => vendor !== null && vendor !== '',
  sku: ({ variants }) => variants.some(({ sku }) => sku !== null && sku !== ''),
  stock: ({ variants }) => variants.some(({ stock, available }) => stock !== null || available !== null),
  weight: ({ variants }) => variants.some(({ weight }) => weight !== null),
  categories: ({ categories }) => categories.length > 0,
  tags: ({ tags }) => tags.length > 0,
  attributes: ({ attributes }) => attributes.length > 0,
  options: ({ options }) => options.length > 0,
};

// Every field, for nothing but these stands there.
const fields = Object.entries(has) as [WatchedField, Has][];

/** Which of a platform's readers read: the lists of a shop, its pages, one product by itself, or a way in of the merchant's own. */
export function readerWay(collectWay: string | null, connection: string | null): string {
  if (connection !== null) {
    return `own:${connection}`;
  }
  const byList = collectWay === 'feed' || collectWay === 'collections';
  return collectWay === null ? 'one' : byList ? 'list' : 'page';
}

/** Counts which fields a product that was read has. */
export function countFound(found: Found, way: string, product: Product): void {
  for (const [field, isThere] of fields) {
    count(found, way, field, isThere(product));
  }
}

/** Counts a product that could not be read, for what made it so. A page that is gone or closed says nothing of a reader. */
export function countUnread(found: Found, way: string, { failure }: Skipped): void {
  switch (failure.code) {
    case 'source.price-unreadable':
      count(found, way, 'price', false);
      return;
    case 'source.product-unreadable':
      if (failure.params.field === 'title' || failure.params.field === 'name') {
        count(found, way, 'title', false);
      }
      count(found, way, 'product', false);
      return;
    case 'source.page-not-understood':
    case 'source.not-json':
      count(found, way, 'product', false);
      return;
    default:
  }
}

function count(found: Found, way: string, field: string, isThere: boolean): void {
  const ofWay = (found[way] ??= {});
  const counted = (ofWay[field] ??= [0, 0]);
  counted[0] += 1;
  counted[1] += isThere ? 1 : 0;
}
