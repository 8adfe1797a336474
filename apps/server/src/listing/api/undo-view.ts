import { AppError } from '@bowerbird/contract/errors';
import type * as contract from '@bowerbird/contract/listing/after';
import {
  type KeptBecause,
  type UndoGroup,
  type UndoItem,
  undoGroups,
} from '@bowerbird/contract/listing/after';
import { hasEnded } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { getRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';
import { type Facts, findFacts } from '../actions/facts.ts';
import { type Judgement, judge } from '../actions/judge.ts';
import { findListingRun, type ListingRunRow } from '../runs/store-jobs.ts';

type Undo = z.infer<(typeof contract.getUndo)['answer']>;

const pageSize = 2000;

/** Returns everything that undoing a run would touch or spare, in the order of its items, as it was last seen. */
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

/** Returns the groups of a run: predicted for a run that may be undone, actual for an undo run. */
export async function viewUndo(services: Services, ownerId: string, runId: string): Promise<Undo> {
  const { db } = services;
  const { listing, isOver } = await asOwner(db, ownerId, (owned) => read(owned, ownerId, runId));
  const undoneBy = await asOwner(db, ownerId, (owned) => newestUndo(owned, ownerId, runId));
  const links = { undoes: listing.undoes, undoneBy };
  if (listing.action === 'undo') {
    const rows = await asOwner(db, ownerId, (owned) => countUndoGroups(owned, ownerId, runId));
    return { of: 'done', undoGroups: undoGroupsOf(rows), ways: null, ...links };
  }
  if (listing.action !== 'list' || listing.dry || !isOver) {
    return { of: null, undoGroups: [], ways: null, ...links };
  }
  const counts = new Map<string, { undoGroup: UndoGroup; reason: KeptBecause | null; count: number }>();
  const ways = { trashed: 0, hidden: 0, restored: 0 };
  const trashes = await asOwner(db, ownerId, (owned) => shopsWithTrash(services, owned, ownerId, runId));
  for await (const { facts, judged } of foresee(db, ownerId, runId)) {
    const reason = judged.undoGroup === 'taken-back' ? null : judged.reason;
    const name = `${judged.undoGroup} ${reason}`;
    counts.set(name, { undoGroup: judged.undoGroup, reason, count: (counts.get(name)?.count ?? 0) + 1 });
    if (judged.undoGroup === 'taken-back') {
      ways[judged.way === 'restore' ? 'restored' : trashes.has(facts.shopId) ? 'trashed' : 'hidden'] += 1;
    }
  }
  return { of: 'foreseen', undoGroups: undoGroupsOf([...counts.values()]), ways, ...links };
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
  return { listing, isOver: hasEnded(run) };
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
    .selectFrom('listing_store_job')
    .innerJoin('shop', 'shop.id', 'listing_store_job.shop_id')
    .select(['shop.id', 'shop.platform'])
    .where('listing_store_job.owner_id', '=', ownerId)
    .where('listing_store_job.run_id', '=', runId)
    .execute();
  return new Set(
    shops.flatMap(({ id, platform }) => (platforms.get(platform)?.lister?.writer.trash ? [id] : [])),
  );
}

async function countUndoGroups(db: OwnerDb, ownerId: string, runId: string) {
  const rows = await db
    .selectFrom('listing_item')
    .select(['undo_group', 'reason', (eb) => eb.fn.countAll<string>().as('count')])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('undo_group', 'is not', null)
    .groupBy(['undo_group', 'reason'])
    .execute();
  return rows.flatMap(({ undo_group: undoGroup, reason, count }) =>
    undoGroup ? [{ undoGroup, reason, count: Number(count) }] : [],
  );
}

/** Returns all three groups, also empty ones, each with its reasons, the most frequent first. */
function undoGroupsOf(
  rows: readonly { undoGroup: UndoGroup; reason: KeptBecause | null; count: number }[],
): Undo['undoGroups'] {
  return undoGroups.map((undoGroup) => {
    const own = rows.filter((row) => row.undoGroup === undoGroup);
    return {
      undoGroup,
      count: own.reduce((sum, { count }) => sum + count, 0),
      reasons: own
        .flatMap(({ reason, count }) => (reason ? [{ reason, count }] : []))
        .sort((one, other) => other.count - one.count),
    };
  });
}

/** Returns a page of one group; the cursor is a position in the run. */
export async function viewUndoItems(
  { db }: Services,
  ownerId: string,
  runId: string,
  request: { undoGroup: UndoGroup; cursor?: string | undefined; limit: number },
): Promise<{ items: UndoItem[]; total: number; nextCursor: string | null }> {
  const { listing } = await asOwner(db, ownerId, (owned) => read(owned, ownerId, runId));
  const after = request.cursor === undefined ? -1 : Number(request.cursor);
  const found: { facts: Pick<Facts, 'listingId' | 'position'>; reason: KeptBecause | null }[] = [];
  if (listing.action === 'undo') {
    found.push(
      ...(await asOwner(db, ownerId, (owned) => doneItems(owned, ownerId, runId, { ...request, after }))),
    );
  } else {
    for await (const { facts, judged } of foresee(db, ownerId, runId, after)) {
      if (judged.undoGroup === request.undoGroup) {
        found.push({ facts, reason: judged.undoGroup === 'taken-back' ? null : judged.reason });
      }
      // A position may hold a product in several stores, which stay together.
      if (found.length > request.limit && found.at(-1)?.facts.position !== found.at(-2)?.facts.position) {
        break;
      }
    }
  }
  const page = pageOf(found, request.limit);
  const last = page.at(-1);
  return {
    items: await asOwner(db, ownerId, (owned) => itemsOf(owned, ownerId, runId, request.undoGroup, page)),
    total: page.length,
    nextCursor: last && page.length < found.length ? String(last.facts.position) : null,
  };
}

/** Returns whole positions, as many as make up the limit. */
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
  { undoGroup, after, limit }: { undoGroup: UndoGroup; after: number; limit: number },
) {
  const rows = await db
    .selectFrom('listing_item')
    .select(['listing_id', 'position', 'reason'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('undo_group', '=', undoGroup)
    .where('position', '>', after)
    .orderBy('position')
    // At most twenty stores are at one position.
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
  undoGroup: UndoGroup,
  page: readonly { facts: Pick<Facts, 'listingId'>; reason: KeptBecause | null }[],
): Promise<UndoItem[]> {
  const rows = await db
    .selectFrom('listing_item as item')
    .innerJoin('listing', 'listing.id', 'item.listing_id')
    .leftJoin('product', 'product.id', 'item.product_id')
    .select([
      'item.product_id', 'item.title', 'item.store_id', 'listing.id as listing_id', 'listing.address', 'product.image_url',
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
            imageUrl: row.image_url,
            storeId: row.store_id,
            listingId: row.listing_id,
            storeAddress: row.address,
            undoGroup,
            reason,
          },
        ]
      : [];
  });
}
