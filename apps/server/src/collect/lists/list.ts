import type { Similarity } from '@bowerbird/catalog/similar/similarity';
import type { CollectedFilter, CollectedRow } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';
import { byIndexes } from '../../db/pages/allowed.ts';
import { type Counted, counting, roundBelow } from '../../db/pages/counting.ts';
import { type FoundPage, findInSteps, type PageSearch, type Placed } from '../../db/pages/in-steps.ts';
import { countedIn, writeCursor } from '../../db/pages/keyset-cursor.ts';
import { type CountedStates, countMet, countStates, stateOf } from './counts.ts';
import { foundBy, matching } from './filter.ts';
import { type CollectedSort, collectedOrder } from './orders.ts';
import { attributeNamesIn, factsIn } from './traits.ts';

export interface CollectedListRequest {
  filter: CollectedFilter;
  sort: CollectedSort;
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
  /** Counts all matches, however long that takes. */
  countAll?: boolean | undefined;
}

/** The columns from which a row of the list is built. */
export const rowColumns = [
  'id',
  'title',
  'image_url',
  'price_min',
  'price_max',
  'currency',
  'variant_count',
  'image_count',
  'platform',
  'shop',
  'url',
  'category',
  'collected_at',
  'times_seen',
  'product_id',
  'fingerprint',
  'last_run_id',
  'traits',
] as const;

export interface ListedRow {
  id: string;
  title: string;
  image_url: string | null;
  price_min: string | null;
  price_max: string | null;
  currency: string | null;
  variant_count: number;
  image_count: number;
  platform: string;
  shop: string;
  url: string;
  category: string | null;
  collected_at: Date;
  times_seen: number;
  product_id: string | null;
  fingerprint: string;
  last_run_id: string | null;
  traits: string[];
}

/**
 * Returns one page of collected products, how many match, and where the next begins. Across all pages, each product comes exactly
 * once. Matches are counted with the first page; those after it repeat that number.
 */
export async function listCollected(db: OwnerDb, ownerId: string, request: CollectedListRequest) {
  return await byIndexes(db, () => findList(db, ownerId, request));
}

async function findList(db: OwnerDb, ownerId: string, request: CollectedListRequest) {
  const { filter, limit } = request;
  const states = await countStates(db, ownerId, filter, request.countAll);
  const met = filter.runId === undefined ? null : await countMet(db, ownerId, filter.runId);
  const page = await findInSteps(db, searchOf(ownerId, request, met), knownIn(states, filter) ?? met);
  const counted = totalOf(filter, states, page, request.cursor);
  const last = page.placed.length === limit ? page.placed.at(-1) : undefined;
  return {
    rows: await rowsOf(db, ownerId, page.placed),
    ...counted,
    counts: {
      ...states,
      [stateOf(filter)]: counted.total,
      // More in one state are more in all.
      all: Math.max(states.all, counted.total),
    },
    nextCursor: last ? writeCursor({ ...request, ...last, counted }) : null,
  };
}

/** How many match, where all were counted. What could not be read is no collected product. */
function knownIn(states: CountedStates, filter: CollectedFilter): number | null {
  if (filter.state === 'failed') {
    return 0;
  }
  return states.areEstimates ? null : states[filter.state];
}

function totalOf(
  filter: CollectedFilter,
  states: CountedStates,
  { placed, matches }: FoundPage,
  cursor: string | undefined,
): Counted {
  const total = states[stateOf(filter)];
  if (!states.areEstimates) {
    return { total, totalIsEstimate: false };
  }
  if (matches !== null) {
    return { total: matches, totalIsEstimate: false };
  }
  return countedIn(cursor) ?? { total: Math.max(total, roundBelow(placed.length)), totalIsEstimate: true };
}

/**
 * Describes a page for the steps in which it is found.
 * @param met how many products the run of the filter met, if the filter has one: those of a small run
 *   are all looked up and sorted
 */
export function searchOf(ownerId: string, request: CollectedListRequest, met: number | null): PageSearch {
  const { filter, sort, direction, cursor, limit } = request;
  return {
    view: 'own_collected',
    order: collectedOrder[sort],
    sort,
    direction,
    cursor,
    limit,
    by: howToFind(met),
    matching: foundBy(ownerId, filter),
    byLooking: matching(ownerId, filter, 'by looking'),
    inOrder: matching(ownerId, partInOrder(request), 'by index'),
  };
}

function howToFind(met: number | null): PageSearch['by'] {
  if (met === null) {
    return 'steps';
  }
  return met <= counting.matches ? 'matches' : 'sets';
}

/** The part of a filter that an index of the default order meets: one shop, what is not claimed yet, or one platform. */
function partInOrder({ filter, sort }: CollectedListRequest): CollectedFilter {
  const { sources, platforms, state } = filter;
  if (sort !== 'collected') {
    return { state: 'all' };
  }
  if (sources?.length === 1) {
    return { state: 'all', sources };
  }
  if (state === 'unclaimed') {
    return { state };
  }
  return platforms?.length === 1 ? { state: 'all', platforms } : { state: 'all' };
}

/** Returns the rows of a page in its order. */
async function rowsOf(db: OwnerDb, ownerId: string, placed: readonly Placed[]): Promise<ListedRow[]> {
  const rows = await db
    .selectFrom('own_collected')
    .select(rowColumns)
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${placed.map(({ id }) => id)}::uuid[])`)
    .modifyEnd(plannedOnce)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return placed.flatMap(({ id }) => found.get(id) ?? []);
}

/**
 * Builds rows and marks those that look like another product: a product made from another source first, then other
 * collected products.
 */
export async function reportRows(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListedRow[],
): Promise<CollectedRow[]> {
  const fingerprints = [...new Set(rows.map(({ fingerprint }) => fingerprint))];
  const { rows: products } = await sql<{ fingerprint: string; collected_id: string | null; shop: string }>`
    select fingerprint, collected_id, coalesce(source_host, '') as shop from product
    where owner_id = ${ownerId} and fingerprint = any(${fingerprints}::text[]) order by id limit 1000
  `.execute(db);
  const duplicates = await findDuplicates(db, ownerId, rows);
  const pluginRuns = await findPluginRuns(db, ownerId, rows);
  return rows.map((row) => {
    const claimed = products.filter(
      (each) => each.fingerprint === row.fingerprint && each.collected_id !== row.id,
    );
    const [product] = claimed;
    const reported = toCollectedRow(
      row,
      product
        ? { kind: 'claimed', count: claimed.length, shop: product.shop, reason: 'title-image' }
        : (duplicates.get(row.id) ?? null),
    );
    return pluginRuns.has(row.last_run_id ?? '') ? { ...reported, byPlugin: true } : reported;
  });
}

/** Finds what each product is similar to among the collected products: how many others, the first of them, and why. */
async function findDuplicates(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListedRow[],
): Promise<Map<string, NonNullable<CollectedRow['duplicate']>>> {
  const { rows: found } = await sql<{ id: string; count: number; shop: string; reason: Similarity }>`
    select mine.collected_id as id, others.count, others.shop, mine.reason
    from similarity as mine, lateral (
      select count(*)::integer as count, min(found.shop) as shop
      from similarity as other
      cross join lateral (select shop from collected where id = other.collected_id limit 1) as found
      where other.owner_id = ${ownerId} and other.group_id = mine.group_id and other.collected_id <> mine.collected_id
    ) as others
    where mine.owner_id = ${ownerId} and mine.collected_id = any(${rows.map(({ id }) => id)}::uuid[])
      and others.count > 0 and not mine.kept
  `.execute(db);
  return new Map(
    found.map(({ id, count, shop, reason }) => [id, { kind: 'collected' as const, count, shop, reason }]),
  );
}

/** Finds which of the runs that read these products last were a merchant's own browser. */
async function findPluginRuns(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListedRow[],
): Promise<ReadonlySet<string>> {
  const runs = [...new Set(rows.flatMap(({ last_run_id }) => last_run_id ?? []))];
  const { rows: found } = await sql<{ id: string }>`
    select id from run where owner_id = ${ownerId} and id = any(${runs}::uuid[]) and request ->> 'by' = 'plugin'
  `.execute(db);
  return new Set(found.map(({ id }) => id));
}

export function toCollectedRow(row: ListedRow, duplicate: CollectedRow['duplicate']): CollectedRow {
  return {
    id: row.id,
    title: row.title,
    imageUrl: row.image_url,
    price: row.price_min,
    priceMax: row.price_max,
    currency: row.currency,
    variantCount: row.variant_count,
    imageCount: row.image_count,
    platform: row.platform,
    shop: row.shop,
    url: row.url,
    category: row.category,
    collectedAt: row.collected_at.toISOString(),
    timesSeen: row.times_seen,
    productId: row.product_id,
    facts: factsIn(row.traits),
    attributes: attributeNamesIn(row.traits).slice(0, 6),
    duplicate,
  };
}
