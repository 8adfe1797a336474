import { openDatabase } from '../../apps/server/src/db/database.ts';
import { workOnStoreJob } from '../../apps/server/src/listing/job/store-job-work.ts';
import { faultInjectorFrom } from '../../apps/server/src/listing/store-job/fault-points.ts';
import { servicesFor } from './merchant.ts';

/**
 * Works on one listing run in one shop: `node worker.ts RUN OWNER SHOP FOLDER`, on the database of `DATABASE_URL`.
 * `BOWERBIRD_FAULT` says where it kills itself.
 */
const [runId = '', ownerId = '', key = '', dataFolder = ''] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const services = servicesFor(db, dataFolder);
await workOnStoreJob(
  services,
  faultInjectorFrom(process.env),
  { runId, ownerId, key },
  new AbortController().signal,
);
await close();
