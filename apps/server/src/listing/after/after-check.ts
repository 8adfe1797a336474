import type { LookupRequest, SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { type SqlBool, sql } from 'kysely';
import { isActionOnBound, settleActionOnBound } from '../actions/foreign.ts';
import { isAcceptance } from '../as-stored/kept-hidden.ts';
import { findGivenUp, withLateAcceptance } from '../as-stored/late.ts';
import { outwait, through } from '../decide/through.ts';
import { type RowSet, record, recordIn } from '../engine/record.ts';
import { atTheBeginning, type Work } from '../engine/work.ts';
import { requireKnown } from '../epoch/store-epoch.ts';
import { type AttemptRow, findAttempts, forgetBodies } from '../ledger/attempts.ts';
import { findRow, type ListingRow, madeAt, unlessFenced } from '../ledger/ledger.ts';
import { adopt } from '../look-ups/adopt.ts';
import { areResourcesInDoubt, settleResources } from '../resources/settle-open.ts';
import { checkInMs } from '../store-job/counted.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { removeDuplicates, workOf } from './duplicates.ts';
import { findLateInventory, withoutRemade } from './late-inventory.ts';
import { isVisibilityLost, restoreVisibility } from './visibility.ts';

const pageSize = 200;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'] as const;

/** Returns rows whose after-check is owed and due, by the shop's counted time. */
async function dueRows(storeJob: StoreJob): Promise<ListingRow[]> {
  return await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .where('check_due', '=', true)
      .where('open_attempt', 'is', null)
      .where(
        sql<SqlBool>`check_at_ms <= (select counted_ms from shop_turn where shop_id = ${storeJob.shopId})`,
      )
      .orderBy('check_at_ms')
      .limit(pageSize)
      .execute(),
  );
}

/**
 * Returns in-doubt rows that no worker owns any more: the run they were written for has ended, or an after-check was
 * killed while handling them.
 */
async function inDoubtRows(storeJob: StoreJob): Promise<ListingRow[]> {
  return await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .selectAll('listing')
      .innerJoin('listing_attempt as attempt', 'attempt.id', 'listing.open_attempt')
      .leftJoin('run', 'run.id', 'attempt.run_id')
      .where('listing.owner_id', '=', storeJob.ownerId)
      .where('attempt.owner_id', '=', storeJob.ownerId)
      .where('listing.shop_id', '=', storeJob.shopId)
      .where((eb) => eb.or([eb('run.id', 'is', null), eb('run.state', 'in', endedStates)]))
      .orderBy('listing.id')
      .limit(pageSize)
      .execute(),
  );
}

/** Reports whether an after-check is owed at all, now or later. */
export async function isCheckOwed(storeJob: StoreJob): Promise<boolean> {
  const found = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .select('id')
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .where('check_due', '=', true)
      .limit(1)
      .executeTakeFirst(),
  );
  return (
    found !== undefined || (await inDoubtRows(storeJob)).length > 0 || (await areResourcesInDoubt(storeJob))
  );
}

/**
 * Looks once more at everything that is due, when nothing sent before can arrive any more. An older write of ours on
 * top is overwritten with the newest; a late product of ours is bound; what others changed is reported and kept.
 * Returns how many rows were looked at, plus how many attempts at categories and images were decided.
 */
export async function afterCheck(storeJob: StoreJob): Promise<number> {
  await settleOpen(storeJob);
  const decided = await settleResources(storeJob);
  const rows = await dueRows(storeJob);
  if (rows.length === 0) {
    return decided;
  }
  await storeJob.injectFault('aftercheck.look');
  const unrepaired = [...(await checkBound(storeJob, rows)), ...(await checkUnbound(storeJob, rows))];
  if (unrepaired.length > 0) {
    await through(storeJob, unrepaired);
  }
  return rows.length + decided;
}

/**
 * Resolves in-doubt attempts that no worker owns. The newest content continues from where it was begun. An action,
 * which is not repeated any more, and a publish as stored are looked at once they can no longer arrive, or their late
 * effect would be taken for the merchant's. An attempt with neither content nor action cannot be continued; it is decided `absent`, so that nothing
 * waits for it for ever.
 */
async function settleOpen(storeJob: StoreJob): Promise<void> {
  for (const row of await inDoubtRows(storeJob)) {
    const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
    const newest = attempts.findLast(({ body }) => body !== null);
    const open = attempts.find(({ id }) => id === row.open_attempt);
    const isAction = open !== undefined && isActionOnBound(open, { row });
    const mayArrive =
      open !== undefined && storeJob.counted.nowMs < Number(open.counted_ms) + checkInMs(settleMs(storeJob));
    if (open && (isAction || isAcceptance(open)) && mayArrive) {
      continue;
    }
    if (open && isAction) {
      await guarded(storeJob, () => unlessFenced(() => settleActionAlone(storeJob, row, open), null));
    } else if (newest) {
      // Counted here: no other worker waits for what an ended run left behind.
      await outwait(storeJob, await through(storeJob, [workOf(row, newest)]));
    } else if (open) {
      await unlessFenced(() => forget(storeJob, row, open), null);
    }
  }
}

async function settleActionAlone(storeJob: StoreJob, row: ListingRow, attempt: AttemptRow): Promise<null> {
  await settleActionOnBound(storeJob, { row, item: null }, attempt);
  return null;
}

async function forget(storeJob: StoreJob, row: ListingRow, attempt: AttemptRow): Promise<null> {
  storeJob.services.log.warn(
    { listingId: row.id, attemptId: attempt.id },
    'An attempt without content is given up',
  );
  await record(storeJob, row, 'dropped', {
    set: { sentHash: null },
    answer: { because: 'its content is not known any more' },
  });
  return null;
}

async function checkBound(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<Work[]> {
  const bound = rows.filter(({ store_product_id }) => store_product_id !== null);
  if (bound.length === 0) {
    return [];
  }
  const unrepaired: Work[] = [];
  const { storeSideKey, publication } = storeJob.lister.features;
  const isAlone = storeSideKey && publication !== 'draft-first';
  const seen = await (isAlone ? seenById(storeJob, bound) : seenWithDuplicates(storeJob, bound));
  const givenUp = await findGivenUp(storeJob, bound);
  await storeJob.injectFault('aftercheck.decide');
  for (const [index, row] of bound.entries()) {
    const work = await unlessFenced(async (): Promise<Work | null> => {
      const { own, all } = seen[index] ?? { own: null, all: [] };
      // Removed before the check is cleared: if killed in between, the check is made again.
      const { removed, left } = await removeDuplicates(storeJob, row, own, all);
      const now =
        removed === 0 ? row : await inStoreJob(storeJob, (db) => findRow(db, storeJob.ownerId, row.id));
      return left === 0 && now && now.open_attempt === null
        ? judgeBound(storeJob, now, own, givenUp.has(row.id))
        : null;
    }, null);
    if (work) {
      unrepaired.push(work);
    }
  }
  return unrepaired;
}

interface SeenBound {
  own: SeenProduct | null;
  /** Everything in the store that has the row's key. */
  all: SeenProduct[];
}

/** Where the store keeps the key unique there is no other. */
async function seenById(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const access = await storeJob.session.access(storeJob.cut);
  const ids = rows.map(({ store_product_id }) => store_product_id ?? '');
  const seen = await storeJob.lister.reader.lookByIds(ids, access, storeJob.session.context(storeJob.cut));
  await requireKnown(storeJob, seen);
  return seen.map((own) => ({ own, all: [] }));
}

async function seenWithDuplicates(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const found: SeenBound[] = [];
  for (let start = 0; start < rows.length; start += storeJob.lister.features.lookMax) {
    const some = rows.slice(start, start + storeJob.lister.features.lookMax);
    const access = await storeJob.session.access(storeJob.cut);
    const context = storeJob.session.context(storeJob.cut);
    const answers = await storeJob.lister.reader.look(some.map(requestOf), access, context);
    await requireKnown(storeJob, answers.flat());
    for (const [index, row] of some.entries()) {
      const all = (answers[index] ?? []).filter(({ key }) => key === row.key);
      const own = all.find(
        ({ storeProductId, status }) => storeProductId === row.store_product_id && status !== 'trash',
      );
      found.push({ own: own ?? null, all });
    }
  }
  return found;
}

function requestOf(row: ListingRow): LookupRequest {
  return {
    key: row.key,
    storeProductId: row.store_product_id,
    handle: row.key,
    skus: [],
    since: madeAt(row),
  };
}

async function judgeBound(
  storeJob: StoreJob,
  given: ListingRow,
  seen: SeenProduct | null,
  mayBeAccepted: boolean,
): Promise<Work | null> {
  if (given.state === 'gone') {
    return await clear(storeJob, given);
  }
  if (!seen) {
    return await clear(storeJob, given, { fault: { code: 'store.product-gone', params: {} } }, 'checkedGone');
  }
  const row = mayBeAccepted ? await withLateAcceptance(storeJob, given, seen) : given;
  if (await isVisibilityLost(storeJob, row, seen)) {
    await restoreVisibility(storeJob, row, seen);
    return null;
  }
  if (row.taken_down) {
    // A hidden product is written when it is listed again; an update would make it visible.
    return await clear(storeJob, row, { seenHash: seen.hash, restoresVisibility: false });
  }
  if (seen.unfinishedBy === undefined && seen.attemptId === row.listed_attempt) {
    const inventory = await findLateInventory(storeJob, row);
    if (inventory) {
      return await repairWork(storeJob, row, inventory.newest, seen, inventory.late);
    }
    // Our newest write is on top; where its hash differs, a person changed it since: that is drift, and stays.
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.find(({ id }) => id === row.listed_attempt);
  const older = attempts.find(({ id }) => id === (seen.unfinishedBy ?? seen.attemptId));
  if (!older || !newest?.body) {
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const inventory = older.hash === newest.hash ? await findLateInventory(storeJob, row) : null;
  if (older.hash === newest.hash && seen.unfinishedBy === undefined && !inventory) {
    // The same content was sent twice; which of the two is on top does not matter.
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      listedAttempt: older.id,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const late = storeJob.lister.writer.finishing ? withoutRemade(older, newest, attempts) : older.body;
  return await repairWork(storeJob, row, newest, seen, inventory?.late ?? late);
}

/** An older write of ours arrived late and overwrote the newest, which is written again. */
async function repairWork(
  storeJob: StoreJob,
  row: ListingRow,
  newest: AttemptRow,
  seen: SeenProduct,
  late: AttemptRow['body'],
): Promise<Work | null> {
  if (!newest.body) {
    return null;
  }
  if (row.unrepaired && row.state === 'refused') {
    // The store rejected the repeated write: its row says so, and the next run that lists it writes it.
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const marked = await record(storeJob, row, 'overwritten', {
    set: { unrepaired: true, seenHash: seen.hash },
  });
  const work = { ...workOf(marked, newest), ...(late && { late }) };
  const { features, writer } = storeJob.lister;
  // Where products are created as drafts, an update changes nothing of what shoppers see.
  if (
    features.publication === 'draft-first' ||
    !writer.visibility.isHidden(seen) ||
    !isToBeSeen(work.options)
  ) {
    return work;
  }
  // Hidden in the store meanwhile: its content is repaired, and it stays hidden.
  const options = { ...work.options, status: 'draft' as const, publish: false };
  return { ...work, options, hash: await storeJob.lister.planner.hashOf(work.product, options) };
}

/**
 * Checks rows that are rejected or in conflict although their product is in the store: a late product of ours is bound.
 */
async function checkUnbound(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<Work[]> {
  const unbound = rows.filter(({ store_product_id }) => store_product_id === null);
  for (let start = 0; start < unbound.length; start += storeJob.lister.features.lookMax) {
    const some = unbound.slice(start, start + storeJob.lister.features.lookMax);
    const access = await storeJob.session.access(storeJob.cut);
    const answers = await storeJob.lister.reader.look(
      some.map(requestOf),
      access,
      storeJob.session.context(storeJob.cut),
    );
    await requireKnown(storeJob, answers.flat());
    await storeJob.injectFault('aftercheck.decide');
    for (const [index, row] of some.entries()) {
      const ours = (answers[index] ?? []).filter(({ key, status }) => key === row.key && status !== 'trash');
      await unlessFenced(
        () => (ours.length > 0 ? adoptLate(storeJob, row, ours) : clear(storeJob, row)),
        null,
      );
    }
  }
  return [];
}

/** Where we hold no content for it, as in a restored database, the next run that lists it binds it. */
async function adoptLate(storeJob: StoreJob, row: ListingRow, ours: SeenProduct[]): Promise<null> {
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.findLast((attempt) => attempt.body !== null);
  if (!newest?.body) {
    return await clear(storeJob, row);
  }
  const { body: product, revision, options } = newest;
  await adopt(
    storeJob,
    { row, item: null, product, revision, options, hash: '', ...atTheBeginning },
    ours,
    null,
  );
  return null;
}

async function clear(
  storeJob: StoreJob,
  row: ListingRow,
  set: RowSet = {},
  event: 'checked' | 'checkedGone' = 'checked',
): Promise<null> {
  await inStoreJob(storeJob, async (db) => {
    await recordIn(db, storeJob, row, event, { set });
    await forgetBodies(db, storeJob.ownerId, [row.id], new Date(storeJob.clock.wall()));
  });
  return null;
}
