import { openDatabase } from '../../../../apps/server/src/db/database.ts';
import { guardedFetch } from '../../../../apps/server/src/fetch/guarded-fetch.ts';
import { workOnStoreJob } from '../../../../apps/server/src/listing/job/store-job-work.ts';
import { faultInjectorFrom } from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import { tuned } from '../disable-rule.ts';
import { servicesFor } from '../merchant.ts';
import { imageAt } from '../products.ts';
import { simulatedPlatforms } from '../simulated-platforms.ts';
import { killClock, killTimes } from './kill-times.ts';

/**
 * Works on one listing run in one shop, after-checks included: `node kill-worker.ts PLATFORM RUN OWNER SHOP PORT
 * FOLDER`. `BOWERBIRD_FAULT` says where it kills itself.
 */
const [id = '', runId = '', ownerId = '', key = '', port = '0', dataFolder = ''] = process.argv.slice(2);
const simulated = simulatedPlatforms.get(id);
if (!simulated) {
  throw new Error(`${id} has no simulated store`);
}
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const toStore = guardedFetch({
  allowedPrivateHosts: [],
  simulatorPort: Number(port),
  userAgent: 'Bowerbird',
});
const services = servicesFor({
  db,
  platform: tuned(simulated.platform, killTimes, null),
  clock: killClock(),
  dataFolder,
  fetch: (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    return new URL(address).hostname.endsWith('.localhost')
      ? toStore(input, init)
      : Promise.resolve(imageAt(address));
  },
});
console.log('working');
await workOnStoreJob(
  services,
  faultInjectorFrom(process.env),
  { runId, ownerId, key },
  new AbortController().signal,
);
await toStore.close();
await close();
