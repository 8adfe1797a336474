import type { AppError } from '@bowerbird/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { takeQuota } from '../../billing/quotas.ts';
import type { OwnerDb } from '../../db/database.ts';
import { listMark, type Snapshot, sourceKey } from '../lists/collected-columns.ts';
import { storedKeys } from '../similar/stored-keys.ts';

export interface SavedAs {
  added: number;
  changed: number;
  unchanged: number;
  /** New products for which the merchant's plan had no room; they are not saved. */
  over?: { left: Snapshot[]; why: AppError };
}

/** The owner, the run, and the way by which all fields of these products were read. */
export interface SaveScope {
  ownerId: string;
  runId: string;
  platform: string;
  way: string | null;
}

/**
 * Saves what was read, each source product once. An unchanged product costs no write; a changed one keeps its earlier
 * snapshot as a version. New products count towards the merchant's plan. Safe to repeat.
 */
export async function saveProducts(
  db: OwnerDb,
  scope: SaveScope,
  snapshots: readonly Snapshot[],
): Promise<SavedAs> {
  const known = await findKnown(db, scope, snapshots);
  const fresh: Snapshot[] = [];
  const changed: { id: string; snapshot: Snapshot }[] = [];
  for (const snapshot of snapshots) {
    const before = known.get(sourceKey(snapshot));
    if (!before) {
      fresh.push(snapshot);
    } else if (before.hash !== snapshot.content_hash || (!before.categorised && snapshot.category !== null)) {
      changed.push({ id: before.id, snapshot });
    }
  }
  const { taken: room, reached } = await takeQuota(db, scope.ownerId, 'collected-per-month', fresh.length);
  const left = fresh.splice(room);
  if (fresh.length > 0) {
    await insertFresh(db, scope, fresh);
  }
  if (changed.length > 0) {
    const known = new Map(changed.map(({ id, snapshot }) => [id, snapshot.content_hash]));
    await renameSources(db, scope, known);
    await keepVersions(db, scope, known);
    await updateChanged(db, scope, changed);
  }
  return {
    added: fresh.length,
    changed: changed.length,
    unchanged: snapshots.length - left.length - fresh.length - changed.length,
    ...(reached && { over: { left, why: reached } }),
  };
}

async function findKnown(db: OwnerDb, { ownerId, platform }: SaveScope, snapshots: readonly Snapshot[]) {
  // One look-up for each, whatever the planner believes of the table.
  const { rows } = await sql<{
    id: string;
    shop: string;
    source_id: string;
    content_hash: string;
    category: string | null;
  }>`
    select found.* from unnest(
      ${snapshots.map(({ shop }) => shop)}::text[], ${snapshots.map((snapshot) => snapshot.source_id)}::text[]
    ) as given (shop, source_id)
    cross join lateral (
      select id, shop, source_id, content_hash, category from collected
      where owner_id = ${ownerId} and platform = ${platform} and shop = given.shop and source_id = given.source_id
      limit 1
    ) as found
  `.execute(db);
  return new Map(
    rows.map((row) => [
      sourceKey(row),
      { id: row.id, hash: row.content_hash, categorised: row.category !== null },
    ]),
  );
}

const columnTypes: Record<Exclude<keyof Snapshot, 'content'>, string> = {
  shop: 'text',
  source_id: 'text',
  url: 'text',
  title: 'text',
  title_order: 'text',
  content_hash: 'text',
  price_min: 'numeric',
  price_max: 'numeric',
  currency: 'text',
  variant_count: 'integer',
  image_count: 'integer',
  image_url: 'text',
  category: 'text',
  fingerprint: 'text',
  search: 'text',
  bigrams: 'text',
  traits: 'text',
};
const listed = Object.keys(columnTypes) as (keyof typeof columnTypes)[];
const names = [...listed, 'content'] as const;
const nameList = sql.join(names.map((name) => sql.ref(name)));
const taken: Partial<Record<keyof Snapshot, RawBuilder<unknown>>> = {
  bigrams: sql`string_to_array(given.bigrams, ' ')`,
  traits: sql`string_to_array(given.traits, ${listMark})`,
  content: sql`given.content::json`,
};
const takenAs = (name: keyof Snapshot) => taken[name] ?? sql.ref(`given.${name}`);
const takenList = sql.join(names.map(takenAs));

/**
 * A product that is read again without a category, as in a whole shop's feed, keeps the category in which it was found
 * before.
 */
const kept: Partial<Record<keyof Snapshot, RawBuilder<unknown>>> = {
  category: sql`coalesce(given.category, collected.category)`,
  content: sql`case when given.category is null and collected.category is not null
    then jsonb_set(given.content::jsonb, '{categories}', collected.content::jsonb -> 'categories')::json
    else given.content::json end`,
};
/** Sets every column of a snapshot from `given`. */
export const assignments = sql.join(
  names.map((name) => sql`${sql.ref(name)} = ${kept[name] ?? takenAs(name)}`),
);

/**
 * Builds the snapshots as a table named `given`, with their ids. Columns are passed as arrays, but the contents as the
 * lines of one text: both sides parse an array character by character, and JSON text contains no line break of its own.
 */
export function given(ids: string[], snapshots: readonly Snapshot[]) {
  const lists = listed.map(
    (name) => sql`${snapshots.map((snapshot) => snapshot[name])}::${sql.raw(columnTypes[name])}[]`,
  );
  const contents = snapshots.map(({ content }) => content).join('\n');
  return sql`rows from (
    unnest(${ids}::uuid[], ${sql.join(lists)}),
    string_to_table(${contents}, e'\n')
  ) as given (id, ${nameList})`;
}

async function insertFresh(
  db: OwnerDb,
  { ownerId, runId, platform, way }: SaveScope,
  fresh: readonly Snapshot[],
): Promise<void> {
  const ids = fresh.map(() => v7());
  const keys = fresh.map((snapshot) => storedKeys(ownerId, snapshot));
  await sql`
    with saved as (
      insert into collected (id, owner_id, platform, first_run_id, last_run_id, ways, ${nameList})
      select given.id, ${ownerId}::uuid, ${platform}, ${runId}::uuid, ${runId}::uuid, ${waysOf(way)}::jsonb, ${takenList}
      from ${given(ids, fresh)}
      on conflict (owner_id, platform, shop, source_id) do nothing
      returning id, shop
    ), keyed as (
      insert into similarity_keys (owner_id, collected_id, shop, keys)
      select ${ownerId}::uuid, saved.id, hashtextextended(saved.shop, 0), given.keys::bigint[]
      from saved join unnest(${ids}::uuid[], ${keys}::text[]) as given (id, keys)
        on given.id = saved.id
    )
    insert into similarity_waiting (id, owner_id, collected_ids)
    select ${v7()}::uuid, ${ownerId}::uuid, array_agg(id) from saved having count(*) > 0
  `.execute(db);
}

/**
 * A snapshot that differs from the one before only in its category has the same hash. Its earlier version therefore
 * gets another hash, and so do the products made from it, so that they are seen to be outdated.
 */
const withoutCategory = '#';

async function renameSources(
  db: OwnerDb,
  { ownerId }: SaveScope,
  changed: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    update product set source_hash = source_hash || ${withoutCategory}
    from unnest(${[...changed.keys()]}::uuid[], ${[...changed.values()]}::text[]) as given (id, hash)
    where product.owner_id = ${ownerId} and product.collected_id = given.id and product.source_hash = given.hash
      and exists (select from collected where collected.id = given.id and collected.content_hash = given.hash)
  `.execute(db);
}

/** Number of earlier versions of a collected product that are kept. */
export const versionsKept = 20;

async function keepVersions(
  db: OwnerDb,
  { ownerId }: SaveScope,
  changed: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...changed.keys()];
  await sql`
    insert into collected_version (id, owner_id, collected_id, run_id, content, content_hash, at)
    select given.version_id, owner_id, collected.id, last_run_id, content,
      content_hash || case when content_hash = given.hash then ${withoutCategory} else '' end, changed_at
    from unnest(${ids.map(() => v7())}::uuid[], ${ids}::uuid[], ${[...changed.values()]}::text[])
      as given (version_id, id, hash)
    join collected on collected.id = given.id and collected.owner_id = ${ownerId}
  `.execute(db);
  await forgetOldVersions(db, ownerId, ids);
}

/**
 * Deletes the earlier versions beyond the newest, except those that a product was made or last brought up to date from:
 * a merge compares with them. A source that changes every hour would otherwise fill the disk.
 */
async function forgetOldVersions(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from collected_version as old
    using (
      select id, row_number() over (partition by collected_id order by id desc) as place
      from collected_version where owner_id = ${ownerId} and collected_id = any(${ids}::uuid[])
    ) as newest
    where old.id = newest.id and newest.place > ${versionsKept} and old.owner_id = ${ownerId}
      and not exists (
        select from stored_product as made where made.owner_id = ${ownerId} and made.collected_id = old.collected_id
          and made.source_hash = old.content_hash
      )
  `.execute(db);
}

async function updateChanged(
  db: OwnerDb,
  { ownerId, runId, way }: SaveScope,
  changed: readonly { id: string; snapshot: Snapshot }[],
): Promise<void> {
  await sql`
    update collected
    set ${assignments}, last_run_id = ${runId}::uuid, ways = ${waysOf(way)}::jsonb,
      times_seen = times_seen + 1, changed_at = now()
    from (select * from ${given(
      changed.map(({ id }) => id),
      changed.map(({ snapshot }) => snapshot),
    )} limit ${changed.length}) as given
    where collected.id = given.id and collected.owner_id = ${ownerId}
  `.execute(db);
}

/** All fields were read the same way, which is stored once under `*`. */
function waysOf(way: string | null): string {
  return JSON.stringify(way === null ? {} : { '*': way });
}
