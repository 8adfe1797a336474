import type { LookAsk, SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { type SqlBool, sql } from 'kysely';
import { adopt } from './adopt.ts';
import { isActOnBound, settleActOnBound } from './after/foreign.ts';
import { isVisibilityLost, restoreVisibility } from './after/visibility.ts';
import { type AttemptRow, findAttempts, forgetBodies } from './attempts.ts';
import { checkInMs } from './counted.ts';
import { type RowSet, record, recordIn } from './engine/record.ts';
import { guarded } from './guarded.ts';
import { inLane, type Lane, settleMs } from './lane.ts';
import { findLatePieces, withoutRemade } from './late-pieces.ts';
import { findRow, type ListingRow, madeAt, unlessFenced } from './ledger.ts';
import { areResourcesInDoubt, settleResources } from './resources/settle-open.ts';
import { outwait, through } from './through.ts';
import { removeTwins, workOf } from './twins.ts';
import { requireKnown } from './witness/store-witness.ts';
import { atTheBeginning, type Work } from './work.ts';

const pageSize = 200;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'] as const;

/** Rows whose after-check is owed and whose time has come, by the shop's counted time. */
async function dueRows(lane: Lane): Promise<ListingRow[]> {
  return await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where('check_due', '=', true)
      .where('open_attempt', 'is', null)
      .where(sql<SqlBool>`check_at_ms <= (select counted_ms from shop_turn where shop_id = ${lane.shopId})`)
      .orderBy('check_at_ms')
      .limit(pageSize)
      .execute(),
  );
}

/** Rows in doubt that are nobody's any more: the run they were written for has ended, or an after-check was killed in them. */
async function doubtfulRows(lane: Lane): Promise<ListingRow[]> {
  return await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .selectAll('listing')
      .innerJoin('listing_attempt as attempt', 'attempt.id', 'listing.open_attempt')
      .leftJoin('run', 'run.id', 'attempt.run_id')
      .where('listing.owner_id', '=', lane.ownerId)
      .where('attempt.owner_id', '=', lane.ownerId)
      .where('listing.shop_id', '=', lane.shopId)
      .where((eb) => eb.or([eb('run.id', 'is', null), eb('run.state', 'in', endedStates)]))
      .orderBy('listing.id')
      .limit(pageSize)
      .execute(),
  );
}

/** Whether an after-check is owed at all, now or later. */
export async function isCheckOwed(lane: Lane): Promise<boolean> {
  const found = await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .select('id')
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where('check_due', '=', true)
      .limit(1)
      .executeTakeFirst(),
  );
  return found !== undefined || (await doubtfulRows(lane)).length > 0 || (await areResourcesInDoubt(lane));
}

/**
 * Looks once more at all that is due, when nothing sent before can land any more. An older write of ours on top is
 * written over by the newest; a late product of ours is adopted; what somebody else changed is told and kept.
 * Answers how many rows were looked at, and attempts at categories and images decided.
 */
export async function afterCheck(lane: Lane): Promise<number> {
  await settleOpen(lane);
  const decided = await settleResources(lane);
  const rows = await dueRows(lane);
  if (rows.length === 0) {
    return decided;
  }
  await lane.strike('aftercheck.look');
  const unhealed = [...(await checkBound(lane, rows)), ...(await checkUnbound(lane, rows))];
  if (unhealed.length > 0) {
    await through(lane, unhealed);
  }
  return rows.length + decided;
}

/**
 * Settles what is in doubt and nobody's: the newest content goes on from where it was begun; an act, which nobody repeats any more, is
 * looked at once it can land no more, or what it did then would be taken for the merchant's. One that knows
 * neither content nor act cannot be gone on with; it is told to be absent, so that nobody waits for it for ever.
 */
async function settleOpen(lane: Lane): Promise<void> {
  for (const row of await doubtfulRows(lane)) {
    const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
    const newest = attempts.findLast(({ body }) => body !== null);
    const open = attempts.find(({ id }) => id === row.open_attempt);
    if (open && isActOnBound(open, { row })) {
      if (lane.counted.nowMs < Number(open.counted_ms) + checkInMs(settleMs(lane))) {
        continue;
      }
      await guarded(lane, () => unlessFenced(() => settleActAlone(lane, row, open), null));
    } else if (newest) {
      // Counted here: nobody else waits for what a run that has ended left behind.
      await outwait(lane, await through(lane, [workOf(row, newest)]));
    } else if (open) {
      await unlessFenced(() => forget(lane, row, open), null);
    }
  }
}

async function settleActAlone(lane: Lane, row: ListingRow, attempt: AttemptRow): Promise<null> {
  await settleActOnBound(lane, { row, item: null }, attempt);
  return null;
}

async function forget(lane: Lane, row: ListingRow, attempt: AttemptRow): Promise<null> {
  lane.services.log.warn(
    { listingId: row.id, attemptId: attempt.id },
    'An attempt without content is given up',
  );
  await record(lane, row, 'dropped', {
    set: { sentHash: null },
    answer: { because: 'its content is not known any more' },
  });
  return null;
}

async function checkBound(lane: Lane, rows: readonly ListingRow[]): Promise<Work[]> {
  const bound = rows.filter(({ store_product_id }) => store_product_id !== null);
  if (bound.length === 0) {
    return [];
  }
  const unhealed: Work[] = [];
  const isAlone = lane.lister.storeSideKey && !lane.lister.hiddenFirst;
  const seen = await (isAlone ? seenById(lane, bound) : seenWithTwins(lane, bound));
  await lane.strike('aftercheck.decide');
  for (const [index, row] of bound.entries()) {
    const work = await unlessFenced(async (): Promise<Work | null> => {
      const { own, all } = seen[index] ?? { own: null, all: [] };
      // Removed before the check is cleared: killed in between, it is made again.
      const { removed, left } = await removeTwins(lane, row, own, all);
      const now = removed === 0 ? row : await inLane(lane, (db) => findRow(db, lane.ownerId, row.id));
      return left === 0 && now && now.open_attempt === null ? judgeBound(lane, now, own) : null;
    }, null);
    if (work) {
      unhealed.push(work);
    }
  }
  return unhealed;
}

interface SeenBound {
  own: SeenProduct | null;
  /** Everything that bears the row's key. */
  all: SeenProduct[];
}

/** Where the store keeps the key unique there is no other. */
async function seenById(lane: Lane, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const access = await lane.session.access(lane.cut);
  const ids = rows.map(({ store_product_id }) => store_product_id ?? '');
  const seen = await lane.lister.lookByIds(ids, access, lane.session.context(lane.cut));
  await requireKnown(lane, seen);
  return seen.map((own) => ({ own, all: [] }));
}

async function seenWithTwins(lane: Lane, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const found: SeenBound[] = [];
  for (let start = 0; start < rows.length; start += lane.lister.lookMax) {
    const some = rows.slice(start, start + lane.lister.lookMax);
    const access = await lane.session.access(lane.cut);
    const context = lane.session.context(lane.cut);
    const answers = await lane.lister.look(some.map(askOf), access, context);
    await requireKnown(lane, answers.flat());
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

function askOf(row: ListingRow): LookAsk {
  return {
    key: row.key,
    storeProductId: row.store_product_id,
    handle: row.key,
    skus: [],
    since: madeAt(row),
  };
}

async function judgeBound(lane: Lane, row: ListingRow, seen: SeenProduct | null): Promise<Work | null> {
  if (row.state === 'gone') {
    return await clear(lane, row);
  }
  if (!seen) {
    return await clear(lane, row, { fault: { code: 'store.product-gone', params: {} } }, 'checkedGone');
  }
  if (await isVisibilityLost(lane, row, seen)) {
    await restoreVisibility(lane, row, seen);
    return null;
  }
  if (row.taken_down) {
    // What is hidden is written when it is listed again; an update would show it.
    return await clear(lane, row, { seenHash: seen.hash, restoresVisibility: false });
  }
  if (seen.unfinishedBy === undefined && seen.attemptId === row.listed_attempt) {
    const pieces = await findLatePieces(lane, row);
    if (pieces) {
      return await unhealedWork(lane, row, pieces.newest, seen, pieces.late);
    }
    // The newest of ours; where its hash differs, a person changed it since: that is drift, and stays.
    return await clear(lane, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
  const newest = attempts.find(({ id }) => id === row.listed_attempt);
  const older = attempts.find(({ id }) => id === (seen.unfinishedBy ?? seen.attemptId));
  if (!older || !newest?.body) {
    return await clear(lane, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const pieces = older.hash === newest.hash ? await findLatePieces(lane, row) : null;
  if (older.hash === newest.hash && seen.unfinishedBy === undefined && !pieces) {
    // The same content, sent twice: which of the two lies on top is all one.
    return await clear(lane, row, {
      seenHash: seen.hash,
      listedAttempt: older.id,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const late = lane.lister.finishing ? withoutRemade(older, newest, attempts) : older.body;
  return await unhealedWork(lane, row, newest, seen, pieces?.late ?? late);
}

/** An older write of ours landed late on the newest, which is written again. */
async function unhealedWork(
  lane: Lane,
  row: ListingRow,
  newest: AttemptRow,
  seen: SeenProduct,
  late: AttemptRow['body'],
): Promise<Work | null> {
  if (!newest.body) {
    return null;
  }
  if (row.unhealed && row.state === 'refused') {
    // The store refused to have it written again: told by its row, and written by the next run that lists it.
    return await clear(lane, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const marked = await record(lane, row, 'overwritten', { set: { unhealed: true, seenHash: seen.hash } });
  const work = { ...workOf(marked, newest), ...(late && { late }) };
  const { hiddenFirst, shelf } = lane.lister;
  // Where products are made hidden, an update changes nothing of what shoppers see.
  if (hiddenFirst || !shelf?.isHidden(seen) || !isToBeSeen(work.options)) {
    return work;
  }
  // Hidden in the store meanwhile: its content is healed, and hidden it stays.
  const options = { ...work.options, status: 'draft' as const, publish: false };
  return { ...work, options, hash: await lane.lister.hashOf(work.product, options) };
}

/** Refused or in conflict, and yet there: a late product of ours is taken for what it is. */
async function checkUnbound(lane: Lane, rows: readonly ListingRow[]): Promise<Work[]> {
  const unbound = rows.filter(({ store_product_id }) => store_product_id === null);
  for (let start = 0; start < unbound.length; start += lane.lister.lookMax) {
    const some = unbound.slice(start, start + lane.lister.lookMax);
    const access = await lane.session.access(lane.cut);
    const answers = await lane.lister.look(some.map(askOf), access, lane.session.context(lane.cut));
    await requireKnown(lane, answers.flat());
    await lane.strike('aftercheck.decide');
    for (const [index, row] of some.entries()) {
      const ours = (answers[index] ?? []).filter(({ key, status }) => key === row.key && status !== 'trash');
      await unlessFenced(() => (ours.length > 0 ? adoptLate(lane, row, ours) : clear(lane, row)), null);
    }
  }
  return [];
}

/** Without a content of ours, as in a restored database, it is bound by the next run that lists it. */
async function adoptLate(lane: Lane, row: ListingRow, ours: SeenProduct[]): Promise<null> {
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
  const newest = attempts.findLast((attempt) => attempt.body !== null);
  if (!newest?.body) {
    return await clear(lane, row);
  }
  const { body: product, revision, options } = newest;
  await adopt(lane, { row, item: null, product, revision, options, hash: '', ...atTheBeginning }, ours, null);
  return null;
}

async function clear(
  lane: Lane,
  row: ListingRow,
  set: RowSet = {},
  event: 'checked' | 'checkedGone' = 'checked',
): Promise<null> {
  await inLane(lane, async (db) => {
    await recordIn(db, lane, row, event, { set });
    await forgetBodies(db, lane.ownerId, [row.id]);
  });
  return null;
}
