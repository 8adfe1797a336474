import { openDatabase } from '../../apps/server/src/db/database.ts';
import { strikeFrom } from '../../apps/server/src/listing/fault-points.ts';
import { workOnLane } from '../../apps/server/src/listing/lane-work.ts';
import { openListing } from '../bench/listing-parts.ts';

/**
 * Works on one listing run in one shop: `node listing-worker.ts RUN OWNER SHOP PORT FOLDER`. Where it kills itself stands in
 * `BOWERBIRD_STRIKE`. It ends when the run has ended; after-checks are the next one's.
 */
const [runId = '', ownerId = '', key = '', port = '0', dataFolder = ''] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const listing = openListing(db, { dataFolder, port: Number(port) });
const stop = new AbortController();
console.log('working');
const working = workOnLane(
  listing.services,
  strikeFrom(process.env),
  { runId, ownerId, key },
  stop.signal,
).catch((thrown: unknown) => {
  if (!stop.signal.aborted) {
    throw thrown;
  }
});
const watch = setInterval(async () => {
  const run = await db.transaction().execute(async (transaction) => {
    const { sql } = await import('kysely');
    await sql`select set_config('app.owner', ${ownerId}, true)`.execute(transaction);
    return await transaction.selectFrom('run').select('state').where('id', '=', runId).executeTakeFirst();
  });
  if (run && ['complete', 'partial', 'failed', 'cancelled', 'held'].includes(run.state)) {
    clearInterval(watch);
    stop.abort();
  }
}, 100);
await working;
clearInterval(watch);
await listing.close();
await close();
