import { type Product, type ProductField, productFields } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { platforms } from './all.ts';
import type { Platform } from './platform.ts';
import { playedShop } from './testing/played-suite.ts';
import { itemsOf } from './unread.ts';

const goods = 20;
const pageFields = [
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'options',
  'variants',
  'pictures',
  'categories',
  'currency',
] as const satisfies readonly ProductField[];

/** What products of a platform do not have: they stand in collections, which list them. */
const lackedBy: Record<string, ProductField> = {
  shopify: 'categories',
  woocommerce: 'productType',
  'shopline-tw': 'productType',
};

/** Fields that a product of a page leaves empty without a word. */
function silentFields(product: Product): string[] {
  const { fields, unknown } = product.extra.page ?? {};
  const told = Object.keys(typeof fields === 'object' && fields !== null ? fields : {});
  const named = new Set([...told, ...itemsOf(unknown)]);
  // Whose variants are all told, and have no choice, has no options.
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
  'says of every page of %s which form told a field, or that none did',
  async (id) => {
    const platform = platforms.get(id) as Platform;
    const { context, collect } = playedShop(platform, goods);
    const { products } = await collect();

    for (const { source } of products) {
      const url = new URL(new URL(source?.url ?? '').pathname, 'http://glade-home.localhost:8901');
      const [read] = platform.collector?.readPage?.(await (await context.fetch(url)).text(), url) ?? [];

      expect([url.pathname, read && silentFields(read)]).toEqual([url.pathname, []]);
      expect(productFields).toEqual(expect.arrayContaining([...itemsOf(read?.extra.page?.unknown)]));
    }
  },
);
