import { type Drift, type WatchedField, watchedFields } from '@bowerbird/contract/collect/collect';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db, OwnerDb } from '../db/database.ts';
import type { BaselineField, Found, ReaderDriftTable } from '../db/tables/sources.ts';

/** A field counts as usually found after this many products, if at least this share had it. */
const productsMin = 20;
const foundMin = 0.6;
/** A field is lost if less than this part of that share has it now. */
const lostPart = 0.1;
/**
 * Maximum number of products with which a run counts in the baseline, so that the baseline follows a change within some
 * runs.
 */
const rememberedMax = 400;
/** Fields that every shop has: they are expected even of a shop that was never read before. */
const essential: ReadonlySet<WatchedField> = new Set([
  'product',
  'title',
  'description',
  'images',
  'price',
  'currency',
]);
/**
 * A new shop may simply lack other fields; if this many shops, one after another, lack the same field, the reader lost
 * it.
 */
const suspicionsMax = 3;

/**
 * One reader of one shop, as a run used it. `shop` is a keyed hash, so that the installation stores no merchant's
 * sources here.
 */
export interface Reader {
  platform: string;
  way: string;
  shop: string;
}

type Fields = Record<string, BaselineField>;

/** Other counts of products (`found.ts`) depend on the page, not on a reader. */
function isWatched(field: string): boolean {
  return watchedFields.some((watched) => watched === field);
}

/**
 * Compares what a run's reader found with the baseline of this shop, or of its platform if the shop has none; records
 * what the reader no longer finds and what it finds again, and learns from everything else. Returns what is lost, and
 * which of it is newly lost.
 */
export async function judgeReader(
  db: Db | OwnerDb,
  reader: Reader,
  found: Found[string],
): Promise<{ lost: Drift[]; fresh: Drift[] }> {
  // Runs of several workers end at once, each with several readers. The lock per platform prevents deadlocks and lets
  // each add to what the others wrote.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`readers ${reader.platform}`}, 0))`.execute(db);
  const ofShop = await baselineOf(db, reader, reader.shop);
  const known = ofShop ?? (await baselineOf(db, reader, ''));
  const lost: Drift[] = [];
  const suspected: Drift[] = [];
  const again: WatchedField[] = [];
  for (const field of watchedFields) {
    const judged = judge(found[field] ?? [0, 0], known?.[field]);
    if (judged === 'found') {
      again.push(field);
    } else if (judged !== null) {
      const isSure = ofShop !== null || essential.has(field);
      (isSure ? lost : suspected).push({ field, ...judged });
    }
  }
  await closeFound(db, reader, again);
  const knownBy = ofShop === null ? 'platform' : 'shop';
  const fresh = await openLost(db, reader, lost, knownBy);
  await openLost(db, reader, suspected, 'suspicion');
  const sure = await confirmSuspicions(db, reader, suspected);
  const but = (...left: readonly Drift[][]): Found[string] => {
    const out = new Set<string>(left.flat().map(({ field }) => field));
    return Object.fromEntries(Object.entries(found).filter(([field]) => isWatched(field) && !out.has(field)));
  };
  await learn(db, reader, reader.shop, but(lost, sure));
  await learn(db, reader, '', but(lost, suspected));
  return { lost: [...lost, ...sure], fresh: [...fresh, ...sure] };
}

/** Returns the shares of a field that is lost; `found` if it is there; null if nothing can be said. */
function judge(
  [could, was]: readonly [number, number],
  before: BaselineField | undefined,
): 'found' | Pick<Drift, 'before' | 'now'> | null {
  const now = was / Math.max(1, could);
  const isKnown = before !== undefined && before.products >= productsMin && before.share >= foundMin;
  if (isKnown && could >= productsMin && now < before.share * lostPart) {
    return { before: rounded(before.share), now: rounded(now) };
  }
  return was > 0 ? 'found' : null;
}

async function baselineOf(db: Db | OwnerDb, { platform, way }: Reader, shop: string): Promise<Fields | null> {
  const row = await db
    .selectFrom('reader_baseline')
    .select('fields')
    .where('platform', '=', platform)
    .where('way', '=', way)
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row?.fields ?? null;
}

/** Updates a moving share: recent products weigh most, whatever a single run contains. */
async function learn(
  db: Db | OwnerDb,
  { platform, way }: Reader,
  shop: string,
  learnt: Found[string],
): Promise<void> {
  if (Object.keys(learnt).length === 0) {
    return;
  }
  const fields: Fields = { ...(await baselineOf(db, { platform, way, shop }, shop)) };
  for (const [field, [could, was]] of Object.entries(learnt)) {
    const before = fields[field] ?? { share: 0, products: 0 };
    const [kept, added] = [Math.min(before.products, rememberedMax), Math.min(could, rememberedMax)];
    const share = (before.share * kept + (was / Math.max(1, could)) * added) / Math.max(1, kept + added);
    fields[field] = { share, products: Math.min(before.products + could, 1_000_000) };
  }
  const json = JSON.stringify(fields);
  await db
    .insertInto('reader_baseline')
    .values({ platform, way, shop, fields: json, runs: 1 })
    .onConflict((conflict) =>
      conflict.columns(['platform', 'way', 'shop']).doUpdateSet({
        fields: json,
        runs: sql<number>`reader_baseline.runs + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** Closes the drift of what is found again: in this shop, and where the platform's baseline was used for a shop. */
async function closeFound(
  db: Db | OwnerDb,
  { platform, way, shop }: Reader,
  fields: readonly WatchedField[],
): Promise<void> {
  if (fields.length === 0) {
    return;
  }
  await sql`
    update reader_drift set closed_at = now()
    where platform = ${platform} and way = ${way} and field = any(${fields}::text[]) and closed_at is null
      and (shop = ${shop} or known_by = 'platform')
  `.execute(db);
  await sql`
    delete from reader_drift
    where platform = ${platform} and way = ${way} and field = any(${fields}::text[]) and known_by = 'suspicion'
  `.execute(db);
}

/** Records what is lost; returns what was not open already. */
async function openLost(
  db: Db | OwnerDb,
  { platform, way, shop }: Reader,
  lost: readonly Drift[],
  knownBy: ReaderDriftTable['known_by'],
): Promise<Drift[]> {
  const fresh: Drift[] = [];
  for (const each of lost) {
    const { rows } = await sql<{ fresh: boolean }>`
      insert into reader_drift (id, platform, way, shop, field, known_by, before, now)
      values (${v7()}, ${platform}, ${way}, ${shop}, ${each.field}, ${knownBy}, ${each.before}, ${each.now})
      on conflict (platform, way, shop, field) where closed_at is null
        do update set runs = reader_drift.runs + 1, now = excluded.now, seen_at = now()
      returning runs = 1 as fresh
    `.execute(db);
    if (rows[0]?.fresh) {
      fresh.push(each);
    }
  }
  return fresh;
}

/** Confirms suspected losses that enough shops share; returns those of this run. */
async function confirmSuspicions(
  db: Db | OwnerDb,
  { platform, way }: Reader,
  suspected: readonly Drift[],
): Promise<Drift[]> {
  const sure: Drift[] = [];
  for (const each of suspected) {
    const { rows } = await sql<{ suspicions: number }>`
      select count(*)::integer as suspicions from reader_drift
      where platform = ${platform} and way = ${way} and field = ${each.field} and known_by = 'suspicion'
    `.execute(db);
    if ((rows[0]?.suspicions ?? 0) >= suspicionsMax) {
      await sql`
        update reader_drift set known_by = 'platform'
        where platform = ${platform} and way = ${way} and field = ${each.field} and known_by = 'suspicion'
      `.execute(db);
      sure.push(each);
    }
  }
  return sure;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
