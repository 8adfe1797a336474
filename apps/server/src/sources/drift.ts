import { type Drift, type WatchedField, watchedFields } from '@bowerbird/contract/collect';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db, OwnerDb } from '../db/database.ts';
import type { BaselineField, Found, ReaderDriftTable } from '../db/tables/sources.ts';

/** A field counts as known to be found from so many products on, of which so large a share had it. */
const productsMin = 20;
const foundMin = 0.6;
/** It is lost where less than this part of that share has it now. */
const lostPart = 0.1;
/** A run counts in what is known by as many products at most, so that it follows a change within some runs. */
const rememberedMax = 400;
/** Fields that every shop has: a shop that nobody read before is held to them, too. */
const essential: ReadonlySet<WatchedField> = new Set([
  'product',
  'title',
  'description',
  'pictures',
  'price',
  'currency',
]);
/** Of other fields a new shop may simply have none; where so many lack one, each after the other, the reader does. */
const doubtsMax = 3;

/** One reader of one shop, as a run used it. `shop` is a keyed hash, so that the house keeps no merchant's sources. */
export interface Reader {
  platform: string;
  way: string;
  shop: string;
}

type Fields = Record<string, BaselineField>;

/** What else is counted of products (`found.ts`) is the page's doing, and no reader's. */
function isWatched(field: string): boolean {
  return watchedFields.some((watched) => watched === field);
}

/**
 * Compares what a run's reader found with what it is known to find, in this shop where that is known and else on its
 * platform; writes down what it finds no more and what it finds again, and learns from all the rest. Answers what is lost,
 * and which of it nobody knew of before.
 */
export async function judgeReader(
  db: Db | OwnerDb,
  reader: Reader,
  found: Found[string],
): Promise<{ lost: Drift[]; fresh: Drift[] }> {
  // Runs of several workers end at once, each with several readers: platform by platform, so that none waits for one that
  // waits for it, and each adds to what the other wrote.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`readers ${reader.platform}`}, 0))`.execute(db);
  const ofShop = await baselineOf(db, reader, reader.shop);
  const known = ofShop ?? (await baselineOf(db, reader, ''));
  const lost: Drift[] = [];
  const doubted: Drift[] = [];
  const again: WatchedField[] = [];
  for (const field of watchedFields) {
    const judged = judge(found[field] ?? [0, 0], known?.[field]);
    if (judged === 'found') {
      again.push(field);
    } else if (judged !== null) {
      const isSure = ofShop !== null || essential.has(field);
      (isSure ? lost : doubted).push({ field, ...judged });
    }
  }
  await closeFound(db, reader, again);
  const knownBy = ofShop === null ? 'platform' : 'shop';
  const fresh = await openLost(db, reader, lost, knownBy);
  await openLost(db, reader, doubted, 'doubt');
  const sure = await confirmDoubts(db, reader, doubted);
  const but = (...left: readonly Drift[][]): Found[string] => {
    const out = new Set<string>(left.flat().map(({ field }) => field));
    return Object.fromEntries(Object.entries(found).filter(([field]) => isWatched(field) && !out.has(field)));
  };
  await learn(db, reader, reader.shop, but(lost, sure));
  await learn(db, reader, '', but(lost, doubted));
  return { lost: [...lost, ...sure], fresh: [...fresh, ...sure] };
}

/** The shares of a field that is lost; `found` where it is there; null where nothing can be said. */
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

/** A moving share: what came lately weighs most, whatever a single run holds. */
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

/** What is found again is drift no more: in this shop, and wherever the platform stood for a shop. */
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
    where platform = ${platform} and way = ${way} and field = any(${fields}::text[]) and known_by = 'doubt'
  `.execute(db);
}

/** Writes down what is lost; answers what was not open already. */
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

/** Doubts that enough shops share are none any more; answers those of this run. */
async function confirmDoubts(
  db: Db | OwnerDb,
  { platform, way }: Reader,
  doubted: readonly Drift[],
): Promise<Drift[]> {
  const sure: Drift[] = [];
  for (const each of doubted) {
    const { rows } = await sql<{ doubts: number }>`
      select count(*)::integer as doubts from reader_drift
      where platform = ${platform} and way = ${way} and field = ${each.field} and known_by = 'doubt'
    `.execute(db);
    if ((rows[0]?.doubts ?? 0) >= doubtsMax) {
      await sql`
        update reader_drift set known_by = 'platform'
        where platform = ${platform} and way = ${way} and field = ${each.field} and known_by = 'doubt'
      `.execute(db);
      sure.push(each);
    }
  }
  return sure;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
