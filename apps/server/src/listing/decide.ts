import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { adopt } from './adopt.ts';
import { findAttempt } from './attempts.ts';
import { factsOf, nextStep, wasWritten } from './engine/next-step.ts';
import { record } from './engine/record.ts';
import { finish } from './finish.ts';
import type { ItemChange } from './items.ts';
import { listingKey } from './key.ts';
import { inLane, type Lane, tellItem } from './lane.ts';
import { isHeldByAnother, type ListingRow, unbound } from './ledger.ts';
import { conflict, lookOnce, oursAmong, strangerAmong } from './looking.ts';
import { keysSoFar, takenOutOfTrash } from './out-of-trash.ts';
import { settle } from './settle.ts';
import { updating } from './updating.ts';
import { requireKnown } from './witness/store-witness.ts';
import type { Next, Work } from './work.ts';

const done: Next = { kind: 'done' };

/** What comes next for a product, from its row as it was read or written last. A doubt is settled before anything is sent. */
export async function decide(lane: Lane, work: Work): Promise<Next> {
  await lane.strike('row.read');
  const { row } = work;
  const target = row.store_product_id ?? '';
  switch (nextStep(factsOf(lane, work))) {
    case 'settle':
      return await settle(lane, work, await openAttempt(lane, work), 0);
    case 'tell-gone':
      return await tell(lane, work, { state: 'gone', fault: { code: 'store.product-gone', params: {} } });
    case 'list-again':
      return await listAgain(lane, work);
    case 'leave-delisted':
      return await leaveDelisted(lane, work);
    case 'show-again':
      return {
        kind: 'again',
        work: { ...work, row: await showAgain(lane, work) },
      };
    case 'never-whole':
      return await neverWhole(lane, work);
    case 'kept-otherwise':
      return await keptOtherwise(lane, work, work.tries.lastHalf?.differs ?? []);
    case 'leave-unfinished':
      // What is there stays hidden; the next run that lists it goes on there.
      return await tell(lane, work, { state: 'cancelled', listingId: row.id });
    case 'update':
      await lane.strike('update.read');
      return await updating(lane, work, target, null);
    case 'finish':
      return await finish(lane, work, target);
    case 'publish':
      return { kind: 'write', write: { work, kind: 'publish', target, pictures: new Map(), instead: null } };
    case 'tell-listed':
      return await tellListed(lane, work);
    case 'take-over':
      return await takeOver(lane, work, row.adopts ?? '');
    case 'look':
      return await lookThenCreate(lane, work);
  }
}

async function openAttempt(lane: Lane, { row }: Work) {
  const open = row.open_attempt ?? '';
  const attempt = await inLane(lane, (db) => findAttempt(db, lane.ownerId, open));
  if (!attempt) {
    throw new AppError('unexpected', `attempt ${open} of listing ${row.id} is not there`);
  }
  return attempt;
}

async function tell(lane: Lane, { item }: Work, change: ItemChange): Promise<Next> {
  await inLane(lane, (db) => tellItem(db, lane, item, change));
  return done;
}

/** Deleted in the store, and the merchant asked for it to be made again: as another generation. */
async function listAgain(lane: Lane, work: Work): Promise<Next> {
  const generation = work.row.generation + 1;
  const row = await record(lane, work.row, 'listedAgain', {
    set: {
      // Thrown away it may lie in the store's trash, from where it is taken back by its id.
      ...(lane.lister.trash && { adopts: work.row.store_product_id }),
      generation,
      key: listingKey(lane.installationId, work.row.product_id, lane.shopId, generation),
    },
  });
  return { kind: 'again', work: { ...work, row, firstLook: null } };
}

/**
 * What a person delisted or removed, in a run that began by itself: it is told so, and not a byte of it is sent, so that it comes back
 * only when a person shows it again or lists it.
 */
async function leaveDelisted(lane: Lane, { row, item, revision }: Work): Promise<Next> {
  const fault: Fault = { code: 'listing.delisted', params: {} };
  await record(lane, row, 'noted', {
    // Until it changes once more, there is nothing of it for a run to bring.
    set: { wantedRevision: revision },
    item: { line: item, change: { state: 'done', listingId: row.id, fault } },
  });
  return done;
}

/** Listed by a person again, or by a run that shows what was delisted: what was sent before it was hidden may still hide it. */
async function showAgain(lane: Lane, { row }: Work): Promise<ListingRow> {
  const set = { takenDown: false, ...(row.check_due && { restoresVisibility: true }) };
  return await record(lane, row, 'noted', { set });
}

async function tellListed(lane: Lane, work: Work): Promise<Next> {
  const { row, item, revision } = work;
  const change: ItemChange = { state: 'listed', listingId: row.id, revision, answered: wasWritten(work) };
  if (row.listed_revision === revision) {
    return await tell(lane, work, change);
  }
  await record(lane, row, 'noted', {
    set: { listedRevision: revision, wantedRevision: revision },
    item: { line: item, change },
  });
  return done;
}

/** Made of many requests, and not whole after more than any product can need: left hidden, told, and written by the next run. */
async function neverWhole(lane: Lane, work: Work): Promise<Next> {
  lane.services.log.warn({ listingId: work.row.id, runId: lane.runId }, 'A product never came to be whole');
  const fault = { code: 'store.unwell', params: {} };
  return await tell(lane, work, { state: 'refused', listingId: work.row.id, fault });
}

/**
 * The store reads back something else than it was sent, however often: listed as it keeps it, and told with the fields. What was never
 * shown stays hidden, and counts as unfinished: the next run tries it again, or it is removed.
 */
async function keptOtherwise(lane: Lane, work: Work, differs: readonly StoreFault[]): Promise<Next> {
  const { row, item, revision } = work;
  const code = row.published ? 'listing.kept-otherwise' : 'listing.kept-otherwise-hidden';
  const change: ItemChange = {
    state: 'listed',
    listingId: row.id,
    revision,
    fault: { code, params: {} },
    field: differs[0]?.field ?? null,
    notes: [...differs],
    answered: true,
  };
  if (!row.published) {
    return await tell(lane, work, change);
  }
  await record(lane, row, 'noted', { set: { sentHash: work.hash }, item: { line: item, change } });
  return done;
}

/**
 * Binds the store's product that a person chose to take for ours, or that was ours and was thrown away; our content is written to
 * it next. Gone for good, ours is made.
 */
async function takeOver(lane: Lane, work: Work, target: string): Promise<Next> {
  const taken = await takenOutOfTrash(lane, work, target);
  if (!taken.isOut) {
    return taken.next;
  }
  await lane.strike('look.before');
  const access = await lane.session.access(lane.cut);
  const [seen = null] = await lane.lister.lookByIds([target], access, lane.session.context(lane.cut));
  await requireKnown(lane, [seen]);
  await lane.strike('look.after');
  const isHeld = seen !== null && (await inLane(lane, (db) => isHeldByAnother(db, taken.row, target)));
  const row =
    seen === null || isHeld
      ? await record(lane, taken.row, 'noted', { set: { adopts: null, restoresVisibility: false } })
      : await record(lane, taken.row, 'takenOver', {
          set: {
            ...unbound,
            adopts: null,
            storeProductId: target,
            createdByUs: seen.key !== null && keysSoFar(lane, taken.row).includes(seen.key),
            address: seen.address,
            published: seen.address !== null,
            restoresVisibility: taken.row.restores_visibility,
            seenHash: seen.hash,
          },
        });
  return { kind: 'again', work: { ...work, row, stage: 'written' } };
}

/** Looks before the first send too: what bears our key is ours, who holds our handle without it is a stranger. */
async function lookThenCreate(lane: Lane, work: Work): Promise<Next> {
  const candidates = work.firstLook ?? (await lookOnce(lane, work));
  const ours = oursAmong(candidates, work);
  if (ours.length > 0) {
    const row = await adopt(lane, work, ours, null);
    return { kind: 'again', work: { ...work, row, firstLook: null, stage: 'written' } };
  }
  const stranger = strangerAmong(candidates, work);
  if (stranger) {
    await conflict(lane, work, stranger);
    return { kind: 'done' };
  }
  return { kind: 'write', write: { work, kind: 'create', target: null, pictures: new Map(), instead: null } };
}
