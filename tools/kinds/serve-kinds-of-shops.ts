import { serveSimulators } from '../../apps/server/src/simulator/serve.ts';
import { kindsOfShops } from './kinds-of-shops.ts';

/** Serves one shop of each kind until it is stopped, and prints its port. */
const [first, ...others] = kindsOfShops();
if (first === undefined) {
  throw new Error('there are no kinds of shops');
}
const { port } = await serveSimulators([first.shop, ...others.map(({ shop }) => shop)]);
process.stdout.write(`${JSON.stringify({ port })}\n`);
