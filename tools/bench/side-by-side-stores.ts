import { createShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import { serveSimulators } from '../../apps/server/src/simulator/serve.ts';

/** Serves stores without a limit, in a process of their own: `node side-by-side-stores.ts NAME ...`; says its port. */
const [first = 'side-1', ...others] = process.argv.slice(2);
const open = (name: string) => createShopifyShop({ name, settings: { pace: 'free' } });
const served = await serveSimulators([open(first), ...others.map(open)]);
console.log(served.port);
