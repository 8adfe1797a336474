import { shopify as platform } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

const start = 'bulkOperationRunMutation';

export const shopify: PlayedPlatform = {
  platform,
  creates: 'productSet',
  faults: [
    { kind: 'refuse', value: 'INVALID_VARIANT', matching: 'productSet' },
    { kind: 'stranger', matching: 'productSet' },
    { kind: 'suffix-handle', matching: 'productSet' },
  ],
  bulkFaults: [
    { kind: 'bulk-fails', matching: start },
    { kind: 'bulk-cancelled', matching: start },
    { kind: 'bulk-expires', matching: start },
    { kind: 'bulk-untold', matching: start },
    { kind: 'lost-before', matching: start },
    { kind: 'lost-after', matching: start },
    { kind: 'late', matching: start },
    { kind: 'status-though-applied', value: 502, matching: start },
    { kind: 'status', value: 503, matching: start },
    { kind: 'lost-before', matching: 'staged-uploads' },
    { kind: 'status', value: 404, matching: 'bulk-results' },
    { kind: 'cut-body', matching: 'bulk-results' },
    { kind: 'refuse', value: 'INVALID_VARIANT', matching: '"handle":' },
    { kind: 'stranger', matching: '"handle":' },
    { kind: 'merchant-edit', matching: '"handle":' },
    { kind: 'merchant-delete', matching: '"handle":' },
    { kind: 'merchant-duplicate', matching: '"handle":' },
  ],
  open(name, outside, bulk) {
    const slow = bulk && { bucket: { maximum: 20_000, restoreRate: 2 }, bulk: { concurrent: 5, ...bulk } };
    const shop = createShopifyShop({ name, outside, settings: { pace: 'free', ...slow } });
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
      edit: (id, title) => shop.merchant.edit(Number(id), { title }),
      remove: (id) => shop.merchant.remove(Number(id)),
    };
  },
};
