import { openDatabase } from '../../apps/server/src/db/database.ts';
import { strikeFrom } from '../../apps/server/src/listing/fault-points.ts';
import { workOnLane } from '../../apps/server/src/listing/lane-work.ts';
import { servicesFor } from './merchant.ts';

/**
 * Works on one listing run in one shop: `node worker.ts RUN OWNER SHOP FOLDER`, on the database of `DATABASE_URL`. Where it kills itself
 * stands in `BOWERBIRD_STRIKE`.
 */
const [runId = '', ownerId = '', key = '', dataFolder = ''] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const services = servicesFor(db, dataFolder);
await workOnLane(services, strikeFrom(process.env), { runId, ownerId, key }, new AbortController().signal);
await close();
