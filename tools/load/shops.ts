import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { serveSimulators } from '../../apps/server/src/simulator/serve.ts';

/** Serves a shop to collect from and a store to list to, in a separate process; prints the port and the store's credentials. */
const settings = { pace: 'free' } as const;
const shop = createShopifyShop({ name: 'load-shop', products: { count: 40 }, settings });
const store = createShopifyShop({ name: 'load-store', products: { count: 1 }, settings });
const served = await serveSimulators([shop, store]);
console.log(JSON.stringify({ port: served.port, access: store.access }));
