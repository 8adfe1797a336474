import type { Product } from '@bowerbird/catalog/product';
import type { StoreAccess } from '@bowerbird/platforms/listing/store';
import type { Fate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { productsByIds } from '../../products/selection.ts';
import { insteadOf, intendEach, type Place } from '../engine/intent.ts';
import type { Details } from '../engine/record.ts';
import { gateOf } from '../gate.ts';
import type { ItemRow } from '../items.ts';
import { inLane, type Lane } from '../lane.ts';
import type { ListingRow } from '../ledger.ts';
import { type ActWrite, actLine, type SentAct } from './act.ts';
import { listedContents } from './listed-content.ts';
import { notSent, receiveAct } from './receive-act.ts';

/**
 * Writes down, then sends, acts of one kind in one request; then takes down what became of each. Those whose row was written
 * by another meanwhile are left to him. Answers the items whose send came to nothing that is known.
 */
export async function sendActs(lane: Lane, writes: readonly ActWrite[]): Promise<ItemRow[]> {
  const { lister } = lane;
  const [first] = writes;
  if (!first) {
    return [];
  }
  const request = await requestOf(lane, writes);
  const cost = writes.length * lister.costOf(first.act === 'remove' ? 'remove' : 'publish', null);
  const access = await lane.session.access(lane.cut);
  // Before the intent: what waits here has not begun its deadline.
  await lane.session.limit.take(cost, lane.cut);
  const gate = gateOf(lane);
  await lane.strike('intent.before-commit');
  const sent = await intendEach(lane, writes, (write, place) => intentOf(lane, write, place));
  await lane.strike('intent.after-commit');
  if (sent.length === 0) {
    lane.session.limit.unused(cost);
    return [];
  }
  await lane.strike('gate.before');
  const fates = await carry(lane, sent, request, access, gate);
  await lane.strike('answer.parsed');
  const doubted: ItemRow[] = [];
  for (const [index, each] of sent.entries()) {
    const fate: Fate =
      fates === 'never sent'
        ? { fate: 'throttled', waitMs: 0 }
        : (fates[index] ?? { fate: 'doubt', because: 'no word of this one' });
    if (fate.fate === 'throttled') {
      if (fate.waitMs > 0) {
        lane.session.limit.rest(fate.waitMs, cost);
      } else {
        lane.session.limit.unused(cost / sent.length);
      }
      await notSent(lane, each, fates === 'never sent' ? 'too late' : 'throttled');
    } else {
      await receiveAct(lane, each, fate);
      doubted.push(...(fate.fate === 'doubt' && each.write.item ? [each.write.item] : []));
    }
  }
  return doubted;
}

type Request = (
  sent: readonly SentAct[],
  access: StoreAccess,
  context: ReturnType<Lane['session']['context']>,
) => Promise<Fate[]>;

/** How these are asked for; what it must know is read before the intent. */
async function requestOf(lane: Lane, writes: readonly ActWrite[]): Promise<Request> {
  const { lister } = lane;
  const [first] = writes;
  const targets = (sent: readonly SentAct[]) => sent.map(({ write }) => write.target);
  if (first?.act === 'remove') {
    return (sent, access, context) => lister.remove(targets(sent), access, context);
  }
  if (first?.act === 'delist') {
    return async (sent, access, context) =>
      (await lister.shelf?.hide(targets(sent), first.as, access, context)) ?? [];
  }
  if (first?.withContent) {
    return await withContents(lane, writes, 'update');
  }
  if (!first?.neverShown || !lister.publish) {
    return async (sent, access, context) => (await lister.shelf?.show(targets(sent), access, context)) ?? [];
  }
  // What was never shown has the address of its making: shown for the first time, it gets its own.
  return await withContents(lane, writes, 'publish');
}

/** Shown by a write that must know what the products are to be. */
async function withContents(
  lane: Lane,
  writes: readonly ActWrite[],
  by: 'update' | 'publish',
): Promise<Request> {
  const products = await contentsOf(lane, writes);
  const access = await lane.session.access(lane.cut);
  const held = await lane.lister.held?.(
    writes.map(({ target }) => target),
    by,
    access,
    lane.session.context(lane.cut),
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
              pictures: new Map<string, string>(),
              ...(known !== undefined && { held: known }),
            },
          ]
        : [];
    });
    return items.length === sent.length ? ((await lane.lister[by]?.(items, store, context)) ?? []) : [];
  };
}

/** By product: as it was listed; where that is forgotten, as it is now. */
async function contentsOf(lane: Lane, writes: readonly ActWrite[]): Promise<Map<string, Product>> {
  return await inLane(lane, async (db) => {
    const found = await productsByIds(
      db,
      lane.ownerId,
      writes.map(({ row }) => row.product_id),
    );
    const products = new Map(found.map(({ id, product }) => [id, product]));
    const listed = await listedContents(
      db,
      lane.ownerId,
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
  lane: Lane,
  { row, act, target, item, instead, clean }: ActWrite,
  place: Place,
): { row: ListingRow; details: Details } {
  return {
    row,
    details: {
      // What this replaces may still land, and show or hide the product.
      set: instead === null ? {} : { restoresVisibility: true },
      opens: {
        ...place,
        kind: act,
        revision: row.listed_revision ?? row.wanted_revision,
        // What the store held before, where that was ours: whoever settles this knows it then.
        hash: clean ? row.listed_hash : null,
        options: lane.options,
        body: null,
        target,
        runId: item === null ? null : lane.runId,
      },
      ...insteadOf(instead, place),
      item: actLine(item, { state: 'sent' }),
    },
  };
}

async function carry(
  lane: Lane,
  sent: readonly SentAct[],
  request: Request,
  access: StoreAccess,
  gate: () => void,
): Promise<readonly Fate[] | 'never sent'> {
  try {
    return await request(sent, access, lane.session.context(lane.cut, gate));
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      return 'never sent';
    }
    // What a lister throws after its gate tells nothing of the request's fate.
    lane.services.log.warn({ thrown: String(thrown), runId: lane.runId }, 'A lister threw within an act');
    return sent.map(() => ({ fate: 'doubt', because: 'the lister failed' }));
  }
}
