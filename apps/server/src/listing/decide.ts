import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { isToBeSeen, type StoreFault } from '@bowerbird/platforms/listing/writes';
import { Stopped } from '../runs/work.ts';
import { adopt } from './adopt.ts';
import { findAttempt } from './attempts.ts';
import { finish } from './finish.ts';
import { listingKey } from './key.ts';
import { inLane, type Lane, tellItem } from './lane.ts';
import { findRow, isHeldByAnother, unbound, writeRow } from './ledger.ts';
import { conflict, lookOnce, oursAmong, strangerAmong } from './looking.ts';
import { keysSoFar, takenOutOfTrash } from './out-of-trash.ts';
import { settle } from './settle.ts';
import { leftTakenDown } from './taken-down.ts';
import { updating } from './updating.ts';
import { requireKnown } from './witness/store-witness.ts';
import type { Next, Work } from './work.ts';

/** No product takes more writes than this to be whole: thousands of variations, a hundred at a time. */
const halvesMax = 60;

/** A store that was sent the same so often, and reads back something else, keeps that. */
const sameMax = 3;

/** What comes next for a product, from its row as it stands now. A doubt is settled before anything is sent. */
export async function decide(lane: Lane, given: Work): Promise<Next> {
  const row = await inLane(lane, (db) => findRow(db, lane.ownerId, given.row.id));
  await lane.strike('row.read');
  if (!row) {
    return { kind: 'done' };
  }
  const work = { ...given, row };
  if (row.open_attempt !== null) {
    const open = row.open_attempt;
    const attempt = await inLane(lane, (db) => findAttempt(db, lane.ownerId, open));
    if (!attempt) {
      throw new AppError('unexpected', `attempt ${open} of listing ${row.id} is not there`);
    }
    return await settle(lane, work, attempt, 0);
  }
  if (row.state === 'gone') {
    return await whenGone(lane, work);
  }
  const left = await leftTakenDown(lane, work);
  if (left) {
    return left;
  }
  if (row.store_product_id !== null) {
    return await whenBound(lane, work, row.store_product_id);
  }
  return await whenUnbound(lane, work);
}

/** Deleted in the store: only told, unless the merchant asked for it to be made again. */
async function whenGone(lane: Lane, work: Work): Promise<Next> {
  const goneBefore = work.item?.state === 'waiting';
  if (!work.options.again || !goneBefore) {
    const fault: Fault = { code: 'store.product-gone', params: {} };
    await inLane(lane, (db) => tellItem(db, lane, work.item, { state: 'gone', fault }));
    return { kind: 'done' };
  }
  const generation = work.row.generation + 1;
  const row = await inLane(lane, (db) =>
    writeRow(db, work.row, {
      ...unbound,
      // Thrown away it may lie in the store's trash, from where it is taken back by its id.
      ...(lane.lister.trash && { adopts: work.row.store_product_id }),
      generation,
      key: listingKey(lane.installationId, work.row.product_id, lane.shopId, generation),
      state: 'waiting',
    }),
  );
  return await whenUnbound(lane, { ...work, row, firstLook: null });
}

async function whenBound(lane: Lane, work: Work, target: string): Promise<Next> {
  const { row } = work;
  const current = row.state === 'listed' && row.sent_hash === work.hash && !row.unhealed;
  if (!current && work.halves >= halvesMax) {
    return await neverWhole(lane, work);
  }
  if (!current && work.lastHalf !== null && work.lastHalf.times >= sameMax) {
    return await listedOtherwise(lane, work, work.lastHalf.differs);
  }
  if (!current && work.halves > 0 && isCancelled(lane)) {
    // What is there stays hidden; the next run that lists it goes on there.
    await inLane(lane, (db) => tellItem(db, lane, work.item, { state: 'cancelled', listingId: row.id }));
    return { kind: 'done' };
  }
  if (!current) {
    await lane.strike('update.read');
    return await updating(lane, work, target, null);
  }
  const toShow = isToShow(lane, work);
  if (lane.lister.finishing && !work.finished && (toShow || wasWritten(work))) {
    return await finish(lane, work, target);
  }
  if (toShow) {
    return { kind: 'write', write: { work, kind: 'publish', target, pictures: new Map(), instead: null } };
  }
  await inLane(lane, async (db) => {
    if (row.listed_revision !== work.revision) {
      await writeRow(db, row, { listedRevision: work.revision, wantedRevision: work.revision });
    }
    await tellItem(db, lane, work.item, {
      state: 'listed',
      listingId: row.id,
      revision: work.revision,
      answered: wasWritten(work),
    });
  });
  return { kind: 'done' };
}

/** Whether the next write is the one that shows it; of what is made hidden first, a draft too gets its own address by it. */
function isToShow({ lister }: Lane, { row, options, shown, written, item }: Work): boolean {
  // An after-check heals what is there; what somebody took from shoppers' sight meanwhile stays there.
  if (!lister.publish || shown || item === null) {
    return false;
  }
  const wanted = isToBeSeen(options);
  return lister.hiddenFirst
    ? !row.published || (wanted && written && row.address === null)
    : wanted && !row.published;
}

/** Written by this worker, or by one who was here before him. */
function wasWritten({ written, item }: Work): boolean {
  return written || (item !== null && item.state !== 'waiting');
}

/** Made of many requests, and not whole after more than any product can need: left hidden, told, and written by the next run. */
async function neverWhole(lane: Lane, work: Work): Promise<Next> {
  const fault = { code: 'store.unwell', params: {} };
  lane.services.log.warn({ listingId: work.row.id, runId: lane.runId }, 'A product never came to be whole');
  await inLane(lane, (db) =>
    tellItem(db, lane, work.item, { state: 'refused', listingId: work.row.id, fault }),
  );
  return { kind: 'done' };
}

/**
 * The store reads back something else than it was sent, however often: listed as it keeps it, and told with the fields. What was never
 * shown stays hidden, and counts as unfinished: the next run tries it again, or it is removed.
 */
async function listedOtherwise(lane: Lane, work: Work, differs: readonly StoreFault[]): Promise<Next> {
  const { row } = work;
  const code = row.published ? 'listing.kept-otherwise' : 'listing.kept-otherwise-hidden';
  await inLane(lane, async (db) => {
    if (row.published) {
      await writeRow(db, row, { sentHash: work.hash });
    }
    await tellItem(db, lane, work.item, {
      state: 'listed',
      listingId: row.id,
      revision: work.revision,
      fault: { code, params: {} },
      field: differs[0]?.field ?? null,
      notes: [...differs],
      answered: true,
    });
  });
  return { kind: 'done' };
}

/** A person cancelled the run: nothing is repeated any more. */
function isCancelled({ signal }: Lane): boolean {
  return signal.aborted && signal.reason instanceof Stopped && signal.reason.because === 'cancel';
}

/**
 * Binds the store's product that a person chose to take for ours, or that was ours and was thrown away; our content is written to
 * it next. Gone for good, ours is made.
 */
async function takeOver(lane: Lane, work: Work, target: string): Promise<Next> {
  if (!(await takenOutOfTrash(lane, work.row, target))) {
    const fault = { code: 'store.unwell', params: {} };
    await inLane(lane, (db) =>
      tellItem(db, lane, work.item, { state: 'refused', listingId: work.row.id, fault }),
    );
    return { kind: 'done' };
  }
  await lane.strike('look.before');
  const access = await lane.session.access(lane.cut);
  const [seen = null] = await lane.lister.lookByIds([target], access, lane.session.context(lane.cut));
  await requireKnown(lane, [seen]);
  await lane.strike('look.after');
  const row = await inLane(lane, async (db) => {
    const held = await isHeldByAnother(db, work.row, target);
    return await writeRow(
      db,
      work.row,
      seen === null || held
        ? { adopts: null }
        : {
            ...unbound,
            adopts: null,
            state: 'listed',
            storeProductId: target,
            createdByUs: seen.key !== null && keysSoFar(lane, work.row).includes(seen.key),
            address: seen.address,
            published: seen.address !== null,
            seenHash: seen.hash,
          },
    );
  });
  return { kind: 'again', work: { ...work, row, written: true } };
}

/** Looks before the first send too: what bears our key is ours, who holds our handle without it is a stranger. */
async function whenUnbound(lane: Lane, work: Work): Promise<Next> {
  if (work.row.adopts !== null) {
    return await takeOver(lane, work, work.row.adopts);
  }
  const candidates = work.firstLook ?? (await lookOnce(lane, work));
  const ours = oursAmong(candidates, work);
  if (ours.length > 0) {
    const row = await adopt(lane, work, ours, null);
    return { kind: 'again', work: { ...work, row, firstLook: null, written: true } };
  }
  const stranger = strangerAmong(candidates, work);
  if (stranger) {
    await inLane(lane, (db) => conflict(lane, db, work, stranger));
    return { kind: 'done' };
  }
  return { kind: 'write', write: { work, kind: 'create', target: null, pictures: new Map(), instead: null } };
}
