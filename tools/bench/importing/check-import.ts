import { asOwner, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { workOnImport } from '../../../apps/server/src/imports/import-job.ts';
import { getRun } from '../../../apps/server/src/runs/runs.ts';
import { importServices } from '../../proof/imports/services.ts';

/** Checks one import as the server's job does; prints the milliseconds and the most memory of this process in bytes. */
const [url = '', folder = '', ownerId = '', runId = ''] = process.argv.slice(2);
const { db, close } = openDatabase(addressesOf(url).app);
const started = performance.now();
const run = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId));
await workOnImport(importServices(db, folder), run, {
  signal: new AbortController().signal,
  progress: () => undefined,
  workedMs: () => 0,
  heldInVain: false,
});
const ms = performance.now() - started;
await close();
console.log(ms, process.resourceUsage().maxRSS * 1024);
