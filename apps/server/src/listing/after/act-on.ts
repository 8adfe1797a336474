import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { sql } from 'kysely';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import { bodyOf } from '../../db/listing-content.ts';
import { type Action, type ActionWrite, actions, reportAction } from '../actions/act.ts';
import { decideAction, type Standing } from '../actions/decide-action.ts';
import { findFacts } from '../actions/facts.ts';
import { goneAs } from '../actions/receive-action.ts';
import { sendActions } from '../actions/send-actions.ts';
import { toPublish } from '../as-stored/publishing.ts';
import { through } from '../decide/through.ts';
import { afterPause, type FailedSends, failedAgain, noFailedSends, pauseMs } from '../engine/sends.ts';
import { type AttemptRow, attemptsIn } from '../ledger/attempts.ts';
import { findRow, type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import type { ItemRow } from '../runs/items.ts';
import type { ListingRunRow } from '../runs/store-jobs.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { decideUndo, type UndoStep } from './decide-undo.ts';
import { repricedAmong } from './repriced.ts';

/** What came to nothing of an item in this run, and when it may be sent again, by the monotonic clock. */
export interface FailedItem {
  sends: FailedSends;
  until: number;
}

/**
 * Processes items of a run that does not list as far as they can go now. What is in doubt stays open, and is looked at
 * when the items are taken up again. Returns how many wait: for an after-check, or to be sent again after a pause.
 */
export async function actionOn(
  storeJob: StoreJob,
  listing: ListingRunRow,
  given: readonly ItemRow[],
  failed: Map<string, FailedItem>,
): Promise<number> {
  const now = storeJob.clock.monotonic();
  const items = given.filter(({ id }) => (failed.get(id)?.until ?? now) <= now);
  if (items.length === 0) {
    return given.length;
  }
  const standings = await standingsOf(storeJob, items, failed);
  if (listing.action === 'publish-stored') {
    const waiting = await through(storeJob, await toPublish(storeJob, standings));
    for (const { work } of waiting) {
      if (work.item) {
        fails(storeJob, work.item, failed);
      }
    }
    return given.length - items.length;
  }
  const steps =
    listing.action === 'undo' && listing.undoes !== null
      ? await undoSteps(storeJob, listing.undoes, standings)
      : await actionSteps(storeJob, actionOf(listing), standings);
  const writes = steps.flatMap((step) => (step.kind === 'send' ? [step.write] : []));
  const { batchSize, inFlightMax } = storeJob.lister.features;
  await mapConcurrently(requests(writes, batchSize), inFlightMax, async (group) => {
    storeJob.signal.throwIfAborted();
    for (const item of await guarded(storeJob, () => sendActions(storeJob, group))) {
      fails(storeJob, item, failed);
    }
  });
  await restoreAll(
    storeJob,
    steps.flatMap((step) => (step.kind === 'restore' ? [step] : [])),
    failed,
  );
  return given.length - items.length + steps.filter(({ kind }) => kind === 'wait').length;
}

/** Notes that a send of an item came to nothing. */
function fails({ answers, clock }: StoreJob, { id }: ItemRow, failed: Map<string, FailedItem>): void {
  const sends = failedAgain(failed.get(id)?.sends ?? noFailedSends, answers.count);
  failed.set(id, { sends: afterPause(sends), until: clock.monotonic() + pauseMs(sends) });
}

function actionOf({ action }: ListingRunRow): Action {
  const act = actions.find((each) => each === action);
  if (!act) {
    throw new Error(`A run that does ${action} is not worked on here.`);
  }
  return act;
}

/**
 * Returns what the ledger and the store know of these items now. An item whose shop was deleted meanwhile is cancelled.
 */
async function standingsOf(
  storeJob: StoreJob,
  items: readonly ItemRow[],
  failed: ReadonlyMap<string, FailedItem>,
): Promise<Standing[]> {
  const ids = items.flatMap(({ listing_id }) => listing_id ?? []);
  const { rows, open } = await inStoreJob(storeJob, async (db) => {
    const found = await db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', storeJob.ownerId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    const attempts = await db
      .selectFrom('listing_attempt as attempt')
      .selectAll('attempt')
      .select(bodyOf('attempt').as('body'))
      .where('owner_id', '=', storeJob.ownerId)
      .where(sql<boolean>`id = any(${found.flatMap(({ open_attempt }) => open_attempt ?? [])}::uuid[])`)
      .execute();
    for (const item of items.filter(({ listing_id }) => !found.some(({ id }) => id === listing_id))) {
      await reportAction(db, storeJob, item, { state: 'cancelled' });
    }
    return { rows: byId(found), open: byId(attemptsIn(attempts)) };
  });
  await storeJob.injectFault('row.read');
  const seen = await lookAtAll(storeJob, [...rows.values()]);
  return items.flatMap((item) => {
    const row = rows.get(item.listing_id ?? '');
    return row ? [standingOf(item, row, open, seen, failed.get(item.id)?.sends ?? noFailedSends)] : [];
  });
}

function standingOf(
  item: ItemRow,
  row: ListingRow,
  open: ReadonlyMap<string, AttemptRow>,
  seen: ReadonlyMap<string, SeenProduct>,
  sends: FailedSends,
): Standing {
  return {
    item,
    row,
    attempt: open.get(row.open_attempt ?? '') ?? null,
    seen: seen.get(row.store_product_id ?? '') ?? null,
    sends,
  };
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function lookAtAll(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<Map<string, SeenProduct>> {
  const ids = rows.flatMap(({ state, store_product_id }) =>
    state === 'gone' ? [] : (store_product_id ?? []),
  );
  if (ids.length === 0) {
    return new Map();
  }
  await storeJob.injectFault('look.before');
  const seen = await guarded(storeJob, async () => {
    const access = await storeJob.session.access(storeJob.cut);
    return await storeJob.lister.reader.lookByIds(ids, access, storeJob.session.context(storeJob.cut));
  });
  await storeJob.injectFault('look.after');
  return new Map(seen.flatMap((each) => (each ? [[each.storeProductId, each] as const] : [])));
}

async function actionSteps(
  storeJob: StoreJob,
  act: Action,
  standings: readonly Standing[],
): Promise<UndoStep[]> {
  const steps: UndoStep[] = [];
  for (const standing of standings) {
    await storeJob.injectFault('decide.before');
    const { row, attempt } = standing;
    if (act === 'remove' && row.check_due && attempt === null && row.state !== 'gone') {
      steps.push({ kind: 'wait' });
      continue;
    }
    const write = await unlessFenced(() => decideAction(storeJob, act, standing), null);
    steps.push(write ? { kind: 'send', write } : { kind: 'reported' });
  }
  return steps;
}

async function undoSteps(
  storeJob: StoreJob,
  undoes: string,
  standings: readonly Standing[],
): Promise<UndoStep[]> {
  const listingIds = standings.map(({ row }) => row.id);
  const found = await inStoreJob(storeJob, (db) => findFacts(db, storeJob.ownerId, undoes, { listingIds }));
  const facts = new Map(found.map((each) => [each.listingId, each]));
  const repriced = await repricedAmong(storeJob, undoes, standings, facts);
  const steps: UndoStep[] = [];
  for (const standing of standings) {
    await storeJob.injectFault('undo.item-k');
    const { row } = standing;
    const step = () => decideUndo(storeJob, undoes, standing, facts.get(row.id), repriced.has(row.id));
    steps.push(await unlessFenced<UndoStep>(step, { kind: 'reported' }));
  }
  return steps;
}

/** Groups actions that one request can carry: of one kind, up to the store's batch size. */
function requests(writes: readonly ActionWrite[], size: number): ActionWrite[][] {
  const similar = Map.groupBy(
    writes,
    ({ act, as, neverShown, withContent }) => `${act} ${as} ${act === 'relist' && neverShown} ${withContent}`,
  );
  return [...similar.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, at) =>
      group.slice(at * size, (at + 1) * size),
    ),
  );
}

/** Writes former contents as any content is written; each row records the outcome. */
async function restoreAll(
  storeJob: StoreJob,
  steps: readonly Extract<UndoStep, { kind: 'restore' }>[],
  failed: Map<string, FailedItem>,
): Promise<void> {
  if (steps.length === 0) {
    return;
  }
  await through(
    storeJob,
    steps.map(({ work }) => work),
  );
  for (const { standing, work } of steps) {
    const { item } = standing;
    fails(storeJob, item, failed);
    await inStoreJob(storeJob, async (db) => {
      const row = await findRow(db, storeJob.ownerId, work.row.id);
      if (row?.state === 'gone') {
        await reportAction(db, storeJob, item, goneAs({ undoGroup: 'taken-back' }));
      } else if (row && row.open_attempt === null && row.sent_hash === work.hash && row.state === 'listed') {
        await reportAction(db, storeJob, item, { state: 'done', undoGroup: 'taken-back' });
      } else if (row && row.open_attempt === null && row.fault) {
        await reportAction(db, storeJob, item, {
          state: 'refused',
          fault: row.fault,
          undoGroup: 'impossible',
          reason: 'refused',
        });
      }
    });
  }
}
