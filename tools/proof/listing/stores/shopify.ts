import { shopify as platform } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

export const shopify: PlayedPlatform = {
  platform,
  creates: 'productSet',
  faults: [
    { kind: 'refuse', value: 'INVALID_VARIANT', matching: 'productSet' },
    { kind: 'stranger', matching: 'productSet' },
    { kind: 'suffix-handle', matching: 'productSet' },
  ],
  open(name, outside) {
    const shop = createShopifyShop({ name, outside, settings: { pace: 'free' } });
    return {
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.access.token },
      products() {
        const view = shop.view();
        const keys = new Map(
          [...view.productsByKey].flatMap(([key, products]) => products.map(({ id }) => [id, key] as const)),
        );
        return view.products.map((product) => ({
          id: String(product.id),
          key: keys.get(product.id) ?? null,
          title: product.title,
          prices: product.variants.flatMap(({ price }) => withTwoDecimals(price)),
          handle: product.handle,
          pictures: product.media.length,
          state: product.status === 'ACTIVE' && product.publications.length > 0 ? 'shown' : 'hidden',
          by: product.by === 'app' ? 'us' : product.by,
          whole: JSON.stringify(product),
        }));
      },
      files: () => [],
      plant: (handle) => void shop.merchant.strangerHolds('THEIRS-0', handle),
    };
  },
};
