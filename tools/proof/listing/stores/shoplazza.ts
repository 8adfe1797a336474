import { shoplazza as platform } from '@bowerbird/platforms/shoplazza/index';
import { lister } from '@bowerbird/platforms/shoplazza/list/lister';
import { numberOf, uuidOf } from '@bowerbird/simulators/shoplazza/forms';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { keyIn, type StoredProduct } from '@bowerbird/simulators/shoplazza/store/ledger';
import { blankProduct } from '@bowerbird/simulators/shoplazza/store/merge-product';
import { shoplazzaFields } from '../fields/shoplazza.ts';
import { type SimulatedPlatform, type SimulatedProduct, watchMap } from '../judge/simulated-view.ts';

const plenty = { maximum: 10_000, restoreRate: 10_000 };

export const shoplazza: SimulatedPlatform = {
  platform: { ...platform, lister },
  creates: 'unique_token',
  fields: shoplazzaFields,
  notCompared: {
    'collection.handle': 'made once for all products, and no field of one',
    'product.onlyDefaultVariant': 'follows from the options',
  },
  faults: [
    { kind: 'refuse', value: 'Price is invalid' },
    { kind: 'unmanaged' },
    { kind: 'suffix-handle', matching: 'product' },
    { kind: 'token-honoured' },
    { kind: 'token-refused' },
    { kind: 'keeps-lists' },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const shop = createShoplazzaShop({
      name,
      outside,
      store: { buckets: { app: plenty, store: plenty } },
    });
    const { ledger } = shop;
    const read = (product: StoredProduct): SimulatedProduct => ({
      id: uuidOf('product', product.id),
      key: keyIn(product),
      title: product.title,
      content: shoplazzaFields.held({ product, collections: ledger.collections }),
      state: product.published ? 'shown' : 'hidden',
      by: product.by === 'app' ? 'us' : product.by,
      whole: JSON.stringify(product),
    });
    const change = (id: string, by: Partial<StoredProduct>) => {
      const product = shop.ledger.products.get(numberOf(id) ?? 0);
      const now = outside.now();
      if (product) {
        shop.ledger.save({ ...product, ...by, updatedAt: now + 1000 }, 'merchant', 'update', now);
      }
    };
    return {
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      products: () => shop.view().products.map(read),
      standing(id) {
        const product = ledger.products.get(numberOf(id) ?? 0);
        return product ? read(product) : null;
      },
      watch: (changed) => watchMap(ledger.products, (number) => changed(uuidOf('product', number))),
      records: () => ({ product: shop.view().products, collection: [...ledger.collections.values()] }),
      files: () => [],
      plant(handle) {
        const now = outside.now();
        const theirs = blankProduct(shop.ledger, now);
        shop.ledger.save({ ...theirs, title: 'Theirs', handle, by: 'unmanaged' }, 'unmanaged', 'create', now);
      },
      edit: (id, title) => change(id, { title }),
      publish: (id) => change(id, { published: true }),
      remove(id) {
        const product = shop.ledger.products.get(numberOf(id) ?? 0);
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },
};
