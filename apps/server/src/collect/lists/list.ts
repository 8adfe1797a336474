import type { Similarity } from '@bowerbird/catalog/similar/similarity';
import type { CollectedFilter, CollectedRow, collectedSorts } from '@bowerbird/contract/collect/collected';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../db/pages/keyset-cursor.ts';
import { openGroups, whereFilter } from './filter.ts';
import { attributeNamesIn, factsIn } from './traits.ts';

export type CollectedSort = (typeof collectedSorts)[number];

export interface CollectedListRequest {
  filter: CollectedFilter;
  sort: CollectedSort;
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
}

const sortColumns = {
  collected: { column: 'collected_at', type: 'timestamptz' },
  title: { column: 'title_order', type: 'text' },
  price: { column: 'price_min', type: 'numeric' },
} as const satisfies Record<CollectedSort, { column: string; type: string }>;

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
 * Returns one page of collected products, and where the next begins. Across all pages, each product comes exactly once.
 */
export async function listCollected(db: OwnerDb, ownerId: string, request: CollectedListRequest) {
  const rows = await pageQuery(db, ownerId, request).execute();
  const last = rows.length === request.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor({ ...request, value: last.sort_value, id: last.id }) : null };
}

/** Builds the statement of one page; a test checks its query plan. */
export function pageQuery(
  db: OwnerDb,
  ownerId: string,
  { filter, sort, direction, cursor, limit }: CollectedListRequest,
) {
  const { column, type } = sortColumns[sort];
  const after = cursor === undefined ? undefined : readCursor(cursor, sort, direction);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return (
    db
      .selectFrom('own_collected')
      .select(rowColumns)
      // As text, because a Date would lose the microseconds by which rows differ.
      .select(sql<string>`${sql.ref(column)}::text`.as('sort_value'))
      .where(whereFilter(ownerId, filter))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(${sql.ref(column)}, id) ${beyond} (${after?.value}::${sql.raw(type)}, ${after?.id}::uuid)`,
        ),
      )
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
  );
}

/** Counts groups of similar products; with platforms, those with products of these platforms. */
export async function countDuplicateGroups(
  db: OwnerDb,
  ownerId: string,
  { platforms }: Pick<CollectedFilter, 'platforms'> = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${openGroups(ownerId)}) as open where true ${ofPlatforms(ownerId, platforms)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Selects the groups with products of these platforms; all groups if no platform is given. */
export function ofPlatforms(ownerId: string, platforms: readonly string[] | undefined) {
  return platforms === undefined
    ? sql``
    : sql`and group_id in (
        select group_id from similarity join collected on collected.id = collected_id
        where similarity.owner_id = ${ownerId} and platform = any(${[...platforms]}::text[]))`;
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
      select count(*)::integer as count, min(collected.shop) as shop
      from similarity as other join collected on collected.id = other.collected_id
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
