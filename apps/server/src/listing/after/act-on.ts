import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { sql } from 'kysely';
import type { AttemptRow } from '../attempts.ts';
import { guarded } from '../guarded.ts';
import type { ItemRow } from '../items.ts';
import { inLane, type Lane } from '../lane.ts';
import type { ListingRunRow } from '../lanes.ts';
import { findRow, type ListingRow, unlessFenced } from '../ledger.ts';
import { pool } from '../pool.ts';
import { through } from '../through.ts';
import { type Act, type ActWrite, acts, tellAct } from './act.ts';
import { decideAct, type Standing } from './decide-act.ts';
import { decideUndo, type UndoStep } from './decide-undo.ts';
import { findFacts } from './facts.ts';
import { goneAs } from './receive-act.ts';
import { repricedAmong } from './repriced.ts';
import { sendActs } from './send-acts.ts';

/**
 * Takes items of a run that does not list as far as they go now. What is in doubt stays open, and is looked at when they
 * are taken up again. Answers how many wait for an after-check.
 */
export async function actOn(
  lane: Lane,
  listing: ListingRunRow,
  items: readonly ItemRow[],
  sends: Map<string, number>,
): Promise<number> {
  const standings = await standingsOf(lane, items, sends);
  const steps =
    listing.action === 'undo' && listing.undoes !== null
      ? await undoSteps(lane, listing.undoes, standings)
      : await actSteps(lane, actOf(listing), standings);
  const writes = steps.flatMap((step) => (step.kind === 'send' ? [step.write] : []));
  const { batchSize, inFlightMax } = lane.lister;
  await pool(requests(writes, batchSize), inFlightMax, async (group) => {
    lane.signal.throwIfAborted();
    for (const { id } of await guarded(lane, () => sendActs(lane, group))) {
      sends.set(id, (sends.get(id) ?? 0) + 1);
    }
  });
  await restoreAll(
    lane,
    steps.flatMap((step) => (step.kind === 'restore' ? [step] : [])),
    sends,
  );
  return steps.filter(({ kind }) => kind === 'wait').length;
}

function actOf({ action }: ListingRunRow): Act {
  const act = acts.find((each) => each === action);
  if (!act) {
    throw new Error(`A run that does ${action} is not worked on here.`);
  }
  return act;
}

/** What the ledger and the store know of these now. One whose shop was forgotten meanwhile is cancelled. */
async function standingsOf(
  lane: Lane,
  items: readonly ItemRow[],
  sends: ReadonlyMap<string, number>,
): Promise<Standing[]> {
  const ids = items.flatMap(({ listing_id }) => listing_id ?? []);
  const { rows, open } = await inLane(lane, async (db) => {
    const found = await db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    const attempts = await db
      .selectFrom('listing_attempt')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where(sql<boolean>`id = any(${found.flatMap(({ open_attempt }) => open_attempt ?? [])}::uuid[])`)
      .execute();
    for (const item of items.filter(({ listing_id }) => !found.some(({ id }) => id === listing_id))) {
      await tellAct(db, lane, item, { state: 'cancelled' });
    }
    return { rows: byId(found), open: byId(attempts) };
  });
  await lane.strike('row.read');
  const seen = await lookAtAll(lane, [...rows.values()]);
  return items.flatMap((item) => {
    const row = rows.get(item.listing_id ?? '');
    return row ? [standingOf(item, row, open, seen, sends.get(item.id) ?? 0)] : [];
  });
}

function standingOf(
  item: ItemRow,
  row: ListingRow,
  open: ReadonlyMap<string, AttemptRow>,
  seen: ReadonlyMap<string, SeenProduct>,
  sends: number,
): Standing {
  return {
    item,
    row,
    attempt: open.get(row.open_attempt ?? '') ?? null,
    seen: seen.get(row.store_product_id ?? '') ?? null,
    sends,
  };
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function lookAtAll(lane: Lane, rows: readonly ListingRow[]): Promise<Map<string, SeenProduct>> {
  const ids = rows.flatMap(({ state, store_product_id }) =>
    state === 'gone' ? [] : (store_product_id ?? []),
  );
  if (ids.length === 0) {
    return new Map();
  }
  await lane.strike('look.before');
  const seen = await guarded(lane, async () => {
    const access = await lane.session.access(lane.cut);
    return await lane.lister.lookByIds(ids, access, lane.session.context(lane.cut));
  });
  await lane.strike('look.after');
  return new Map(seen.flatMap((each) => (each ? [[each.storeProductId, each] as const] : [])));
}

async function actSteps(lane: Lane, act: Act, standings: readonly Standing[]): Promise<UndoStep[]> {
  const steps: UndoStep[] = [];
  for (const standing of standings) {
    await lane.strike('decide.before');
    const { row, attempt } = standing;
    if (act === 'remove' && row.check_due && attempt === null && row.state !== 'gone') {
      steps.push({ kind: 'wait' });
      continue;
    }
    const write = await unlessFenced(() => decideAct(lane, act, standing), null);
    steps.push(write ? { kind: 'send', write } : { kind: 'told' });
  }
  return steps;
}

async function undoSteps(lane: Lane, undoes: string, standings: readonly Standing[]): Promise<UndoStep[]> {
  const listingIds = standings.map(({ row }) => row.id);
  const found = await inLane(lane, (db) => findFacts(db, lane.ownerId, undoes, { listingIds }));
  const facts = new Map(found.map((each) => [each.listingId, each]));
  const repriced = await repricedAmong(lane, undoes, standings, facts);
  const steps: UndoStep[] = [];
  for (const standing of standings) {
    await lane.strike('undo.item-k');
    const { row } = standing;
    const step = () => decideUndo(lane, undoes, standing, facts.get(row.id), repriced.has(row.id));
    steps.push(await unlessFenced<UndoStep>(step, { kind: 'told' }));
  }
  return steps;
}

/** Acts that one request can carry: of one kind, as many as a batch of the store takes. */
function requests(writes: readonly ActWrite[], size: number): ActWrite[][] {
  const alike = Map.groupBy(
    writes,
    ({ act, as, neverShown, withContent }) => `${act} ${as} ${act === 'relist' && neverShown} ${withContent}`,
  );
  return [...alike.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, at) =>
      group.slice(at * size, (at + 1) * size),
    ),
  );
}

/** Writes former contents, as any content is written; what came of each is told by its row. */
async function restoreAll(
  lane: Lane,
  steps: readonly Extract<UndoStep, { kind: 'restore' }>[],
  sends: Map<string, number>,
): Promise<void> {
  if (steps.length === 0) {
    return;
  }
  await through(
    lane,
    steps.map(({ work }) => work),
  );
  for (const { standing, work } of steps) {
    const { item } = standing;
    sends.set(item.id, (sends.get(item.id) ?? 0) + 1);
    await inLane(lane, async (db) => {
      const row = await findRow(db, lane.ownerId, work.row.id);
      if (row?.state === 'gone') {
        await tellAct(db, lane, item, goneAs({ pile: 'taken-back' }));
      } else if (row && row.open_attempt === null && row.sent_hash === work.hash && row.state === 'listed') {
        await tellAct(db, lane, item, { state: 'done', pile: 'taken-back' });
      } else if (row && row.open_attempt === null && row.fault) {
        await tellAct(db, lane, item, {
          state: 'refused',
          fault: row.fault,
          pile: 'impossible',
          reason: 'refused',
        });
      }
    });
  }
}
