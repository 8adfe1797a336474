import { AppError } from '@bowerbird/contract/errors';
import type * as contract from '@bowerbird/contract/listing-after';
import { type KeptBecause, type UndoItem, type UndoPile, undoPiles } from '@bowerbird/contract/listing-after';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { getRun, hasEnded } from '../../runs/runs.ts';
import type { Services } from '../../services.ts';
import { findListingRun, type ListingRunRow } from '../lanes.ts';
import { type Facts, findFacts } from './facts.ts';
import { type Judgement, judge } from './judge.ts';

type Undo = z.infer<(typeof contract.getUndo)['answer']>;

const pageSize = 2000;

/** Everything that taking a run back would touch or spare, in the order of its items, as it was last seen. */
export async function* foresee(
  db: Db,
  ownerId: string,
  runId: string,
  after = -1,
): AsyncGenerator<{ facts: Facts; judged: Judgement }> {
  let from = after;
  for (;;) {
    const page = await asOwner(db, ownerId, (owned) =>
      findFacts(owned, ownerId, runId, { after: from, limit: pageSize }),
    );
    for (const facts of page) {
      const judged = judge(facts, runId);
      if (judged) {
        yield { facts, judged };
      }
    }
    const last = page.at(-1);
    if (!last) {
      return;
    }
    from = last.position;
  }
}

/** The piles of a run: foreseen of one that may be taken back, as they came to be of one that takes back. */
export async function viewUndo(services: Services, ownerId: string, runId: string): Promise<Undo> {
  const { db } = services;
  const { listing, isOver } = await asOwner(db, ownerId, (owned) => read(owned, ownerId, runId));
  const undoneBy = await asOwner(db, ownerId, (owned) => newestUndo(owned, ownerId, runId));
  const links = { undoes: listing.undoes, undoneBy };
  if (listing.action === 'undo') {
    const rows = await asOwner(db, ownerId, (owned) => countPiles(owned, ownerId, runId));
    return { of: 'done', piles: pilesOf(rows), ways: null, ...links };
  }
  if (listing.action !== 'list' || listing.dry || !isOver) {
    return { of: null, piles: [], ways: null, ...links };
  }
  const counts = new Map<string, { pile: UndoPile; reason: KeptBecause | null; count: number }>();
  const ways = { trashed: 0, hidden: 0, restored: 0 };
  const trashes = await asOwner(db, ownerId, (owned) => shopsWithTrash(services, owned, ownerId, runId));
  for await (const { facts, judged } of foresee(db, ownerId, runId)) {
    const reason = judged.pile === 'taken-back' ? null : judged.reason;
    const name = `${judged.pile} ${reason}`;
    counts.set(name, { pile: judged.pile, reason, count: (counts.get(name)?.count ?? 0) + 1 });
    if (judged.pile === 'taken-back') {
      ways[judged.way === 'restore' ? 'restored' : trashes.has(facts.shopId) ? 'trashed' : 'hidden'] += 1;
    }
  }
  return { of: 'foreseen', piles: pilesOf([...counts.values()]), ways, ...links };
}

async function read(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<{ listing: ListingRunRow; isOver: boolean }> {
  const run = await getRun(db, ownerId, runId);
  const listing = await findListingRun(db, ownerId, runId);
  if (!listing) {
    throw new AppError('not-found', `listing run ${runId}`);
  }
  return { listing, isOver: hasEnded(run.state) };
}

async function newestUndo(db: OwnerDb, ownerId: string, runId: string): Promise<string | null> {
  const found = await db
    .selectFrom('listing_run')
    .select('run_id')
    .where('owner_id', '=', ownerId)
    .where('undoes', '=', runId)
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.run_id ?? null;
}

async function shopsWithTrash(
  { platforms }: Services,
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<Set<string>> {
  const shops = await db
    .selectFrom('listing_lane')
    .innerJoin('shop', 'shop.id', 'listing_lane.shop_id')
    .select(['shop.id', 'shop.platform'])
    .where('listing_lane.owner_id', '=', ownerId)
    .where('listing_lane.run_id', '=', runId)
    .execute();
  return new Set(shops.flatMap(({ id, platform }) => (platforms.get(platform)?.lister?.trash ? [id] : [])));
}

async function countPiles(db: OwnerDb, ownerId: string, runId: string) {
  const rows = await db
    .selectFrom('listing_item')
    .select(['pile', 'reason', (eb) => eb.fn.countAll<string>().as('count')])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('pile', 'is not', null)
    .groupBy(['pile', 'reason'])
    .execute();
  return rows.flatMap(({ pile, reason, count }) => (pile ? [{ pile, reason, count: Number(count) }] : []));
}

/** All three, empty ones too, each with its reasons, the most frequent first. */
function pilesOf(
  rows: readonly { pile: UndoPile; reason: KeptBecause | null; count: number }[],
): Undo['piles'] {
  return undoPiles.map((pile) => {
    const own = rows.filter((row) => row.pile === pile);
    return {
      pile,
      count: own.reduce((sum, { count }) => sum + count, 0),
      reasons: own
        .flatMap(({ reason, count }) => (reason ? [{ reason, count }] : []))
        .sort((one, other) => other.count - one.count),
    };
  });
}

/** A page of one pile; the cursor is a place in the run. */
export async function viewUndoItems(
  { db }: Services,
  ownerId: string,
  runId: string,
  ask: { pile: UndoPile; cursor?: string | undefined; limit: number },
): Promise<{ items: UndoItem[]; total: number; nextCursor: string | null }> {
  const { listing } = await asOwner(db, ownerId, (owned) => read(owned, ownerId, runId));
  const after = ask.cursor === undefined ? -1 : Number(ask.cursor);
  const found: { facts: Pick<Facts, 'listingId' | 'position'>; reason: KeptBecause | null }[] = [];
  if (listing.action === 'undo') {
    found.push(
      ...(await asOwner(db, ownerId, (owned) => doneItems(owned, ownerId, runId, { ...ask, after }))),
    );
  } else {
    for await (const { facts, judged } of foresee(db, ownerId, runId, after)) {
      if (judged.pile === ask.pile) {
        found.push({ facts, reason: judged.pile === 'taken-back' ? null : judged.reason });
      }
      // A place may hold a product in several stores, which stay together.
      if (found.length > ask.limit && found.at(-1)?.facts.position !== found.at(-2)?.facts.position) {
        break;
      }
    }
  }
  const page = pageOf(found, ask.limit);
  const last = page.at(-1);
  return {
    items: await asOwner(db, ownerId, (owned) => itemsOf(owned, ownerId, runId, ask.pile, page)),
    total: page.length,
    nextCursor: last && page.length < found.length ? String(last.facts.position) : null,
  };
}

/** Whole places, as many as make up the limit. */
function pageOf<Found extends { facts: Pick<Facts, 'position'> }>(
  found: readonly Found[],
  limit: number,
): readonly Found[] {
  const end = found[limit - 1]?.facts.position;
  return end === undefined ? found : found.filter(({ facts }) => facts.position <= end);
}

async function doneItems(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { pile, after, limit }: { pile: UndoPile; after: number; limit: number },
) {
  const rows = await db
    .selectFrom('listing_item')
    .select(['listing_id', 'position', 'reason'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('pile', '=', pile)
    .where('position', '>', after)
    .orderBy('position')
    // Twenty stores at most stand at one place.
    .limit(limit + 20)
    .execute();
  return rows.map(({ listing_id, position, reason }) => ({
    facts: { listingId: listing_id ?? '', position },
    reason,
  }));
}

async function itemsOf(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  pile: UndoPile,
  page: readonly { facts: Pick<Facts, 'listingId'>; reason: KeptBecause | null }[],
): Promise<UndoItem[]> {
  const rows = await db
    .selectFrom('listing_item as item')
    .innerJoin('listing', 'listing.id', 'item.listing_id')
    .leftJoin('product', 'product.id', 'item.product_id')
    .select([
      'item.product_id', 'item.title', 'item.store_id', 'listing.id as listing_id', 'listing.address', 'product.picture_url',
    ]) // biome-ignore format: a list of names
    .where('item.owner_id', '=', ownerId)
    .where('item.run_id', '=', runId)
    .where(sql<boolean>`item.listing_id = any(${page.map(({ facts }) => facts.listingId)}::uuid[])`)
    .execute();
  const byListing = new Map(rows.map((row) => [row.listing_id, row]));
  return page.flatMap(({ facts, reason }) => {
    const row = byListing.get(facts.listingId);
    return row
      ? [
          {
            productId: row.product_id,
            title: row.title,
            pictureUrl: row.picture_url,
            storeId: row.store_id,
            listingId: row.listing_id,
            storeAddress: row.address,
            pile,
            reason,
          },
        ]
      : [];
  });
}
