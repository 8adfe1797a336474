import { AppError } from '@bowerbird/contract/errors';
import type { Bulk, BulkKind, BulkStart } from '@bowerbird/platforms/listing/bulk';
import type { ToUpdate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { v7 } from 'uuid';
import { bringTerms } from './bring-terms.ts';
import { follow } from './bulk-follow.ts';
import { intendLines, type Line, neverBegun, SomeFenced } from './bulk-intend.ts';
import { findOpenBulk, noteOperation } from './bulk-ledger.ts';
import { gateOf } from './gate.ts';
import { inLane, type Lane } from './lane.ts';
import type { ListingRow } from './ledger.ts';
import type { Write } from './work.ts';

/** An operation that could not be intended, for rows that others wrote meanwhile, is begun anew so often. */
const triesMax = 3;

/**
 * Carries writes of one kind in one operation, to its end, and takes down what became of each. Answers those it carried; none
 * where the store would not take them this way now.
 */
export async function carryLines(
  lane: Lane,
  bulk: Bulk,
  kind: BulkKind,
  given: readonly Write[],
): Promise<Write[]> {
  let writes = given;
  for (let tries = 1; tries <= triesMax && writes.length > 0; tries += 1) {
    lane.cut.throwIfAborted();
    try {
      return await carryOnce(lane, bulk, kind, writes);
    } catch (thrown) {
      if (!(thrown instanceof SomeFenced)) {
        throw thrown;
      }
      // Their lines are in the file that lies there: it is forgotten, and another put in its place.
      writes = writes.filter(({ work }) => !thrown.rowIds.has(work.row.id));
    }
  }
  return [];
}

async function carryOnce(lane: Lane, bulk: Bulk, kind: BulkKind, writes: readonly Write[]): Promise<Write[]> {
  const uploaded = await putInPlace(lane, bulk, kind, writes);
  await lane.strike('bulk.upload');
  if (uploaded.lines.length === 0) {
    return [];
  }
  const { lines, file } = uploaded;
  const requestId = v7();
  const access = await lane.session.access(lane.cut);
  await lane.session.limit.take(bulk.cost, lane.cut);

  const gate = gateOf(lane);
  await lane.strike('intent.before-commit');
  let rows: ListingRow[];
  try {
    rows = await intendLines(lane, kind, requestId, lines);
  } catch (thrown) {
    lane.session.limit.unused(bulk.cost);
    throw thrown;
  }
  await lane.strike('intent.after-commit');
  await lane.strike('gate.before');
  const context = lane.session.context(lane.cut, gate);
  const begun = await bulk
    .start(kind, file, requestId, access, context)
    .catch((thrown: unknown): BulkStart => unstarted(lane, bulk, thrown));
  await lane.strike('bulk.start');
  if (begun.fate === 'never') {
    lane.services.log.warn({ because: begun.because, runId: lane.runId }, 'A bulk operation was not begun');
    await neverBegun(lane, requestId, rows, begun.because);
    return [];
  }
  if (begun.fate === 'applied') {
    await inLane(lane, (db) => noteOperation(db, lane.ownerId, requestId, begun.operation.id));
  }
  const row = await inLane(lane, (db) => findOpenBulk(db, lane.ownerId, requestId));
  if (row) {
    await follow(lane, row);
  }
  return lines.map(({ write }) => write);
}

/** A gate that was shut is certain; what else a lister throws tells nothing of the request's fate. */
function unstarted(lane: Lane, bulk: Bulk, thrown: unknown): BulkStart {
  if (thrown instanceof TooLate) {
    lane.session.limit.unused(bulk.cost);
    return { fate: 'never', because: 'too late' };
  }
  lane.services.log.warn({ thrown: String(thrown), runId: lane.runId }, 'A lister threw within a write');
  return { fate: 'doubt', because: 'the lister failed' };
}

/** The file before the intent: what it takes to put it there is none of the deadline's. */
async function putInPlace(
  lane: Lane,
  bulk: Bulk,
  kind: BulkKind,
  writes: readonly Write[],
): Promise<{ lines: Line[]; file: string }> {
  const lines = writes.map((write): Line => ({ attemptId: v7(), write }));
  const { terms } = lane.lister;
  const access = await lane.session.access(lane.cut);
  try {
    const items: ToUpdate[] = [];
    for (const line of lines) {
      const brought =
        terms && kind === 'create' ? await bringTerms(lane, terms, line.write.work.product) : null;
      items.push({ ...itemOf(line), ...(brought && { terms: brought }) });
    }
    const uploaded = await bulk.upload(kind, items, access, lane.session.context(lane.cut));
    return { lines: lines.slice(0, uploaded.lines), file: uploaded.file };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || lane.cut.aborted) {
      throw thrown;
    }
    // The usual way needs no file; and if the store is to blame, it will say so there too.
    lane.services.log.warn(
      { code: thrown.code, runId: lane.runId },
      'A bulk operation could not be prepared',
    );
    return { lines: [], file: '' };
  }
}

function itemOf({ attemptId, write: { work, target, pictures, former } }: Line): ToUpdate {
  return {
    attemptId,
    key: work.row.key,
    product: work.product,
    options: work.options,
    storeProductId: target ?? '',
    pictures,
    ...(former && { former }),
  };
}
