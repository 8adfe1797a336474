import { mug } from '../products/products.ts';
import type { Bodies } from './bodies.ts';

const shop = 'anns-source.example';

/** A delivery under an id, with a product of that delivery. */
function delivery(id: string) {
  const url = `https://${shop}/products/${id}`;
  return {
    id,
    platform: 'shopify',
    url,
    capturedAt: '2026-11-20T08:00:00.000Z',
    pluginVersion: '0.1.0',
    products: [{ ...mug, source: { platform: 'shopify', shop, id, url, storeName: null } }],
  };
}

export const pluginBodies: Bodies = {
  'POST /plugin/collect': (ids) => [delivery(ids.collect), delivery(ids.collected)],
  'POST /plugin/known': () => [{ platform: 'shopify', urls: [`https://${shop}/products/good-1`] }],
  'POST /plugin/unread': (ids) => [
    {
      id: ids.product,
      platform: 'shopify',
      url: `https://${shop}/products/good-3`,
      code: 'source.page-not-understood',
      pluginVersion: '0.1.0',
    },
  ],
  'GET /plugin/gaps': (ids) => [{ runId: ids.collect }],
};
