import type { Product } from '@bowerbird/catalog/product';
import type { StoreAccess } from '@bowerbird/platforms/listing/store/access';
import type { Outcome } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { productsByIds } from '../../products/list/selection.ts';
import { gateOf } from '../engine/gate.ts';
import { insteadOf, intendEach, type Place } from '../engine/intent.ts';
import type { Details } from '../engine/record.ts';
import { isSure } from '../engine/sends.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import type { ItemRow } from '../runs/items.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { type ActionWrite, actionLine, type SentAction } from './act.ts';
import { listedContents } from './listed-content.ts';
import { notSent, receiveAction } from './receive-action.ts';

/**
 * Records, then sends, actions of one kind in one request; then records each outcome. Those whose row another worker
 * wrote meanwhile are left to that worker. Returns the items whose send came to nothing as far as is known.
 */
export async function sendActions(storeJob: StoreJob, writes: readonly ActionWrite[]): Promise<ItemRow[]> {
  const { lister } = storeJob;
  const [first] = writes;
  if (!first) {
    return [];
  }
  const request = await requestOf(storeJob, writes);
  const cost = writes.length * lister.planner.costOf(first.act === 'remove' ? 'remove' : 'publish', null);
  const access = await storeJob.session.access(storeJob.cut);
  // Before the intent: time spent waiting here must not count towards its deadline.
  await storeJob.session.limit.take(cost, storeJob.cut);
  const gate = gateOf(storeJob);
  await storeJob.injectFault('intent.before-commit');
  const sent = await intendEach(storeJob, writes, (write, place) => intentOf(storeJob, write, place));
  await storeJob.injectFault('intent.after-commit');
  if (sent.length === 0) {
    storeJob.session.limit.unused(cost);
    return [];
  }
  await storeJob.injectFault('gate.before');
  const outcomes = await carry(storeJob, sent, request, access, gate);
  await storeJob.injectFault('answer.parsed');
  const inDoubt: ItemRow[] = [];
  for (const [index, each] of sent.entries()) {
    const outcome: Outcome =
      outcomes === 'never sent'
        ? { outcome: 'throttled', waitMs: 0 }
        : (outcomes[index] ?? { outcome: 'unknown', because: 'no word of this one' });
    if (outcome.outcome === 'throttled') {
      if (outcome.waitMs > 0) {
        storeJob.session.limit.rest(outcome.waitMs, cost);
      } else {
        storeJob.session.limit.unused(cost / sent.length);
      }
      await notSent(storeJob, each, outcomes === 'never sent' ? 'too late' : 'throttled');
    } else {
      storeJob.answers.count += isSure(outcome) ? 1 : 0;
      await receiveAction(storeJob, each, outcome);
      inDoubt.push(...(outcome.outcome === 'unknown' && each.write.item ? [each.write.item] : []));
    }
  }
  return inDoubt;
}

type Request = (
  sent: readonly SentAction[],
  access: StoreAccess,
  context: ReturnType<StoreJob['session']['context']>,
) => Promise<Outcome[]>;

/** Prepares the request for these actions; what it must know is read before the intent. */
async function requestOf(storeJob: StoreJob, writes: readonly ActionWrite[]): Promise<Request> {
  const { lister } = storeJob;
  const [first] = writes;
  const targets = (sent: readonly SentAction[]) => sent.map(({ write }) => write.target);
  if (first?.act === 'remove') {
    return (sent, access, context) => lister.writer.remove(targets(sent), access, context);
  }
  if (first?.act === 'delist') {
    return (sent, access, context) => lister.writer.visibility.hide(targets(sent), first.as, access, context);
  }
  if (first?.withContent) {
    return await withContents(storeJob, writes, 'update');
  }
  if (!first?.neverShown || !lister.writer.publish) {
    return (sent, access, context) => lister.writer.visibility.show(targets(sent), access, context);
  }
  // A product that was never shown has the address of its creation: shown for the first time, it gets its own.
  return await withContents(storeJob, writes, 'publish');
}

/** Shown by a write that must know what the products are to be. */
async function withContents(
  storeJob: StoreJob,
  writes: readonly ActionWrite[],
  by: 'update' | 'publish',
): Promise<Request> {
  const products = await contentsOf(storeJob, writes);
  const access = await storeJob.session.access(storeJob.cut);
  const held = await storeJob.lister.reader.held?.(
    writes.map(({ target }) => target),
    by,
    access,
    storeJob.session.context(storeJob.cut),
  );
  const options = { status: 'active', publish: true } as const;
  return async (sent, store, context) => {
    const items = sent.flatMap(({ write, attemptId, row }) => {
      const product: Product | undefined = products.get(row.product_id);
      const known = held?.[writes.indexOf(write)];
      return product
        ? [
            {
              attemptId,
              key: row.key,
              product,
              options,
              storeProductId: write.target,
              images: new Map<string, string>(),
              ...(known !== undefined && { held: known }),
            },
          ]
        : [];
    });
    return items.length === sent.length
      ? ((await storeJob.lister.writer[by]?.(items, store, context)) ?? [])
      : [];
  };
}

/** Returns the contents by product: as it was listed; where that was deleted, as it is now. */
async function contentsOf(storeJob: StoreJob, writes: readonly ActionWrite[]): Promise<Map<string, Product>> {
  return await inStoreJob(storeJob, async (db) => {
    const found = await productsByIds(
      db,
      storeJob.ownerId,
      writes.map(({ row }) => row.product_id),
    );
    const products = new Map(found.map(({ id, product }) => [id, product]));
    const listed = await listedContents(
      db,
      storeJob.ownerId,
      writes.map(({ row }) => row.id),
    );
    for (const { row } of writes) {
      const content = listed.get(row.id);
      if (content) {
        products.set(row.product_id, content.body);
      }
    }
    return products;
  });
}

function intentOf(
  storeJob: StoreJob,
  { row, act, target, item, instead, clean }: ActionWrite,
  place: Place,
): { row: ListingRow; details: Details } {
  return {
    row,
    details: {
      // What this replaces may still arrive, and show or hide the product.
      set: instead === null ? {} : { restoresVisibility: true },
      opens: {
        ...place,
        kind: act,
        revision: row.listed_revision ?? row.wanted_revision,
        // What the store held before, where that was ours: whichever worker resolves this attempt knows it then.
        hash: clean ? row.listed_hash : null,
        options: storeJob.options,
        body: null,
        target,
        runId: item === null ? null : storeJob.runId,
      },
      ...insteadOf(instead, place),
      item: actionLine(item, { state: 'sent' }),
    },
  };
}

async function carry(
  storeJob: StoreJob,
  sent: readonly SentAction[],
  request: Request,
  access: StoreAccess,
  gate: () => void,
): Promise<readonly Outcome[] | 'never sent'> {
  try {
    return await request(sent, access, storeJob.session.context(storeJob.cut, gate));
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      return 'never sent';
    }
    // What a lister throws after its gate says nothing about the request's outcome.
    storeJob.services.log.warn(
      { thrown: String(thrown), runId: storeJob.runId },
      'A lister threw within an act',
    );
    return sent.map(() => ({ outcome: 'unknown', because: 'the lister failed' }));
  }
}
