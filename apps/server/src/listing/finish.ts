import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { FinishingStep } from '@bowerbird/platforms/listing/finishing';
import type { Fate, StoreFault, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { findFormer } from './amounts.ts';
import { bringBesides } from './besides.ts';
import { forgetTerm } from './bring-terms.ts';
import { checkedGate } from './gate.ts';
import { addNotes } from './items.ts';
import { inLane, type Lane } from './lane.ts';
import type { Next, Work } from './work.ts';

/** As often as what is still due is asked for after steps whose answers were lost. */
const roundsMax = 4;

/**
 * Sets what belongs beside a bound product: pieces of its variants, its places in collections. Steps are absolute and asked
 * for anew after a doubt, so that one that was sent twice is done once; a worker that dies between two leaves the rest to the next. What
 * the store refuses of them is told beside the product, which stays listed. `former` is what was written last, where the content is
 * still to be written.
 */
export async function finish(
  lane: Lane,
  work: Work,
  target: string,
  former: Product | null = null,
): Promise<Next> {
  const done: Next = { kind: 'again', work: { ...work, stage: 'finished' } };
  const { finishing } = lane.lister;
  if (!finishing) {
    return done;
  }
  let item = await itemOf(lane, work, target, former);
  const isNew = work.row.created_by_us && !work.row.published;
  const refused = new Map<string, StoreFault>();
  const forgotten = new Set<string>();
  for (let round = 0; round <= roundsMax; round += 1) {
    const access = await lane.session.access(lane.cut);
    const all = await finishing.due(item, isNew, access, lane.session.context(lane.cut));
    const due = all.filter((step) => !refused.has(nameOf(step)));
    if (due.length === 0 || round === roundsMax) {
      return await told(lane, done, [...refused.values(), ...due.map(leftOut)]);
    }
    let isSure = true;
    for (const step of due) {
      const fate = await sendStep(lane, step);
      isSure &&= fate.fate !== 'doubt' && fate.fate !== 'throttled';
      const gone = fate.fate === 'missing' && step.kind === 'collection' ? step.collectionId : null;
      if (gone !== null && !forgotten.has(gone)) {
        // Deleted by the merchant, or the product is: looked for once more, and the collection created again.
        forgotten.add(gone);
        forgetTerm(lane, gone);
        item = await itemOf(lane, work, target, former);
        isSure = false;
      } else if (fate.fate === 'missing') {
        // The product itself, or the collection: the write by id that follows tells which.
        refused.set(nameOf(step), leftOut(step));
      } else if (fate.fate === 'refused') {
        refused.set(nameOf(step), fate.faults[0] ?? leftOut(step));
      }
    }
    if (isSure) {
      return await told(lane, done, [...refused.values()]);
    }
  }
  return done;
}

async function itemOf(lane: Lane, work: Work, target: string, given: Product | null): Promise<ToUpdate> {
  const { row, product, options, late } = work;
  const { library, terms } = await bringBesides(lane, { work, pictures: new Map() });
  const former = late ?? given ?? (await findFormer(lane, row, product));
  return {
    attemptId: row.listed_attempt ?? '',
    key: row.key,
    product,
    options,
    storeProductId: target,
    pictures: new Map(),
    ...(former && { former }),
    ...(late && { landedLate: true as const }),
    ...(library && { library }),
    ...(terms && { terms }),
  };
}

async function sendStep(lane: Lane, step: FinishingStep): Promise<Fate> {
  const { finishing } = lane.lister;
  if (!finishing) {
    throw new AppError('unexpected', 'a step of nothing');
  }
  const access = await lane.session.access(lane.cut);
  await lane.session.limit.take(1, lane.cut);
  const gate = await checkedGate(lane);
  await lane.strike('finish.step');
  try {
    const fate = await finishing.send(step, access, lane.session.context(lane.cut, gate));
    if (fate.fate === 'throttled') {
      lane.session.limit.rest(fate.waitMs, 1);
    }
    return fate;
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      lane.session.limit.unused(1);
      return { fate: 'doubt', because: 'too late' };
    }
    throw thrown;
  }
}

async function told(lane: Lane, done: Next, notes: readonly StoreFault[]): Promise<Next> {
  const item = done.kind === 'again' ? done.work.item : null;
  if (item && notes.length > 0) {
    await inLane(lane, (db) => addNotes(db, lane.ownerId, item.id, notes.slice(0, 20)));
  }
  return done;
}

function leftOut(step: FinishingStep): StoreFault {
  const field = step.kind === 'stock' ? 'variants.stock' : 'categories';
  return { code: 'store.field-not-kept', params: { field }, field, said: nameOf(step) };
}

function nameOf(step: FinishingStep): string {
  return step.kind === 'stock' ? `stock ${step.itemId}` : `collection ${step.collectionId}`;
}
