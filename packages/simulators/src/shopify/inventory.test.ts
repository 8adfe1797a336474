import { shopify } from '@bowerbird/platforms/shopify/index';
import { collectAll, contextFor } from '@bowerbird/platforms/testing/collecting';
import { expect, it } from 'vitest';
import { fetchFrom } from '../simulation.ts';
import type { Fault } from '../simulation-faults.ts';
import type { CatalogProduct } from '../storefront/catalog.ts';
import { practiceCatalog } from '../storefront/practice-catalog.ts';
import { createShopifyShop } from './shop.ts';
import { scriptForm, singleForm } from './storefront/feed-forms.ts';

const [good] = practiceCatalog({ count: 1, seed: 1, language: 'en' }).slice(0, 1) as [CatalogProduct];

/** Returns the first variant of a product in one of its forms, with these inventory values. */
function first(
  form: (product: CatalogProduct) => object,
  facts: Partial<CatalogProduct['variants'][number]>,
) {
  const variants = good.variants.slice(0, 1).map((variant) => ({ ...variant, ...facts }));
  const stated: { variants?: unknown } = form({ ...good, variants });
  return (stated.variants as Record<string, unknown>[])[0] ?? {};
}

const single = (product: CatalogProduct) => singleForm(product, 'https://shop.example', 'USD');

it('gives no quantity in the feed and in .js, only whether it is tracked', () => {
  expect(first(scriptForm, { quantity: 5 })).not.toHaveProperty('inventory_quantity');
  expect(first(scriptForm, { quantity: 5 })).toMatchObject({ inventory_management: 'shopify' });
  expect(first(scriptForm, { tracked: false })).toMatchObject({ inventory_management: null });
});

it('gives in .json what is oversold, sold past its stock and not tracked', () => {
  expect(first(single, { quantity: -82, continues: true })).toMatchObject({
    inventory_quantity: -82,
    inventory_policy: 'continue',
    inventory_management: 'shopify',
  });
  expect(first(single, { tracked: false })).toMatchObject({ inventory_management: null });
});

async function collect(...faults: Fault[]) {
  const shop = createShopifyShop({ name: 'glade', products: { count: 30, seed: 1, language: 'en' } });
  shop.faults.add(...faults);
  const { collector } = shopify;
  if (!collector) {
    throw new Error('Shopify collects');
  }
  const fetch = fetchFrom(new Map([['glade.localhost', shop]]));
  const addresses = [new URL('http://glade.localhost:8901')];
  const { products } = await collectAll(collector, { addresses, stock: true }, contextFor(fetch));
  return products;
}

it('is read with its stock, as it is in the store', async () => {
  const products = await collect();

  const catalog = practiceCatalog({ count: 30, seed: 1, language: 'en' }).slice(0, 30);
  expect(products.map(({ variants }) => variants.map(({ stock }) => stock))).toEqual(
    catalog.map(({ variants }) => variants.map(({ quantity }) => quantity)),
  );
});

it('is read as available and sold out where no form gives a quantity', async () => {
  const products = await collect({ kind: 'hides-stock' });

  const variants = products.flatMap((product) => product.variants);
  expect(variants.every(({ stock }) => stock === null)).toBe(true);
  expect(new Set(variants.map(({ available }) => available))).toEqual(new Set([true, false]));
  expect(products.every(({ extra }) => extra.stock?.because === 'not-stated')).toBe(true);
});
