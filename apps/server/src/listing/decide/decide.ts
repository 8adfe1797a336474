import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { factsOf, nextStep, wasWritten } from '../engine/next-step.ts';
import { record } from '../engine/record.ts';
import { endOf, type Next, type Work } from '../engine/work.ts';
import { requireKnown } from '../epoch/store-epoch.ts';
import { findAttempt } from '../ledger/attempts.ts';
import { listingKey } from '../ledger/key.ts';
import { isHeldByAnother, keptHidden, type ListingRow, unbound } from '../ledger/ledger.ts';
import { adopt } from '../look-ups/adopt.ts';
import { conflict, lookOnce, oursAmong, unmanagedAmong } from '../look-ups/looking.ts';
import { keysSoFar, mayBeTrashedAgain, takenOutOfTrash } from '../look-ups/out-of-trash.ts';
import type { ItemChange } from '../runs/items.ts';
import { tickMs } from '../store-job/counted.ts';
import { inStoreJob, reportItem, type StoreJob } from '../store-job/store-job.ts';
import { finish } from './finish.ts';
import { settle } from './settle.ts';
import { updating } from './updating.ts';

const done: Next = { kind: 'done' };

/**
 * Returns the next step for a product, from its row as it was last read or written. An in-doubt attempt is resolved
 * before anything is sent.
 */
export async function decide(storeJob: StoreJob, work: Work): Promise<Next> {
  await storeJob.injectFault('row.read');
  const { row } = work;
  const target = row.store_product_id ?? '';
  switch (nextStep(factsOf(storeJob, work))) {
    case 'settle':
      return await settle(storeJob, work, await openAttempt(storeJob, work), 0);
    case 'report-gone':
      return await report(storeJob, work, {
        state: 'gone',
        fault: { code: 'store.product-gone', params: {} },
      });
    case 'list-again':
      return await listAgain(storeJob, work);
    case 'leave-delisted':
      return await leaveDelisted(storeJob, work);
    case 'show-again':
      return {
        kind: 'again',
        work: { ...work, row: await showAgain(storeJob, work) },
      };
    case 'never-whole':
      return await neverWhole(storeJob, work);
    case 'kept-otherwise':
      return await keptOtherwise(storeJob, work, work.tries.lastPartial?.differs ?? []);
    case 'leave-unfinished':
      // What is in the store stays hidden; the next run that lists it continues there.
      return await report(storeJob, work, { state: 'cancelled', listingId: row.id });
    case 'update':
      await storeJob.injectFault('update.read');
      return await updating(storeJob, work, target, null);
    case 'finish':
      return await finish(storeJob, work, target);
    case 'publish':
      return { kind: 'write', write: { work, kind: 'publish', target, images: new Map(), instead: null } };
    case 'report-listed':
      return await reportListed(storeJob, work);
    case 'take-over':
      return await takeOver(storeJob, work, row.adopts ?? '');
    case 'look':
      return await lookThenCreate(storeJob, work);
  }
}

async function openAttempt(storeJob: StoreJob, { row }: Work) {
  const open = row.open_attempt ?? '';
  const attempt = await inStoreJob(storeJob, (db) => findAttempt(db, storeJob.ownerId, open));
  if (!attempt) {
    throw new AppError('unexpected', `attempt ${open} of listing ${row.id} is not there`);
  }
  return attempt;
}

async function report(storeJob: StoreJob, { item }: Work, change: ItemChange): Promise<Next> {
  await inStoreJob(storeJob, (db) => reportItem(db, storeJob, item, change));
  return done;
}

/**
 * Lists a product again, as the next generation, that was deleted in the store and that the merchant wants created
 * again.
 */
async function listAgain(storeJob: StoreJob, work: Work): Promise<Next> {
  const generation = work.row.generation + 1;
  const row = await record(storeJob, work.row, 'listedAgain', {
    set: {
      // A deleted product may be in the store's trash, and is taken out of it by its id.
      ...(storeJob.lister.writer.trash && { adopts: work.row.store_product_id }),
      generation,
      key: listingKey(storeJob.installationId, work.row.product_id, storeJob.shopId, generation),
    },
  });
  return { kind: 'again', work: { ...work, row, firstLook: null } };
}

/**
 * Leaves alone what a person delisted or removed, in a run that began by itself: this is reported and nothing is sent,
 * so that the product comes back only when a person relists or lists it.
 */
async function leaveDelisted(storeJob: StoreJob, { row, item, revision }: Work): Promise<Next> {
  const fault: Fault = { code: 'listing.delisted', params: {} };
  await record(storeJob, row, 'noted', {
    // Until it changes once more, a run has nothing to write for it.
    set: { wantedRevision: revision },
    item: { line: item, change: { state: 'done', listingId: row.id, fault } },
  });
  return done;
}

/**
 * Records that a product is listed again by a person, or by a run that shows what was delisted. What was sent before it
 * was hidden may still hide it.
 */
async function showAgain(storeJob: StoreJob, { row }: Work): Promise<ListingRow> {
  const set = { takenDown: false, ...(row.check_due && { restoresVisibility: true }) };
  return await record(storeJob, row, 'noted', { set });
}

async function reportListed(storeJob: StoreJob, work: Work): Promise<Next> {
  const { row, item, revision } = work;
  const change: ItemChange = { state: endOf(work), listingId: row.id, revision, answered: wasWritten(work) };
  if (row.listed_revision === revision) {
    return await report(storeJob, work, change);
  }
  await record(storeJob, row, 'noted', {
    set: { listedRevision: revision, wantedRevision: revision },
    item: { line: item, change },
  });
  return done;
}

/**
 * Ends a product of many requests that is not whole after more writes than any product can need: left hidden, reported,
 * and written by the next run.
 */
async function neverWhole(storeJob: StoreJob, work: Work): Promise<Next> {
  storeJob.services.log.warn(
    { listingId: work.row.id, runId: storeJob.runId },
    'A product never came to be whole',
  );
  const fault = { code: 'store.unwell', params: {} };
  return await report(storeJob, work, { state: 'refused', listingId: work.row.id, fault });
}

/**
 * Ends a product of which the store keeps returning something other than what was sent: listed as the store keeps it,
 * and reported with the fields. What was never shown stays hidden and counts as unfinished: the next run tries it
 * again, a person publishes it as the store keeps it (`as-stored`), or it is removed.
 */
async function keptOtherwise(storeJob: StoreJob, work: Work, differs: readonly StoreFault[]): Promise<Next> {
  const { row, item, revision } = work;
  const code = row.published ? 'listing.kept-otherwise' : keptHidden;
  const change: ItemChange = {
    state: 'listed',
    listingId: row.id,
    revision,
    fault: { code, params: {} },
    field: differs[0]?.field ?? null,
    notes: [...differs],
    answered: true,
  };
  await record(storeJob, row, 'noted', {
    set: row.published
      ? { sentHash: work.hash }
      : { fault: { code, params: {} }, field: change.field ?? null },
    item: { line: item, change },
  });
  return done;
}

/**
 * Binds a product of the store that a person chose to take over, or that was ours and was trashed; our content is
 * written to it next. If it is deleted for good, a new product is created.
 */
async function takeOver(storeJob: StoreJob, work: Work, target: string): Promise<Next> {
  if (await mayBeTrashedAgain(storeJob, work.row, target)) {
    return { kind: 'pause', work, ms: tickMs };
  }
  const taken = await takenOutOfTrash(storeJob, work, target);
  if (!taken.isOut) {
    return taken.next;
  }
  await storeJob.injectFault('look.before');
  const access = await storeJob.session.access(storeJob.cut);
  const [seen = null] = await storeJob.lister.reader.lookByIds(
    [target],
    access,
    storeJob.session.context(storeJob.cut),
  );
  await requireKnown(storeJob, [seen]);
  await storeJob.injectFault('look.after');
  const isHeld =
    seen !== null && (await inStoreJob(storeJob, (db) => isHeldByAnother(db, taken.row, target)));
  const row =
    seen === null || isHeld
      ? await record(storeJob, taken.row, 'noted', { set: { adopts: null, restoresVisibility: false } })
      : await record(storeJob, taken.row, 'takenOver', {
          set: {
            ...unbound,
            adopts: null,
            storeProductId: target,
            createdByUs: seen.key !== null && keysSoFar(storeJob, taken.row).includes(seen.key),
            address: seen.address,
            published: seen.address !== null,
            restoresVisibility: taken.row.restores_visibility,
            seenHash: seen.hash,
          },
        });
  return { kind: 'again', work: { ...work, row, stage: 'written' } };
}

/**
 * Looks before the first send too: a product with our key is ours; one that holds our handle without that key is
 * unmanaged.
 */
async function lookThenCreate(storeJob: StoreJob, work: Work): Promise<Next> {
  const candidates = work.firstLook ?? (await lookOnce(storeJob, work));
  const ours = oursAmong(candidates, work);
  if (ours.length > 0) {
    const row = await adopt(storeJob, work, ours, null);
    return { kind: 'again', work: { ...work, row, firstLook: null, stage: 'written' } };
  }
  const unmanaged = unmanagedAmong(candidates, work);
  if (unmanaged) {
    await conflict(storeJob, work, unmanaged);
    return { kind: 'done' };
  }
  return { kind: 'write', write: { work, kind: 'create', target: null, images: new Map(), instead: null } };
}
