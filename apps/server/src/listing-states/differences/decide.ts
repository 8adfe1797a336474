import type { DriftSide } from '@bowerbird/contract/listing/states';
import { sql } from 'kysely';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { Decided, Difference } from '../../db/tables/listing-states.ts';
import { createActionRun } from '../../listing/api/create-actions.ts';
import { recordIn } from '../../listing/engine/record.ts';
import { unlessFenced } from '../../listing/ledger/ledger.ts';
import type { Services } from '../../services/services.ts';
import { findStores } from '../../stores/queries.ts';
import { listerOf } from '../../stores/session.ts';
import { listedBefore, startAsBefore } from '../again.ts';
import { refreshKinds } from '../refresh.ts';
import { possible } from './field.ts';
import { findOurs, kindsOf, type Ours, oursAt, undecided } from './ours.ts';
import { Pulling } from './pull.ts';
import { type Read, saveDecided, withReadings } from './snapshots.ts';

export interface Decision {
  listingId: string;
  side: DriftSide;
  keys: readonly string[];
}

export interface Decider {
  ownerId: string;
  /** Null where a rule decides. */
  userId: string | null;
}

export interface DecidedNow {
  decided: number;
  impossible: number;
  runIds: string[];
  editSetId: string | null;
}

/** A listing that is to be written again, with the store's values that are kept. */
interface Push {
  listingId: string;
  productId: string;
  shopId: string;
  kept: Record<string, unknown>;
  /** Whether the write makes the product visible. */
  showsIt: boolean;
  /** We hid it and the store shows it: it is only hidden again, and not written. */
  hidesIt: boolean;
}

/**
 * Decides drift, field by field. What is left or pulled is recorded at once, all together; what is pushed is written by
 * listing runs, which keep every undecided field as the store has it.
 */
export async function decide(
  services: Services,
  by: Decider,
  decisions: readonly Decision[],
): Promise<DecidedNow> {
  const { ownerId } = by;
  const done: DecidedNow = { decided: 0, impossible: 0, runIds: [], editSetId: null };
  const pushes: Push[] = [];
  await asOwner(services.db, ownerId, async (db) => {
    const pulling = new Pulling(db, by);
    const found = await findListings(db, by, decisions);
    const byShop = Map.groupBy(found, ({ row }) => row.shop_id);
    for (const [shopId, reads] of byShop) {
      const platform = await platformOf(db, ownerId, shopId);
      const setsStock = listerOf(services, platform).features.updateSetsStock;
      const productIds = reads.map(({ row }) => row.product_id);
      await lockProducts(db, ownerId, productIds);
      const ours = await findOurs(db, ownerId, shopId, productIds);
      for (const read of reads) {
        const requested = decisions.filter(({ listingId }) => listingId === read.row.id);
        const own = ours.get(read.row.product_id);
        const push = await decideOne(db, pulling, { read, own, setsStock }, requested, done);
        pushes.push(...(push ? [push] : []));
      }
    }
    done.editSetId = pulling.editSetId;
  });
  try {
    done.runIds = await push(services, by, pushes);
  } catch (thrown) {
    // Nothing of it was sent: it is undecided as before.
    const productIds = pushes.map(({ productId }) => productId);
    await asOwner(services.db, ownerId, (db) => refreshKinds(db, ownerId, productIds));
    throw thrown;
  }
  return done;
}

/** A rule decides nothing about products that a person delisted. */
async function findListings(
  db: OwnerDb,
  { ownerId, userId }: Decider,
  decisions: readonly Decision[],
): Promise<Read[]> {
  const rows = await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${decisions.map(({ listingId }) => listingId)}::uuid[])`)
    .where('state', '=', 'listed')
    .$if(userId === null, (query) => query.where('taken_down', '=', false))
    .orderBy('id')
    .execute();
  return await withReadings(db, ownerId, rows);
}

async function platformOf(db: OwnerDb, ownerId: string, shopId: string): Promise<string> {
  const shop = await db
    .selectFrom('shop')
    .select('platform')
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return shop.platform;
}

async function lockProducts(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<void> {
  await sql`select from product where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    db,
  );
}

async function decideOne(
  db: OwnerDb,
  pulling: Pulling,
  { read, own, setsStock }: { read: Read; own: Ours | undefined; setsStock: boolean },
  requested: readonly Decision[],
  done: DecidedNow,
): Promise<Push | null> {
  const { row, snapshot } = read;
  const isOfNow = snapshot !== undefined && snapshot.attempt_id === row.listed_attempt;
  const open = isOfNow ? undecided(snapshot.differences, snapshot.decided, own) : [];
  const decided: Record<string, Decided> = { ...snapshot?.decided };
  const pushed = new Set<string>();
  const pulled = new Set<string>();
  for (const { side, keys } of requested) {
    for (const key of new Set(keys)) {
      const difference = open.find((each) => each.key === key) ?? unread(read, isOfNow, key);
      const may = difference && possible(difference, own, setsStock);
      if (!difference || (side === 'ours' && !may?.canPush) || (side === 'store' && !may?.canPull)) {
        done.impossible += 1;
        continue;
      }
      done.decided += 1;
      const { store } = difference;
      if (side === 'ours') {
        pushed.add(key);
        delete decided[key];
      } else if (side === 'leave') {
        decided[key] = { how: 'left', store, ours: oursAt(own, key) ?? null };
      } else {
        pulling.take(row.product_id, { key, value: store, currency: own?.ready.currency ?? null });
        pulled.add(key);
        decided[key] = { how: 'pulled', store, ours: store };
      }
    }
  }
  if (!(await pulling.write(row))) {
    for (const key of pulled) {
      delete decided[key];
    }
    done.decided -= pulled.size;
    done.impossible += pulled.size;
  }
  const now = (await findOurs(db, row.owner_id, row.shop_id, [row.product_id])).get(row.product_id);
  const left = undecided(snapshot?.differences ?? [], decided, now).filter(({ key }) => !pushed.has(key));
  const passedOver = pushed.size > 0 ? left.filter(({ kind }) => canStay(kind)) : [];
  for (const { key, store } of passedOver) {
    decided[key] = { how: 'open', store, ours: oursAt(now, key) ?? null };
  }
  if (isOfNow) {
    await saveDecided(db, row.owner_id, row.id, { decided, kinds: kindsOf(left) });
  }
  if (pushed.size === 0) {
    return null;
  }
  const kept = Object.fromEntries(passedOver.map(({ key, store }) => [key, store]));
  const ofStatus = pushed.has('status');
  const hidesIt = ofStatus && row.taken_down;
  const showsIt = ofStatus && !row.taken_down;
  return { listingId: row.id, productId: row.product_id, shopId: row.shop_id, kept, showsIt, hidesIt };
}

/** Returns a difference that was seen but not read yet: the product can only be written again as a whole. */
function unread({ row }: Read, isRead: boolean, key: string): Difference | undefined {
  return key === 'other' && !isRead && row.seen_hash !== row.listed_hash
    ? { key, kind: 'other', sent: null, store: row.seen_hash }
    : undefined;
}

/** Reports whether a write can leave this difference out. Only single fields can be left out. */
function canStay(kind: Difference['kind']): boolean {
  return kind !== 'other' && kind !== 'variants' && kind !== 'status';
}

/**
 * Starts the runs that write our values over the store's. A row that another worker is writing meanwhile is left to
 * that worker.
 */
async function push(services: Services, by: Decider, all: readonly Push[]): Promise<string[]> {
  const { ownerId, userId } = by;
  const [hides, pushes] = [all.filter(({ hidesIt }) => hidesIt), all.filter(({ hidesIt }) => !hidesIt)];
  const hiding = await hide(services, by, hides);
  if (pushes.length === 0) {
    return hiding;
  }
  const ids = pushes.map(({ listingId }) => listingId);
  const found = await asOwner(services.db, ownerId, async (db) => {
    await forget(db, ownerId, ids);
    const shopIds = [...new Set(pushes.map(({ shopId }) => shopId))];
    return await listedBefore(
      db,
      ownerId,
      shopIds,
      sql<boolean>`listing.id = any(${ids}::uuid[])`,
      ids.length,
    );
  });
  const writing = await startAsBefore(services, ownerId, found, {
    again: false,
    byItself: userId === null && !pushes.some(({ showsIt }) => showsIt),
    createdBy: userId,
    writeWith: (shopId) => async (db, runId) => {
      for (const { productId, kept } of pushes.filter((each) => each.shopId === shopId)) {
        await db
          .insertInto('listing_narrowing')
          .values({
            run_id: runId,
            shop_id: shopId,
            product_id: productId,
            owner_id: ownerId,
            what: 'some',
            kept: jsonText(kept),
          })
          .execute();
      }
    },
  });
  return [...hiding, ...writing];
}

/** Starts a run for each shop that hides these again. */
async function hide(
  services: Services,
  { ownerId, userId }: Decider,
  hides: readonly Push[],
): Promise<string[]> {
  const stores =
    hides.length === 0 ? [] : await asOwner(services.db, ownerId, (db) => findStores(db, ownerId));
  const runIds: string[] = [];
  for (const { store, shop } of stores) {
    const ids = hides.filter(({ shopId }) => shopId === shop.id).map(({ productId }) => productId);
    if (ids.length > 0) {
      const request = { storeIds: [store.id], selection: { ids }, createdBy: userId };
      runIds.push(await createActionRun(services, ownerId, 'delist', request));
    }
  }
  return runIds;
}

/**
 * Marks the listings as not up to date: the next run that lists them writes them, although our product has not changed.
 */
async function forget(db: OwnerDb, ownerId: string, listingIds: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${listingIds}::uuid[])`)
    .where('open_attempt', 'is', null)
    .execute();
  for (const row of rows) {
    await unlessFenced(() => recordIn(db, null, row, 'noted', { set: { sentHash: null } }), row);
  }
}
