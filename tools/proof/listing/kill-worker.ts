import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { guardedFetch } from '../../../apps/server/src/fetch/guarded-fetch.ts';
import { strikeFrom } from '../../../apps/server/src/listing/fault-points.ts';
import { workOnLane } from '../../../apps/server/src/listing/lane-work.ts';
import { tuned } from './cripple.ts';
import { pictureAt } from './goods.ts';
import { killClock, killTimes } from './kill-times.ts';
import { servicesFor } from './merchant.ts';
import { playedPlatforms } from './played-platforms.ts';

/**
 * Works on one listing run in one shop, after-checks included: `node kill-worker.ts PLATFORM RUN OWNER SHOP PORT FOLDER`.
 * Where it kills itself stands in `BOWERBIRD_STRIKE`.
 */
const [id = '', runId = '', ownerId = '', key = '', port = '0', dataFolder = ''] = process.argv.slice(2);
const played = playedPlatforms.get(id);
if (!played) {
  throw new Error(`${id} has no played store`);
}
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const toStore = guardedFetch({
  allowedPrivateHosts: [],
  simulatorPort: Number(port),
  userAgent: 'Bowerbird',
});
const services = servicesFor({
  db,
  platform: tuned(played.platform, killTimes, null),
  clock: killClock(),
  dataFolder,
  fetch: (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    return new URL(address).hostname.endsWith('.localhost')
      ? toStore(input, init)
      : Promise.resolve(pictureAt(address));
  },
});
console.log('working');
await workOnLane(services, strikeFrom(process.env), { runId, ownerId, key }, new AbortController().signal);
await toStore.close();
await close();
