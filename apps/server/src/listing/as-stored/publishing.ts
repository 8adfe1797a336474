import type { Fault } from '@bowerbird/contract/runs';
import { reportAction } from '../actions/act.ts';
import { giveUp, goneNow, type Standing } from '../actions/decide-action.ts';
import { goneAs } from '../actions/receive-action.ts';
import { record } from '../engine/record.ts';
import { isSpent } from '../engine/sends.ts';
import { atTheBeginning, type Work } from '../engine/work.ts';
import { keptHidden, unlessFenced } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { isAcceptance } from './kept-hidden.ts';
import { readStored, type Stored, saveAccepted } from './stored-values.ts';

const ends = { undoGroup: null };

/**
 * Returns the products of a run that publishes as stored which are to be published now; all others are reported. What
 * is published is what the person accepted: the same revision, unchanged in the store since it was reported,
 * with all its variants, and nothing that the merchant's risk check stops.
 */
export async function toPublish(storeJob: StoreJob, standings: readonly Standing[]): Promise<Work[]> {
  const rows = standings.flatMap(({ row, seen }) =>
    seen !== null && !row.published && row.state !== 'gone' ? [row] : [],
  );
  const stored = await readStored(storeJob, rows);
  const works: Work[] = [];
  for (const standing of standings) {
    await storeJob.injectFault('decide.before');
    const step = () => decidePublishing(storeJob, standing, stored.get(standing.row.id));
    const work = await unlessFenced(step, null);
    works.push(...(work ? [work] : []));
  }
  return works;
}

async function decidePublishing(
  storeJob: StoreJob,
  standing: Standing,
  stored: Stored | undefined,
): Promise<Work | null> {
  const { item, row, attempt, seen, sends } = standing;
  const report = async (end: Parameters<typeof reportAction>[3]): Promise<null> => {
    await inStoreJob(storeJob, (db) => reportAction(db, storeJob, item, end));
    return null;
  };
  const refuse = (fault: Fault) => report({ state: 'refused', fault });
  if (row.store_product_id === null || row.taken_down) {
    return await report({ state: 'cancelled' });
  }
  if (row.state === 'gone') {
    return await report(goneAs(ends));
  }
  if (attempt && !isAcceptance(attempt)) {
    return await refuse({ code: 'listing.in-doubt', params: {} });
  }
  if (seen === null) {
    await goneNow(storeJob, standing, ends);
    return null;
  }
  if (row.published) {
    return await report({ state: 'done' });
  }
  if (!stored || row.listed_revision !== item.revision || (!attempt && row.fault?.code !== keptHidden)) {
    return await refuse({ code: 'listing.stored-outdated', params: {} });
  }
  if (attempt) {
    return workOf(standing, stored);
  }
  if (storeJob.lister.writer.publish === null) {
    return await refuse({ code: 'store.saved-not-published', params: {} });
  }
  if (stored.store === null || seen.hash !== row.listed_hash) {
    await record(storeJob, row, 'noted', { set: { seenHash: seen.hash } });
    return await refuse({ code: 'listing.stored-changed', params: {} });
  }
  if (stored.refusal) {
    return await refuse(stored.refusal);
  }
  if (isSpent(sends)) {
    await giveUp(storeJob, standing, ends);
    return null;
  }
  // Before the send: a worker that dies after it would leave a difference that nobody accepted.
  await inStoreJob(storeJob, (db) => saveAccepted(db, storeJob, row, stored));
  return workOf(standing, stored);
}

/**
 * Its content is left as the store keeps it. What a store takes beside the product, such as inventory and places in
 * collections, was not written yet, as the product was never whole: that comes first, then its visibility.
 */
function workOf({ item, row, sends }: Standing, { sent }: Stored): Work {
  return {
    row,
    item,
    product: sent.body,
    revision: row.listed_revision ?? item.revision,
    options: sent.options,
    hash: sent.hash ?? '',
    ...atTheBeginning,
    stage: 'written',
    tries: { ...atTheBeginning.tries, sends },
    asStored: true,
  };
}
