import { shoplazza as platform } from '@bowerbird/platforms/shoplazza/index';
import { lister } from '@bowerbird/platforms/shoplazza/list/lister';
import { numberOf, uuidOf } from '@bowerbird/platforms/shoplazza/simulate/forms';
import { createShoplazzaShop } from '@bowerbird/platforms/shoplazza/simulate/shop';
import { keyIn } from '@bowerbird/platforms/shoplazza/simulate/store/ledger';
import { blankProduct } from '@bowerbird/platforms/shoplazza/simulate/store/merge-product';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

const plenty = { maximum: 10_000, restoreRate: 10_000 };

export const shoplazza: PlayedPlatform = {
  platform: { ...platform, lister },
  creates: 'unique_token',
  faults: [
    { kind: 'refuse', value: 'Price is invalid' },
    { kind: 'stranger' },
    { kind: 'suffix-handle', matching: 'product' },
    { kind: 'token-ignored' },
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
    return {
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      products: () =>
        shop.view().products.map((product) => ({
          id: uuidOf('product', product.id),
          key: keyIn(product),
          title: product.title,
          prices: product.variants.flatMap(({ price }) => withTwoDecimals(price)),
          handle: product.handle,
          pictures: product.images.length,
          state: product.published ? 'shown' : 'hidden',
          by: product.by === 'app' ? 'us' : product.by,
          whole: JSON.stringify(product),
        })),
      files: () => [],
      plant(handle) {
        const now = outside.now();
        const theirs = blankProduct(shop.ledger, now);
        shop.ledger.save({ ...theirs, title: 'Theirs', handle, by: 'stranger' }, 'stranger', 'create', now);
      },
      edit(id, title) {
        const product = shop.ledger.products.get(numberOf(id) ?? 0);
        const now = outside.now();
        if (product) {
          shop.ledger.save({ ...product, title, updatedAt: now + 1000 }, 'merchant', 'update', now);
        }
      },
      remove(id) {
        const product = shop.ledger.products.get(numberOf(id) ?? 0);
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },
};
