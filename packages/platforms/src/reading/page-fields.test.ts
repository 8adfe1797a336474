import type { Product, ProductField } from '@bowerbird/catalog/product';
import { mug } from '@bowerbird/catalog/testing/products';
import { expect, it } from 'vitest';
import { platforms } from '../all.ts';
import type { Platform } from '../platform.ts';
import { simulatedShop } from '../testing/simulated-suite.ts';
import { markedFields, withUnstated } from './page-fields.ts';
import { itemsOf } from './unread.ts';

const sample = 20;
const pageFields = [
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'options',
  'variants',
  'images',
  'categories',
  'currency',
] as const satisfies readonly ProductField[];

/** Fields that products of a platform do not have. */
const lackedBy: Record<string, ProductField> = {
  woocommerce: 'productType',
  'shopline-tw': 'productType',
};

/** Returns fields that a page's product leaves empty without marking them. */
function silentFields(product: Product): string[] {
  const { fields, unknown } = product.extra.page ?? {};
  const stated = Object.keys(typeof fields === 'object' && fields !== null ? fields : {});
  const named = new Set([...stated, ...itemsOf(unknown)]);
  // A product whose variants are all given and that has no choices has no options.
  if (named.has('variants') && !itemsOf(unknown).includes('variants')) {
    named.add('options');
  }
  const isEmpty = (field: ProductField) => product[field] === null || itemsOf(product[field]).length === 0;
  const lacked = lackedBy[product.source?.platform ?? ''];
  return pageFields.filter(
    (field) => field !== lacked && !named.has(field) && (field === 'descriptionHtml' || isEmpty(field)),
  );
}

it.each(['shopify', 'woocommerce', 'wordpress', 'shopline', 'shopline-tw', 'shoplazza', 'shopyy'])(
  'says of every page of %s which form gave a field, or that none did',
  async (id) => {
    const platform = platforms.get(id) as Platform;
    const { context, collect } = simulatedShop(platform, sample);
    const { products } = await collect();

    for (const { source } of products) {
      const url = new URL(new URL(source?.url ?? '').pathname, 'http://glade-home.localhost:8901');
      const [read] = platform.collector?.readPage?.(await (await context.fetch(url)).text(), url) ?? [];

      expect([url.pathname, read && silentFields(read)]).toEqual([url.pathname, []]);
      expect(markedFields).toEqual(expect.arrayContaining([...itemsOf(read?.extra.page?.unknown)]));
    }
  },
);

it('marks what a way leaves out where a product has nothing of it, and what it never gives whatever a run put there', () => {
  const bare = { ...mug, vendor: null, categories: [], images: [] };
  const marked = (product: Product) =>
    withUnstated(product, 'feed', { lacks: ['vendor', 'sku', 'barcode', 'alt'], never: ['categories'] })
      .extra;

  expect(marked(bare)).toEqual({
    page: { way: 'feed', fields: {}, unknown: ['categories', 'vendor', 'barcode'], never: ['categories'] },
  });
  expect(marked({ ...bare, categories: [['Mugs']] })).toEqual(marked(bare));
  expect(withUnstated(mug, 'feed', { lacks: ['vendor', 'sku'] })).toBe(mug);
});
