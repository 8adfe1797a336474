import type { AppError } from '@bowerbird/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { takeQuota } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import { listMark, type Reading, sourceKey } from './collected-columns.ts';

export interface SavedAs {
  added: number;
  changed: number;
  unchanged: number;
  /** New ones that the merchant's plan had no room for, and are not saved. */
  over?: { left: Reading[]; why: AppError };
}

/** Of whom, by which run, and by which way all fields of these were read. */
export interface SaveScope {
  ownerId: string;
  runId: string;
  platform: string;
  way: string | null;
}

/**
 * Saves what was read, each source product once. One that reads as it did before costs no write; one that reads
 * otherwise keeps its earlier reading as a version. New ones count towards the merchant's plan. Safe to repeat.
 */
export async function saveProducts(
  db: OwnerDb,
  scope: SaveScope,
  readings: readonly Reading[],
): Promise<SavedAs> {
  const known = await findKnown(db, scope, readings);
  const fresh: Reading[] = [];
  const changed: { id: string; reading: Reading }[] = [];
  for (const reading of readings) {
    const before = known.get(sourceKey(reading));
    if (!before) {
      fresh.push(reading);
    } else if (before.hash !== reading.content_hash || (!before.categorised && reading.category !== null)) {
      changed.push({ id: before.id, reading });
    }
  }
  const { taken: room, reached } = await takeQuota(db, scope.ownerId, 'collected-per-month', fresh.length);
  const left = fresh.splice(room);
  if (fresh.length > 0) {
    await insertFresh(db, scope, fresh);
  }
  if (changed.length > 0) {
    const known = new Map(changed.map(({ id, reading }) => [id, reading.content_hash]));
    await renameSources(db, scope, known);
    await keepVersions(db, scope, known);
    await updateChanged(db, scope, changed);
  }
  return {
    added: fresh.length,
    changed: changed.length,
    unchanged: readings.length - left.length - fresh.length - changed.length,
    ...(reached && { over: { left, why: reached } }),
  };
}

async function findKnown(db: OwnerDb, { ownerId, platform }: SaveScope, readings: readonly Reading[]) {
  const { rows } = await sql<{
    id: string;
    shop: string;
    source_id: string;
    content_hash: string;
    category: string | null;
  }>`
    select id, shop, source_id, content_hash, category from collected
    where owner_id = ${ownerId} and platform = ${platform}
      and shop = any(${[...new Set(readings.map(({ shop }) => shop))]})
      and source_id = any(${readings.map((reading) => reading.source_id)})
  `.execute(db);
  return new Map(
    rows.map((row) => [
      sourceKey(row),
      { id: row.id, hash: row.content_hash, categorised: row.category !== null },
    ]),
  );
}

const columnTypes: Record<Exclude<keyof Reading, 'content'>, string> = {
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
  picture_count: 'integer',
  picture_url: 'text',
  category: 'text',
  fingerprint: 'text',
  search: 'text',
  bigrams: 'text',
  traits: 'text',
};
const listed = Object.keys(columnTypes) as (keyof typeof columnTypes)[];
const names = [...listed, 'content'] as const;
const nameList = sql.join(names.map((name) => sql.ref(name)));
const taken: Partial<Record<keyof Reading, RawBuilder<unknown>>> = {
  bigrams: sql`string_to_array(given.bigrams, ' ')`,
  traits: sql`string_to_array(given.traits, ${listMark})`,
  content: sql`given.content::json`,
};
const takenAs = (name: keyof Reading) => taken[name] ?? sql.ref(`given.${name}`);
const takenList = sql.join(names.map(takenAs));

/** Read again without a category, as a whole shop's feed gives it, a product stays in the one it was met in before. */
const kept: Partial<Record<keyof Reading, RawBuilder<unknown>>> = {
  category: sql`coalesce(given.category, collected.category)`,
  content: sql`case when given.category is null and collected.category is not null
    then jsonb_set(given.content::jsonb, '{categories}', collected.content::jsonb -> 'categories')::json
    else given.content::json end`,
};
const assignments = sql.join(names.map((name) => sql`${sql.ref(name)} = ${kept[name] ?? takenAs(name)}`));

/**
 * The readings as a table named `given`, with their ids. A column travels as a list, the contents as the lines of one
 * text: a list is taken apart sign by sign on both sides, and JSON text holds no line break of its own.
 */
function given(ids: string[], readings: readonly Reading[]) {
  const lists = listed.map(
    (name) => sql`${readings.map((reading) => reading[name])}::${sql.raw(columnTypes[name])}[]`,
  );
  const contents = readings.map(({ content }) => content).join('\n');
  return sql`rows from (
    unnest(${ids}::uuid[], ${sql.join(lists)}),
    string_to_table(${contents}, e'\n')
  ) as given (id, ${nameList})`;
}

async function insertFresh(
  db: OwnerDb,
  { ownerId, runId, platform, way }: SaveScope,
  fresh: readonly Reading[],
): Promise<void> {
  await sql`
    with saved as (
    insert into collected (id, owner_id, platform, first_run_id, last_run_id, ways, ${nameList})
    select given.id, ${ownerId}::uuid, ${platform}, ${runId}::uuid, ${runId}::uuid, ${waysOf(way)}::jsonb, ${takenList}
    from ${given(
      fresh.map(() => v7()),
      fresh,
    )}
    on conflict (owner_id, platform, shop, source_id) do nothing
    returning id
    )
    insert into unlikened (owner_id, collected_id) select ${ownerId}::uuid, id from saved
  `.execute(db);
}

/**
 * A reading that differs from the one before by its category alone has the same hash: as an earlier reading that one goes by
 * another, with the products that hold it, so that they are seen to be behind.
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
}

async function updateChanged(
  db: OwnerDb,
  { ownerId, runId, way }: SaveScope,
  changed: readonly { id: string; reading: Reading }[],
): Promise<void> {
  await sql`
    update collected
    set ${assignments}, last_run_id = ${runId}::uuid, ways = ${waysOf(way)}::jsonb,
      times_seen = times_seen + 1, changed_at = now()
    from ${given(
      changed.map(({ id }) => id),
      changed.map(({ reading }) => reading),
    )}
    where collected.id = given.id and collected.owner_id = ${ownerId}
  `.execute(db);
}

/** All fields came by one way, told once under `*`. */
function waysOf(way: string | null): string {
  return JSON.stringify(way === null ? {} : { '*': way });
}
