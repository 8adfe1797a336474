import { AppError } from '@bowerbird/contract/errors';
import type { Bulk, BulkKind, BulkStart } from '@bowerbird/platforms/listing/bulk';
import type { ToUpdate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { v7 } from 'uuid';
import { gateOf } from '../engine/gate.ts';
import type { Write } from '../engine/work.ts';
import { findOpenBulk, noteOperation } from '../ledger/bulk-ledger.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { bringTerms } from '../resources/bring-terms.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { follow } from './bulk-follow.ts';
import { intendLines, type Line, neverBegun, SomeFenced } from './bulk-intend.ts';

/**
 * How often an operation is begun again whose lines could not be intended because other workers wrote rows meanwhile.
 */
const triesMax = 3;

/**
 * Carries writes of one kind in one operation, to its end, and records the outcome of each. Returns those it carried;
 * none where the store would not take them this way now.
 */
export async function carryLines(
  storeJob: StoreJob,
  bulk: Bulk,
  kind: BulkKind,
  given: readonly Write[],
): Promise<Write[]> {
  let writes = given;
  for (let tries = 1; tries <= triesMax && writes.length > 0; tries += 1) {
    storeJob.cut.throwIfAborted();
    try {
      return await carryOnce(storeJob, bulk, kind, writes);
    } catch (thrown) {
      if (!(thrown instanceof SomeFenced)) {
        throw thrown;
      }
      // Their lines are in the uploaded file: that file is dropped, and another one uploaded.
      writes = writes.filter(({ work }) => !thrown.rowIds.has(work.row.id));
    }
  }
  return [];
}

async function carryOnce(
  storeJob: StoreJob,
  bulk: Bulk,
  kind: BulkKind,
  writes: readonly Write[],
): Promise<Write[]> {
  const uploaded = await putInPlace(storeJob, bulk, kind, writes);
  await storeJob.injectFault('bulk.upload');
  if (uploaded.lines.length === 0) {
    return [];
  }
  const { lines, file } = uploaded;
  const requestId = v7();
  const access = await storeJob.session.access(storeJob.cut);
  await storeJob.session.limit.take(bulk.cost, storeJob.cut);

  const gate = gateOf(storeJob);
  await storeJob.injectFault('intent.before-commit');
  let rows: ListingRow[];
  try {
    rows = await intendLines(storeJob, kind, requestId, lines);
  } catch (thrown) {
    storeJob.session.limit.unused(bulk.cost);
    throw thrown;
  }
  await storeJob.injectFault('intent.after-commit');
  await storeJob.injectFault('gate.before');
  const context = storeJob.session.context(storeJob.cut, gate);
  const begun = await bulk
    .start(kind, file, requestId, access, context)
    .catch((thrown: unknown): BulkStart => unstarted(storeJob, bulk, thrown));
  await storeJob.injectFault('bulk.start');
  if (begun.outcome === 'never') {
    storeJob.services.log.warn(
      { because: begun.because, runId: storeJob.runId },
      'A bulk operation was not begun',
    );
    await neverBegun(storeJob, requestId, rows, begun.because);
    return [];
  }
  if (begun.outcome === 'applied') {
    await inStoreJob(storeJob, (db) => noteOperation(db, storeJob.ownerId, requestId, begun.operation.id));
  }
  const row = await inStoreJob(storeJob, (db) => findOpenBulk(db, storeJob.ownerId, requestId));
  if (row) {
    await follow(storeJob, row);
  }
  return lines.map(({ write }) => write);
}

/** A shut gate is certain; anything else a lister throws says nothing about the request's outcome. */
function unstarted(storeJob: StoreJob, bulk: Bulk, thrown: unknown): BulkStart {
  if (thrown instanceof TooLate) {
    storeJob.session.limit.unused(bulk.cost);
    return { outcome: 'never', because: 'too late' };
  }
  storeJob.services.log.warn(
    { thrown: String(thrown), runId: storeJob.runId },
    'A lister threw within a write',
  );
  return { outcome: 'unknown', because: 'the lister failed' };
}

/** Uploads the file before the intent, so that the upload does not count towards the deadline. */
async function putInPlace(
  storeJob: StoreJob,
  bulk: Bulk,
  kind: BulkKind,
  writes: readonly Write[],
): Promise<{ lines: Line[]; file: string }> {
  const lines = writes.map((write): Line => ({ attemptId: v7(), write }));
  const { terms } = storeJob.lister.writer;
  const access = await storeJob.session.access(storeJob.cut);
  try {
    const items: ToUpdate[] = [];
    for (const line of lines) {
      const brought =
        terms && kind === 'create' ? await bringTerms(storeJob, terms, line.write.work.product) : null;
      items.push({ ...itemOf(line), ...(brought && { terms: brought }) });
    }
    const uploaded = await bulk.upload(kind, items, access, storeJob.session.context(storeJob.cut));
    return { lines: lines.slice(0, uploaded.lines), file: uploaded.file };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || storeJob.cut.aborted) {
      throw thrown;
    }
    // Single requests need no file; if the store is at fault, it will say so there too.
    storeJob.services.log.warn(
      { code: thrown.code, runId: storeJob.runId },
      'A bulk operation could not be prepared',
    );
    return { lines: [], file: '' };
  }
}

function itemOf({ attemptId, write: { work, target, images, former } }: Line): ToUpdate {
  return {
    attemptId,
    key: work.row.key,
    product: work.product,
    options: work.options,
    storeProductId: target ?? '',
    images,
    ...(former && { former }),
  };
}
