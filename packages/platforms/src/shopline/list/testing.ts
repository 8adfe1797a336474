import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { numberOf } from '@bowerbird/simulators/shopline/store/record';
import {
  createShoplineStore,
  type ShoplineStoreOptions,
} from '@bowerbird/simulators/shopline/store/shop-store';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import type { StoreAccess } from '../../listing/store/access.ts';
import type { ToUpdate } from '../../listing/writes.ts';
import { contextWith, type ListerStore } from '../../testing/lister/bench.ts';
import { lister } from './lister.ts';

export const keyOfDress = 'bb-aaaaaaaaaaaaaaaa';

/**
 * A product with two options of two values each, one variant with inventory and one without, two images and a category.
 */
export const dress: Product = productWith({
  title: 'Linen dress',
  handle: 'linen-dress',
  descriptionHtml: '<p>A dress of <b>linen</b>.</p>',
  vendor: 'Glade Home',
  productType: 'Dresses',
  tags: ['linen'],
  options: [
    { name: 'Colour', values: ['Blue', 'Red'] },
    { name: 'Size', values: ['S', 'M'] },
  ],
  variants: [
    variantWith({
      sku: 'D-1',
      barcode: '4006381333931',
      optionValues: ['Blue', 'S'],
      price: '39.00',
      compareAtPrice: '49.00',
      stock: 4,
      available: true,
      weight: { value: '0.3', unit: 'kg' },
      imageUrl: 'https://pictures.example/front.jpg',
      taxable: false,
    }),
    variantWith({
      id: 'v2',
      optionValues: ['Red', 'M'],
      price: '45.50',
      available: true,
    }),
  ],
  images: [
    { url: 'https://pictures.example/front.jpg', alt: 'Front', width: null, height: null },
    { url: 'https://pictures.example/side.jpg', alt: 'Side', width: null, height: null },
  ],
  categories: [['Women', 'Dresses']],
  seo: { title: null, description: 'A dress.' },
});

/** Returns a new, empty simulated store with these faults. */
export function freshStore(faults: readonly Fault[] = [], options: Partial<ShoplineStoreOptions> = {}) {
  const shop = createShoplineStore({ name: 'practice', ...options });
  shop.faults.add(...faults);
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
        shop.ledger.remove(product, Date.now());
      }
    },
  };
  return { shop, store, context: contextWith(fetch) };
}

/** Assumptions about a handle that is taken, and about lists that an update names only in part. */
export const suffixing: Fault = { kind: 'suffix-handle', count: null };
export const doubling: Fault = { kind: 'double-handle', count: null };
export const keeping: Fault = { kind: 'keeps-lists' };

export const item = {
  attemptId: '019aa000-0000-7000-8000-000000000001',
  key: keyOfDress,
  product: dress,
  options: { status: 'active', publish: true },
} as const;

/** Returns a store as a run starts with it. */
export async function prepared(faults: readonly Fault[] = [], options: Partial<ShoplineStoreOptions> = {}) {
  const { shop, store, context } = freshStore(faults, options);
  const { details } = await lister.connector.prepare(store.access, context);
  return { shop, access: { ...store.access, prepared: details }, context };
}

export type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Returns the id of the product, created there as hidden. */
export async function made({ access, context }: Prepared): Promise<string> {
  const [outcome] = await lister.writer.create([item], access, context);
  return outcome?.outcome === 'applied' ? outcome.storeProductId : '';
}

export function toUpdate(storeProductId: string, changes: Partial<ToUpdate> = {}): ToUpdate {
  return { ...item, storeProductId, images: new Map(), ...changes };
}

export function call(storeProductId: string | null = null, since: number | null = Date.now()) {
  const skus = dress.variants.flatMap(({ sku }) => sku ?? []);
  return { key: item.key, storeProductId, handle: dress.handle, skus, since };
}
