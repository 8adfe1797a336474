import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { createShopyyShop, type ShopyyShopOptions } from '@bowerbird/simulators/shopyy/shop';
import { fetchFrom, type Outside } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import type { Lister } from '../../listing/lister.ts';
import type { StoreAccess } from '../../listing/store/access.ts';
import { contextWith, type ListerStore } from '../../testing/lister/bench.ts';

const host = 'practice.localhost';

/** A product with two options, two images and a category. */
export const lamp: Product = productWith({
  title: 'Desk lamp “Noir” & more',
  handle: 'desk-lamp',
  descriptionHtml: '<p>A lamp with a <strong>port</strong>.</p>',
  vendor: 'Glade Home',
  productType: 'Lamps',
  tags: ['desk'],
  options: [
    { name: 'Colour', values: ['White', 'Black'] },
    { name: 'Plug', values: ['EU'] },
  ],
  variants: [
    ['White', '39.00', 'LAMP-1', 'lamp.jpg'],
    ['Black', '45.00', 'LAMP-2', 'lamp-side.jpg'],
  ].map(([value = '', price = '', sku = '', image = ''], at) =>
    variantWith({
      id: `v${at + 1}`,
      sku,
      barcode: `40000000000${at}`,
      optionValues: [value, 'EU'],
      price,
      compareAtPrice: at === 0 ? '59.00' : null,
      stock: 4 + at,
      available: true,
      weight: { value: '500', unit: 'g' as const },
      imageUrl: `https://pictures.example/${image}`,
    }),
  ),
  images: ['lamp.jpg', 'lamp-side.jpg'].map((name) => ({
    url: `https://pictures.example/${name}`,
    alt: 'Lamp',
    width: null,
    height: null,
  })),
  categories: [['Home', 'Lamps']],
  seo: { title: 'A desk lamp', description: 'A lamp.' },
});

export const withoutImages: Product = {
  ...lamp,
  images: [],
  variants: lamp.variants.map((variant) => ({ ...variant, imageUrl: null })),
};

export const item = {
  attemptId: '019aa000-0000-7000-8000-000000000001',
  key: 'bb-aaaaaaaaaaaaaaaa',
  product: lamp,
  options: { status: 'active', publish: true },
} as const;

/** Returns a simulated shop that answers without delay, and the requests it received. */
export function freshShop(options: Partial<ShopyyShopOptions> = {}) {
  const shop = createShopyyShop({
    name: 'practice',
    ...options,
    store: { rate: { perSecond: 1000, burst: 1000 }, ...options.store },
  });
  const fetch = fetchFrom(new Map([[host, shop]]));
  const access: StoreAccess = {
    domain: `${host}:8901`,
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
      const product = shop.ledger.products.get(Number(id));
      if (product) {
        shop.ledger.remove(product, 'merchant', Date.now());
      }
    },
  };
  return { shop, store, access, fetch };
}

/** Returns a simulated shop after the lister's preparation, and the requests sent since then, as `GET /products/1`. */
export async function prepared(lister: Lister, options: Partial<ShopyyShopOptions> = {}) {
  const { shop, access, fetch } = freshShop(options);
  const requested: string[] = [];
  const context = contextWith(async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    requested.push(`${init?.method ?? 'GET'} ${url.pathname}${url.search}`);
    return await fetch(input, init);
  });
  shop.ledger.addCollection('Lamps');
  const { details } = await lister.connector.prepare(access, context);
  requested.length = 0;
  return { shop, access: { ...access, prepared: details }, context, requested, fetch };
}

/** Returns a fake clock that moves only when it is set. */
export function clock(at = Date.UTC(2026, 10, 20)): Outside & { at: number } {
  const outside = { at, now: () => outside.at, random: () => 0.5, sleep: async () => undefined };
  return outside;
}
