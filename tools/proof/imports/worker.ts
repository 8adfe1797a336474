import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { importJob } from '../../../apps/server/src/imports/import-job.ts';
import { importServices } from './services.ts';

/** Works on one import until it ends, waits for a person, or this process is killed: `node worker.ts OWNER RUN FOLDER`. */
const [ownerId = '', runId = '', folder = ''] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
console.log('working');
await importJob(importServices(db, folder)).work(
  { runId, ownerId, key: runId },
  new AbortController().signal,
);
await close();
