import { shopline as platform } from '@bowerbird/platforms/shopline/index';
import { lister } from '@bowerbird/platforms/shopline/list/lister';
import { strangerHolds } from '@bowerbird/platforms/shopline/simulate/store/merchant';
import { keyOf, longId, numberOf } from '@bowerbird/platforms/shopline/simulate/store/record';
import { createShoplineStore } from '@bowerbird/platforms/shopline/simulate/store/shop-store';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

const creates = 'POST products/products.json';

export const shopline: PlayedPlatform = {
  platform: { ...platform, lister },
  creates,
  faults: [
    { kind: 'refuse', value: 422 },
    // Products are made under our key; who holds the handle is met when they are shown under it.
    { kind: 'stranger', matching: '"status":"active"' },
    { kind: 'suffix-handle', matching: 'products/' },
    { kind: 'double-handle', matching: 'products/' },
    { kind: 'half-made', matching: creates },
    { kind: 'keeps-lists' },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const store = createShoplineStore({ name, outside, store: { pace: 'free' } });
    return {
      simulation: store,
      connection: 'token',
      credentials: { token: store.settings.token },
      products: () =>
        store.view().products.map((product) => ({
          id: longId(product.number),
          key: keyOf(product),
          title: product.title,
          prices: product.variants.flatMap(({ price }) => withTwoDecimals(price)),
          handle: product.handle,
          pictures: product.images.length,
          state: product.status === 'active' ? 'shown' : 'hidden',
          by: product.title === 'Theirs' ? 'stranger' : product.title.endsWith('(copy)') ? 'merchant' : 'us',
          whole: JSON.stringify(product),
        })),
      files: () => [],
      plant: (handle) => void strangerHolds(handle, store.ledger, outside.now()),
      edit(id, title) {
        const product = store.ledger.products.get(numberOf(id) ?? 0);
        if (product) {
          store.ledger.put({ ...product, title, updatedAt: outside.now() }, outside.now());
        }
      },
      remove(id) {
        const product = store.ledger.products.get(numberOf(id) ?? 0);
        if (product) {
          store.ledger.remove(product, outside.now());
        }
      },
    };
  },
};
