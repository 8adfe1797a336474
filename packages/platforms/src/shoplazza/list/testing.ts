import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { numberOf } from '@bowerbird/simulators/shoplazza/forms';
import { createShoplazzaShop, type ShoplazzaShopOptions } from '@bowerbird/simulators/shoplazza/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import type { StoreAccess } from '../../listing/store/access.ts';
import type { Outcome, ToCreate } from '../../listing/writes.ts';
import { contextWith, type ListerStore } from '../../testing/lister/bench.ts';
import { lister } from './lister.ts';

/** A product with two options, two images and two categories. */
export const mug: Product = productWith({
  title: 'Stoneware mug 陶杯',
  handle: 'stoneware-mug',
  descriptionHtml: '<p>A mug with a <strong>handle</strong>.</p>',
  vendor: 'Glade Home',
  productType: 'Mugs',
  tags: ['mug', 'kitchen'],
  options: [
    { name: 'Colour', values: ['Sand', 'Mist'] },
    { name: 'Size', values: ['250 ml'] },
  ],
  variants: [
    ['Sand', '19.90', 'MUG-1', 'https://pictures.example/sand.jpg'],
    ['Mist', '21.00', 'MUG-2', 'https://pictures.example/mist.jpg'],
  ].map(([value = '', price = '', sku = '', imageUrl = ''], at) =>
    variantWith({
      id: `v${at + 1}`,
      sku,
      barcode: `40000000000${at}`,
      optionValues: [value, '250 ml'],
      price,
      compareAtPrice: at === 0 ? '29.90' : null,
      stock: 7 + at,
      available: true,
      weight: { value: '0.4', unit: 'kg' as const },
      imageUrl,
    }),
  ),
  images: ['sand.jpg', 'mist.jpg'].map((name) => ({
    url: `https://pictures.example/${name}`,
    alt: `Mug, ${name}`,
    width: null,
    height: null,
  })),
  categories: [['Kitchen', 'Mugs'], ['New in']],
  seo: { title: 'Mug', description: 'A mug.' },
});

export const item: ToCreate = {
  attemptId: '019aa000-0000-7000-8000-000000000001',
  key: 'bb-aaaaaaaaaaaaaaaa',
  product: mug,
  options: { status: 'active', publish: true },
};

export function attempt(number: number): string {
  return `019aa000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** Returns an empty simulated store that accepts any number of requests. */
export function freshStore(options: Partial<ShoplazzaShopOptions> = {}) {
  const wide = { maximum: 10_000, restoreRate: 1000 };
  const shop = createShoplazzaShop({
    name: 'practice',
    ...options,
    store: { buckets: { app: wide, store: wide }, ...options.store },
  });
  const fetch = fetchFrom(new Map([['practice.localhost', shop]]));
  const access: StoreAccess = {
    domain: 'practice.localhost:8901',
    connection: 'token',
    credentials: { token: shop.settings.token },
    prepared: {},
  };
  const store: ListerStore = {
    access,
    fetch,
    trouble: (fault: Fault) => shop.faults.add(fault),
    count: () => shop.view().products.length,
    remove: (id) => {
      const product = shop.ledger.products.get(numberOf(id) ?? 0);
      if (product) {
        shop.ledger.remove(product, 'merchant', Date.now());
      }
    },
  };
  return { shop, store };
}

/** Returns the same store, with the result of preparing a run. */
export async function preparedStore(options: Partial<ShoplazzaShopOptions> = {}) {
  const { shop, store } = freshStore(options);
  const context = contextWith(store.fetch);
  const { details } = await lister.connector.prepare(store.access, context);
  return { shop, store, access: { ...store.access, prepared: details }, context };
}

/** Returns the store's id of the written product. */
export function idOf(outcome: Outcome | undefined): string {
  return outcome?.outcome === 'applied' ? outcome.storeProductId : '';
}
