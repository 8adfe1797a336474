import { openDatabase } from '../../apps/server/src/db/database.ts';
import { openCollecting } from '../bench/collecting/server-part.ts';

/** Works on one collecting run until it ends or this process is killed: `node collect-worker.ts OWNER RUN`. */
const [ownerId = '', runId = ''] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const collecting = openCollecting(db);
console.log('working');
await collecting.work('collect', ownerId, runId);
await collecting.close();
await close();
