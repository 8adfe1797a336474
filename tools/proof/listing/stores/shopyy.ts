import { shopyy as platform } from '@bowerbird/platforms/shopyy/index';
import { lister } from '@bowerbird/platforms/shopyy/list/lister';
import { createShopyyShop } from '@bowerbird/platforms/shopyy/simulate/shop';
import { strangerHolds } from '@bowerbird/platforms/shopyy/simulate/store/merchant';
import { keyIn } from '@bowerbird/platforms/shopyy/simulate/store/record';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

export const shopyy: PlayedPlatform = {
  platform: {
    ...platform,
    // Where its API answers is left out, as it is where the shop is.
    lister: { ...lister, connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }] },
  },
  creates: 'POST /',
  faults: [
    { kind: 'refuse', value: 'title不能为空' },
    { kind: 'stranger' },
    { kind: 'suffix-handle' },
    { kind: 'half-made' },
    { kind: 'acknowledged-only' },
    { kind: 'refused-though-applied', value: 500 },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const shop = createShopyyShop({ name, outside, store: { rate: { perSecond: 10_000, burst: 10_000 } } });
    return {
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      products: () =>
        shop.view().products.map((product) => ({
          id: String(product.id),
          key: keyIn(product),
          title: product.title,
          prices: product.variants.flatMap(({ price }) => withTwoDecimals(price)),
          handle: product.handle,
          pictures: product.images.length,
          state: product.status === 1 ? 'shown' : 'hidden',
          by: product.by === 'app' ? 'us' : product.by,
          whole: JSON.stringify(product),
        })),
      files: () => [],
      plant: (handle) => void strangerHolds('THEIRS-0', { handle }, shop.ledger, outside.now()),
      edit(id, title) {
        const product = shop.ledger.products.get(Number(id));
        if (product) {
          shop.ledger.update(product, { ...product, title }, 'merchant', outside.now());
        }
      },
      remove(id) {
        const product = shop.ledger.products.get(Number(id));
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },
};
