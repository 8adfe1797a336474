import { serveSimulators } from '../../../../apps/server/src/simulator/serve.ts';
import { freeStores } from './stores.ts';

/** Serves one store of each platform in a separate process; prints its port. */
const [first, ...others] = freeStores.map((store) => store.open().simulation);
if (first) {
  const served = await serveSimulators([first, ...others]);
  console.log(served.port);
}
