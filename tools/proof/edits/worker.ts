import { editJob } from '../../../apps/server/src/bulk-edits/edit-job.ts';
import { undoJob } from '../../../apps/server/src/bulk-edits/undo/undo-job.ts';
import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { ruleJob } from '../../../apps/server/src/edit-rules/rule-job.ts';
import { jobServices } from './services.ts';

/** Works on one run until it ends or this process is killed: `node worker.ts KIND OWNER RUN`. */
const [kind = '', ownerId = '', runId = ''] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL ?? '');
const services = jobServices(db);
const job = { edit: editJob, undo: undoJob, rule: ruleJob }[kind];
if (!job) {
  throw new Error(`no job of kind ${kind}`);
}
console.log('working');
await job(services).work({ runId, ownerId, key: runId }, new AbortController().signal);
await close();
