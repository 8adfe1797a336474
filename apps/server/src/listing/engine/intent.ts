import { v7 } from 'uuid';
import { mapAllSettled } from '../../async/map-concurrently.ts';
import type { NewAttempt } from '../ledger/apply.ts';
import { type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { type Details, record } from './record.ts';
import { asSent, type Write } from './work.ts';

/** Where an attempt is: its id, and its line in a bulk file. */
export type Place = Pick<NewAttempt, 'id' | 'bulk'>;

/** A write whose attempt is committed, with the row as the intent left it. */
export interface Intended<Planned> {
  write: Planned;
  attemptId: string;
  row: ListingRow;
}

/** Returns the details of `intended` for a write of a product's content or visibility. */
export function intentOf({ work, kind, target, instead }: Write, place: Place): Details {
  const writesContent = kind === 'create' || kind === 'update';
  return {
    set: { wantedRevision: work.revision },
    opens: {
      ...place,
      kind,
      revision: work.revision,
      hash: writesContent || work.asStored ? work.hash : null,
      options: work.options,
      body: writesContent ? asSent(work.product) : null,
      target,
      runId: work.item?.run_id ?? null,
    },
    ...insteadOf(instead, place),
    item: { line: work.item, change: { state: 'sent', listingId: work.row.id, revision: work.revision } },
  };
}

/** Returns the details for an attempt that replaces an open one, which surely came to nothing; null for none. */
export function insteadOf(
  instead: string | null,
  { id }: Pick<Place, 'id'>,
): Pick<Details, 'closes' | 'answer'> {
  return { closes: instead, answer: { instead: id } };
}

/**
 * Opens an attempt for each of the writes of one request, before a byte of it is sent. A write whose row another worker
 * wrote meanwhile is left to that worker, and out of the result. Throws `StoreJobHeld` where sending is held in this
 * store.
 */
export async function intendEach<Planned>(
  storeJob: StoreJob,
  writes: readonly Planned[],
  intent: (write: Planned, place: Place) => { row: ListingRow; details: Details },
): Promise<Intended<Planned>[]> {
  const intended = await mapAllSettled(writes, (write) =>
    unlessFenced(async (): Promise<Intended<Planned> | null> => {
      const place = { id: v7(), bulk: null };
      const { row, details } = intent(write, place);
      return { write, attemptId: place.id, row: await record(storeJob, row, 'intended', details) };
    }, null),
  );
  return intended.filter((each) => each !== null);
}
