import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { Fault } from '@bowerbird/contract/runs';
import type { Json } from '@bowerbird/platforms/context';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { StoreCategoryTreeTable } from '../../db/tables/rules.ts';
import type { CategoryEntry } from './paths.ts';

export type TreeRow = Selectable<StoreCategoryTreeTable> & { isReading: boolean };

/** A reading without a sign of life for this long has ended with its process. */
const leaseSeconds = 90;
const leased = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

/** Returns what is known of a shop's categories; undefined if they were never read. */
export async function findTree(db: OwnerDb, ownerId: string, shopId: string): Promise<TreeRow | undefined> {
  return await db
    .selectFrom('store_category_tree')
    .selectAll()
    .select(sql<boolean>`coalesce(reading_until > now(), false)`.as('isReading'))
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
}

/** Claims the reading of a shop's categories; null while another process reads them. */
export async function beginReading(db: OwnerDb, ownerId: string, shopId: string): Promise<string | null> {
  const readingId = v7();
  const begun = {
    reading_id: readingId,
    reading_since: sql<Date>`now()`,
    reading_until: leased,
    read_count: 0,
    failure: null,
    failed_at: null,
  };
  const row = await db
    .insertInto('store_category_tree')
    .values({ shop_id: shopId, owner_id: ownerId, ...begun })
    .onConflict((conflict) =>
      conflict
        .column('shop_id')
        .doUpdateSet(begun)
        .where('store_category_tree.owner_id', '=', ownerId)
        .where(sql<boolean>`coalesce(store_category_tree.reading_until <= now(), true)`),
    )
    .returning('shop_id')
    .executeTakeFirst();
  return row ? readingId : null;
}

/** Identifies one reading of one shop. */
export interface Reading {
  ownerId: string;
  shopId: string;
  readingId: string;
}

/** Records how far a reading is, and that it is alive. */
export async function keepProgress(db: OwnerDb, reading: Reading, count: number): Promise<void> {
  await ofReading(db, reading).set({ read_count: count, reading_until: leased }).execute();
}

/** Ends a reading with the store's categories. */
export async function keepTree(
  db: OwnerDb,
  reading: Reading,
  tree: { categories: readonly CategoryEntry[]; isComplete: boolean; details: Record<string, Json> | null },
): Promise<void> {
  await ofReading(db, reading)
    .set({
      categories: jsonText(tree.categories),
      is_complete: tree.isComplete,
      read_at: sql<Date>`now()`,
      reading_until: null,
    })
    .execute();
  if (tree.details !== null) {
    await db
      .updateTable('shop')
      .set({
        capabilities: sql<string>`jsonb_set(capabilities, '{details}',
          coalesce(capabilities -> 'details', '{}'::jsonb) || ${jsonText(tree.details)}::jsonb)`,
      })
      .where('owner_id', '=', reading.ownerId)
      .where('id', '=', reading.shopId)
      .where('capabilities', 'is not', null)
      .execute();
  }
}

/** Ends a reading that failed; the earlier result is kept. */
export async function keepFailure(db: OwnerDb, reading: Reading, failure: Fault): Promise<void> {
  await ofReading(db, reading)
    .set({ failure: jsonText(failure), failed_at: sql<Date>`now()`, reading_until: null })
    .execute();
}

function ofReading(db: OwnerDb, { ownerId, shopId, readingId }: Reading) {
  return db
    .updateTable('store_category_tree')
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where('reading_id', '=', readingId);
}

/** The category chosen for a source's category; `from` is empty for products without one. */
interface Choice {
  from: string[];
  to: string[];
}

/** Most choices that are remembered of a shop; those that were made longest ago are forgotten. */
const rememberedMax = 5000;

/** Remembers where these rules put categories for a shop; what `before` already contained is no new choice. */
export async function rememberChoices(
  db: OwnerDb,
  ownerId: string,
  shopIds: readonly string[],
  { rules, before }: { rules: ListingRules; before: ListingRules | null },
): Promise<void> {
  const former = new Set(before === null ? [] : choicesIn(before).map(keyOf));
  const byKey = new Map(choicesIn(rules).map((choice) => [keyOf(choice), choice]));
  const chosen = [...byKey].flatMap(([key, choice]) => (former.has(key) ? [] : [choice]));
  if (chosen.length === 0 || shopIds.length === 0) {
    return;
  }
  const rows = chosen.map(({ from, to }) => ({
    from_key: pathKey(from),
    to_key: pathKey(to),
    from_path: from,
    to_path: to,
  }));
  await sql`
    insert into store_category_choice (owner_id, shop_id, from_key, to_key, from_path, to_path)
    select ${ownerId}, shop_id, from_key, to_key, from_path, to_path
    from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as one (from_key text, to_key text, from_path jsonb, to_path jsonb)
    cross join unnest(${shopIds}::uuid[]) as shop_id
    on conflict (shop_id, from_key, to_key) do update
      set times = store_category_choice.times + 1, chosen_at = now(), to_path = excluded.to_path
  `.execute(db);
  await sql`
    delete from store_category_choice where owner_id = ${ownerId} and (shop_id, from_key, to_key) in (
      select shop_id, from_key, to_key from unnest(${shopIds}::uuid[]) as one (id), lateral (
        select * from store_category_choice where owner_id = ${ownerId} and shop_id = one.id
        order by chosen_at desc offset ${rememberedMax}) as former)
  `.execute(db);
}

function choicesIn({ categories: { map, otherwise } }: ListingRules): Choice[] {
  const mapped = map.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]));
  return otherwise === null ? mapped : [...mapped, { from: [], to: otherwise }];
}

function keyOf({ from, to }: Choice): string {
  return `${pathKey(from)} ${pathKey(to)}`;
}

/** Returns what source categories were mapped to in this shop, the last choice first. */
export async function findChoices(db: OwnerDb, ownerId: string, shopId: string): Promise<Choice[]> {
  const rows = await db
    .selectFrom('store_category_choice')
    .select(['from_path', 'to_path'])
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where('from_key', '<>', pathKey([]))
    .orderBy('chosen_at', 'desc')
    .orderBy('times', 'desc')
    .limit(rememberedMax)
    .execute();
  return rows.map(({ from_path, to_path }) => ({ from: from_path, to: to_path }));
}

/** A category that a merchant chose for a shop: how often in total, and when last. */
export interface Chosen {
  path: string[];
  times: number;
  lastAt: Date;
}

/**
 * Returns the shop's categories that were chosen most recently and most often: the weight of a choice halves every
 * thirty days.
 */
export async function findChosen(db: OwnerDb, ownerId: string, shopId: string): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    select (array_agg(to_path order by chosen_at desc))[1] as path, sum(times)::integer as times,
      max(chosen_at) as "lastAt"
    from store_category_choice
    where owner_id = ${ownerId} and shop_id = ${shopId}
    group by to_key
    order by sum(times * power(0.5, extract(epoch from now() - chosen_at) / (30 * 86400))) desc,
      max(chosen_at) desc, to_key
    limit 20
  `.execute(db);
  return rows;
}
