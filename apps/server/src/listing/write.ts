import type { Fate, ToReprice, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { bringBesides } from './besides.ts';
import { intendEach, intentOf } from './engine/intent.ts';
import { record } from './engine/record.ts';
import { gateOf } from './gate.ts';
import { lackingHash, wholeHash } from './lacking-hash.ts';
import type { Lane } from './lane.ts';
import { type ListingRow, unlessFenced } from './ledger.ts';
import { eachToItsEnd, pool } from './pool.ts';
import { receive } from './receive.ts';
import type { Next, Sent, Write } from './work.ts';

/** Products whose pictures and categories are brought at a time. */
const bringingMax = 4;

/**
 * Writes down, then sends, writes of one kind in one request; then takes down what became of each. Those whose row was
 * written by another meanwhile are left to him.
 */
export async function send(lane: Lane, given: readonly Write[]): Promise<Next[]> {
  if (toBeBegun(lane, given).length === 0) {
    return [];
  }
  const writes = await withHeld(lane, await withBesides(lane, toBeBegun(lane, given)));
  const told = await eachToItsEnd(await requestsOf(lane, writes), (some) =>
    lane.slots.run((inTurn) => carried(lane, some, inTurn)),
  );
  const nexts = await eachToItsEnd(told.flat(), (each) =>
    'unsent' in each
      ? neverSent(lane, each.sent, each.unsent)
      : receive(lane, each.sent, withPictures(each.fate, each.sent)),
  );
  return nexts.flatMap((next) => next ?? []);
}

type Told =
  | { sent: Sent; fate: Exclude<Fate, { fate: 'throttled' }> }
  /** Surely never executed, and why. */
  | { sent: Sent; unsent: string };

/** The writes of each request that these take: an intent is not written down long before its own request is sent. */
async function requestsOf(lane: Lane, writes: readonly Write[]): Promise<readonly (readonly Write[])[]> {
  const { together } = lane.lister;
  if (!together || writes[0]?.kind !== 'update' || writes[0].alone) {
    return [writes];
  }
  const access = await lane.session.access(lane.cut);
  const items = writes.map((write) => itemOf(write, '', write.work.row));
  const groups = await together(items, access, lane.session.context(lane.cut));
  return groups.map((ats) => ats.flatMap((at) => writes[at] ?? []));
}

/** Writes down the intents, sends the request in its turn, and answers what was said of each. */
async function carried(
  lane: Lane,
  given: readonly Write[],
  inTurn: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
): Promise<Told[]> {
  const asked = costOf(lane, given);
  const access = await lane.session.access(lane.cut);
  // Before the intent: what waits here has not begun its deadline.
  await lane.session.limit.take(asked, lane.cut);
  const writes = toBeBegun(lane, given);
  const cost = costOf(lane, writes);
  lane.session.limit.unused(asked - cost);
  if (writes.length === 0) {
    return [];
  }

  const gate = gateOf(lane);
  await lane.strike('intent.before-commit');
  const sent = await intendEach(lane, writes, (write, place) => ({
    row: write.work.row,
    details: intentOf(write, place),
  }));
  await lane.strike('intent.after-commit');
  if (sent.length === 0) {
    lane.session.limit.unused(cost);
    return [];
  }
  await lane.strike('gate.before');
  const fates = await inTurn(() => carry(lane, sent, access, gate));
  await lane.strike('answer.parsed');
  if (fates === 'never sent') {
    lane.session.limit.unused(cost);
    return sent.map((each) => ({ sent: each, unsent: 'too late' }));
  }
  const waits = fates.flatMap((fate) => (fate.fate === 'throttled' ? [fate.waitMs] : []));
  if (waits.length > 0) {
    lane.session.limit.rest(Math.max(...waits), (cost * waits.length) / sent.length);
  }
  return sent.map((each, index) => {
    const fate = fates[index] ?? { fate: 'doubt', because: 'no word of this one' };
    return fate.fate === 'throttled' ? { sent: each, unsent: 'throttled' } : { sent: each, fate };
  });
}

function costOf({ lister }: Lane, writes: readonly Write[]): number {
  return writes.reduce(
    (sum, { kind, work, alone, former }) =>
      sum +
      (alone && former && lister.amounts
        ? lister.amounts.costOf(work.product, former)
        : lister.costOf(kind, work.product)),
    0,
  );
}

/** Nothing new is begun once the run is paused or cancelled, or its store rejects all alike; what was begun goes on. */
export function toBeBegun({ signal, rejections }: Lane, writes: readonly Write[]): readonly Write[] {
  return signal.aborted || rejections.reached ? writes.filter(isBegun) : writes;
}

/** Whether a write goes on with a product that this run has begun. */
function isBegun({ work, kind, instead }: Write): boolean {
  const isFirst = kind === 'create' || kind === 'update';
  return (
    !isFirst ||
    instead !== null ||
    work.stage !== 'untouched' ||
    work.item === null ||
    work.item.state !== 'waiting'
  );
}

/** A picture that could not be brought is told beside the product, which is listed without it. */
function withPictures(fate: Exclude<Fate, { fate: 'throttled' }>, { write }: Sent): typeof fate {
  const failed = write.besides?.failed ?? [];
  return fate.fate === 'applied' && failed.length > 0 ? { ...fate, notes: [...fate.notes, ...failed] } : fate;
}

/** Pictures and categories come first: what a product names must be there, and its own deadline has not begun. */
async function withBesides(lane: Lane, writes: readonly Write[]): Promise<Write[]> {
  const { library, staging, terms } = lane.lister;
  return await pool(writes, bringingMax, async (write) => {
    const wants = (write.kind === 'create' || write.kind === 'update') && !write.alone;
    if (!wants || !(library ?? staging ?? terms)) {
      return write;
    }
    const besides = await bringBesides(lane, write);
    const hash = besides.unheard ? lackingHash(write.work.hash) : wholeHash(write.work.hash);
    return { ...write, besides, work: { ...write.work, hash } };
  });
}

/** What a write by id must know of what stands there, for all of them at once. */
async function withHeld(lane: Lane, writes: readonly Write[]): Promise<Write[]> {
  const [first] = writes;
  if (!lane.lister.held || first?.alone || (first?.kind !== 'update' && first?.kind !== 'publish')) {
    return [...writes];
  }
  const access = await lane.session.access(lane.cut);
  const ids = writes.map(({ target }) => target ?? '');
  const held = await lane.lister.held(ids, first.kind, access, lane.session.context(lane.cut));
  return writes.map((write, index) => ({ ...write, held: held[index] ?? null }));
}

async function carry(
  lane: Lane,
  sent: readonly Sent[],
  access: Awaited<ReturnType<Lane['session']['access']>>,
  gate: () => void,
): Promise<Fate[] | 'never sent'> {
  const context = lane.session.context(lane.cut, gate);
  const { lister } = lane;
  const ids = sent.map(({ write }) => write.target ?? '');
  const items = sent.map(({ write, attemptId, row }) => itemOf(write, attemptId, row));
  try {
    switch (sent[0]?.write.kind) {
      case 'create':
        return await lister.create(items, access, context);
      case 'update': {
        const [first] = sent;
        return first?.write.alone && lister.amounts
          ? await lister.amounts.update(items.flatMap(withFormer), access, context)
          : await lister.update(items, access, context);
      }
      case 'remove':
        return await lister.remove(ids, access, context);
      case 'publish':
        return (await lister.publish?.(items, access, context)) ?? [];
      case undefined:
        return [];
    }
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      return 'never sent';
    }
    // What a lister throws after its gate tells nothing of the request's fate.
    lane.services.log.warn({ thrown: String(thrown), runId: lane.runId }, 'A lister threw within a write');
    return sent.map(() => ({ fate: 'doubt', because: 'the lister failed' }));
  }
}

function itemOf(write: Write, attemptId: string, row: ListingRow): ToUpdate {
  return {
    attemptId,
    key: row.key,
    product: write.work.product,
    options: write.work.options,
    storeProductId: write.target ?? '',
    pictures: write.pictures,
    ...(write.held !== undefined && { held: write.held }),
    ...(write.former && { former: write.former }),
    ...(write.work.late && { landedLate: true as const }),
    ...(write.besides?.library && { library: write.besides.library }),
    ...(write.besides?.staged && { staged: write.besides.staged }),
    ...(write.besides?.terms && { terms: write.besides.terms }),
  };
}

function withFormer(item: ToUpdate): ToReprice[] {
  const { former } = item;
  return former ? [{ ...item, former }] : [];
}

/** The one certain fact that makes waiting needless. */
async function neverSent(lane: Lane, { write, row }: Sent, because: string): Promise<Next | null> {
  const { work } = write;
  const isBack = row.store_product_id === null;
  return await unlessFenced(async (): Promise<Next | null> => {
    const back = await record(lane, row, 'neverSent', {
      answer: { because },
      item: isBack ? { line: work.item, change: { state: 'waiting', listingId: row.id } } : null,
    });
    return { kind: 'again', work: { ...work, row: back } };
  }, null);
}
