import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { serveSimulators } from '../../../apps/server/src/simulator/serve.ts';

/** Serves stores without a limit, in a separate process: `node side-by-side-stores.ts NAME ...`; prints its port. */
const [first = 'side-1', ...others] = process.argv.slice(2);
const open = (name: string) => createShopifyShop({ name, settings: { pace: 'free' } });
const served = await serveSimulators([open(first), ...others.map(open)]);
console.log(served.port);
