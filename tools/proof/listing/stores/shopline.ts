import { shopline as platform } from '@bowerbird/platforms/shopline/index';
import { lister } from '@bowerbird/platforms/shopline/list/lister';
import { unmanagedHolds } from '@bowerbird/simulators/shopline/store/merchant';
import { keyOf, longId, numberOf, type StoredProduct } from '@bowerbird/simulators/shopline/store/record';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { shoplineFields } from '../fields/shopline.ts';
import { type SimulatedPlatform, type SimulatedProduct, watchMap } from '../judge/simulated-view.ts';

const creates = 'POST products/products.json';

export const shopline: SimulatedPlatform = {
  platform: { ...platform, lister },
  creates,
  fields: shoplineFields,
  notCompared: {
    'collection.handle': 'made once for all products, and no field of one',
    'product.subtitle': 'never sent',
    'product.variants[].choices (count)': 'places for choices that a variant does not have',
    'product.variants[].image.alt': 'words of an image that is compared',
  },
  faults: [
    { kind: 'refuse', value: 422 },
    // Products are created under our key; another holder of the handle is met when they are published under it.
    { kind: 'unmanaged', matching: '"status":"active"' },
    { kind: 'suffix-handle', matching: 'products/' },
    { kind: 'double-handle', matching: 'products/' },
    { kind: 'partial', matching: creates },
    { kind: 'keeps-lists' },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const store = createShoplineStore({ name, outside, store: { pace: 'free' } });
    const { ledger } = store;
    const read = (product: StoredProduct): SimulatedProduct => ({
      id: longId(product.number),
      key: keyOf(product),
      title: product.title,
      content: shoplineFields.held({
        product,
        collections: [...ledger.collections.values()],
        inventoryOf: (variant) => ledger.inventoryOf(variant),
      }),
      state: product.status === 'active' ? 'shown' : 'hidden',
      by: product.title === 'Theirs' ? 'unmanaged' : product.title.endsWith('(copy)') ? 'merchant' : 'us',
      whole: JSON.stringify(product),
    });
    const change = (id: string, by: Partial<StoredProduct>) => {
      const product = store.ledger.products.get(numberOf(id) ?? 0);
      if (product) {
        store.ledger.put({ ...product, ...by, updatedAt: outside.now() }, outside.now());
      }
    };
    return {
      simulation: store,
      connection: 'token',
      credentials: { token: store.settings.token },
      products: () => store.view().products.map(read),
      standing(id) {
        const product = ledger.products.get(numberOf(id) ?? 0);
        return product ? read(product) : null;
      },
      watch: (changed) => watchMap(ledger.products, (number) => changed(longId(number))),
      records: () => ({ product: store.view().products, collection: [...ledger.collections.values()] }),
      files: () => [],
      plant: (handle) => void unmanagedHolds(handle, store.ledger, outside.now()),
      edit: (id, title) => change(id, { title }),
      publish: (id) => change(id, { status: 'active' }),
      remove(id) {
        const product = store.ledger.products.get(numberOf(id) ?? 0);
        if (product) {
          store.ledger.remove(product, outside.now());
        }
      },
    };
  },
};
