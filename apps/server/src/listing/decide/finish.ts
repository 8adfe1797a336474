import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { FinishingStep } from '@bowerbird/platforms/listing/finishing';
import type { Outcome, StoreFault, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { gateOfRow } from '../engine/gate.ts';
import type { Next, Work } from '../engine/work.ts';
import { forgetTerm } from '../resources/bring-terms.ts';
import { sendDependencies } from '../resources/dependencies.ts';
import { addNotes } from '../runs/items.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { categoriesField, findFormer, inventoryField } from './former.ts';

/** How often what is still due is requested again after steps whose answers were lost. */
const roundsMax = 4;

/**
 * Sets what belongs to a bound product in separate requests: the inventory of its variants, its places in collections.
 * Steps are absolute and requested again after an unknown outcome, so that one that was sent twice is done once; a worker
 * that dies between two leaves the rest to the next, and one that has lost the row to another sends none. What the store
 * rejects of them is reported at the product, which stays listed. `former` is what was written last, where the content is still to be written.
 */
export async function finish(
  storeJob: StoreJob,
  work: Work,
  target: string,
  former: Product | null = null,
): Promise<Next> {
  const done: Next = { kind: 'again', work: { ...work, stage: 'finished' } };
  const { finishing } = storeJob.lister.writer;
  if (!finishing) {
    return done;
  }
  let item = await itemOf(storeJob, work, target, former);
  const isNew = work.row.created_by_us && !work.row.published;
  const refused = new Map<string, StoreFault>();
  const forgotten = new Set<string>();
  for (let round = 0; round <= roundsMax; round += 1) {
    const access = await storeJob.session.access(storeJob.cut);
    const all = await finishing.due(item, isNew, access, storeJob.session.context(storeJob.cut));
    const due = all.filter((step) => !refused.has(nameOf(step)));
    if (due.length === 0 || round === roundsMax) {
      return await reported(storeJob, done, [...refused.values(), ...due.map(leftOut)]);
    }
    let isSure = true;
    for (const step of due) {
      const outcome = await sendStep(storeJob, work, step);
      isSure &&= outcome.outcome !== 'unknown' && outcome.outcome !== 'throttled';
      const gone = outcome.outcome === 'missing' && step.kind === 'collection' ? step.collectionId : null;
      if (gone !== null && !forgotten.has(gone)) {
        // The merchant deleted the collection or the product: looked for once more, and the collection created again.
        forgotten.add(gone);
        forgetTerm(storeJob, gone);
        item = await itemOf(storeJob, work, target, former);
        isSure = false;
      } else if (outcome.outcome === 'missing') {
        // The product itself or the collection is missing: the write by id that follows shows which.
        refused.set(nameOf(step), leftOut(step));
      } else if (outcome.outcome === 'refused') {
        refused.set(nameOf(step), { ...leftOut(step), ...outcome.faults[0], field: fieldOf(step) });
      }
    }
    if (isSure) {
      return await reported(storeJob, done, [...refused.values()]);
    }
  }
  return done;
}

async function itemOf(
  storeJob: StoreJob,
  work: Work,
  target: string,
  given: Product | null,
): Promise<ToUpdate> {
  const { row, product, options, late } = work;
  const { library, terms } = await sendDependencies(storeJob, { work, images: new Map() });
  const former = late ?? given ?? (await findFormer(storeJob, row, product));
  return {
    attemptId: row.listed_attempt ?? '',
    key: row.key,
    product,
    options,
    storeProductId: target,
    images: new Map(),
    ...(former && { former }),
    ...(late && { landedLate: true as const }),
    ...(library && { library }),
    ...(terms && { terms }),
  };
}

async function sendStep(storeJob: StoreJob, { row }: Work, step: FinishingStep): Promise<Outcome> {
  const { finishing } = storeJob.lister.writer;
  if (!finishing) {
    throw new AppError('unexpected', 'a step of nothing');
  }
  const access = await storeJob.session.access(storeJob.cut);
  await storeJob.session.limit.take(1, storeJob.cut);
  const gate = await gateOfRow(storeJob, row);
  await storeJob.injectFault('finish.step');
  try {
    const outcome = await finishing.send(step, access, storeJob.session.context(storeJob.cut, gate));
    if (outcome.outcome === 'throttled') {
      storeJob.session.limit.rest(outcome.waitMs, 1);
    }
    return outcome;
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      storeJob.session.limit.unused(1);
      return { outcome: 'unknown', because: 'too late' };
    }
    throw thrown;
  }
}

async function reported(storeJob: StoreJob, done: Next, notes: readonly StoreFault[]): Promise<Next> {
  const item = done.kind === 'again' ? done.work.item : null;
  if (item && notes.length > 0) {
    await inStoreJob(storeJob, (db) => addNotes(db, storeJob.ownerId, item.id, notes.slice(0, 20)));
  }
  return done;
}

function leftOut(step: FinishingStep): StoreFault {
  const field = fieldOf(step);
  return { code: 'store.field-not-kept', params: { field }, field, said: nameOf(step) };
}

function fieldOf(step: FinishingStep): string {
  return step.kind === 'stock' ? inventoryField : categoriesField;
}

function nameOf(step: FinishingStep): string {
  return step.kind === 'stock' ? `stock ${step.itemId}` : `collection ${step.collectionId}`;
}
