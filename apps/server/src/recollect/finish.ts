import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { endOf } from '../collect/certificate.ts';
import type { CollectRunRow } from '../collect/progress.ts';
import { metBy } from '../collect/saving/met.ts';
import type { OwnerDb } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';
import { alertsOf, type Reported } from './watches/alerts.ts';

/**
 * Counts what a merged run found and what is gone from its source, and creates one notice with everything to report.
 * For a run that found no claimed product, nothing is written. Safe to repeat.
 */
export async function finishRun(db: OwnerDb, run: CollectRunRow): Promise<void> {
  const { owner_id: ownerId, run_id: runId } = run;
  const { seen, edited } = await countMet(db, run);
  const gone = await findGone(db, run);
  if (seen > 0 || gone.length > 0) {
    await sql`
      insert into recollect_run (run_id, owner_id, seen, edited, gone)
      values (${runId}, ${ownerId}, ${seen}, ${edited}, ${gone.length})
      on conflict (run_id) do update set seen = excluded.seen, edited = excluded.edited, gone = excluded.gone
    `.execute(db);
  }
  const reported = await alertsOf(db, ownerId, runId);
  if (reported.wanted?.gone) {
    await saveGone(db, run, reported, gone);
    await saveReturned(db, run, reported);
  }
  await report(db, run);
}

/**
 * Returns how many claimed products a run found, and how many of them were unchanged at the source and edited by
 * people.
 */
async function countMet(db: OwnerDb, run: CollectRunRow): Promise<{ seen: number; edited: number }> {
  const { owner_id: ownerId, run_id: runId } = run;
  const { rows } = await sql<{ seen: number; edited: number }>`
    with met as materialized (
      select collected.product_id, collected.last_run_id = ${runId}::uuid as changed from collected
      where ${claimedOn(run)} and ${source} in (${metBy(ownerId, runId)})
    ), by_people as materialized (
      select distinct product_change.product_id from met
      join product_change on product_change.product_id = met.product_id
      join edit_set on edit_set.id = product_change.edit_set_id
      where product_change.owner_id = ${ownerId} and edit_set.owner_id = ${ownerId}
        and edit_set.kind in ('edited', 'imported')
        and coalesce(cardinality(product_change.undone), 0) < jsonb_array_length(product_change.cells)
    ), merged as materialized (
      select product_change.product_id from edit_set
      join product_change on product_change.edit_set_id = edit_set.id
      where edit_set.owner_id = ${ownerId} and edit_set.run_id = ${runId}
      union select product_id from merge_conflict where owner_id = ${ownerId} and run_id = ${runId}
    )
    select count(*)::integer as seen,
      count(*) filter (where by_people.product_id is not null and merged.product_id is null and not changed)::integer as edited
    from met
    left join by_people on by_people.product_id = met.product_id
    left join merged on merged.product_id = met.product_id
  `.execute(db);
  return rows[0] ?? { seen: 0, edited: 0 };
}

const source = sql`(collected.shop, collected.source_id)`;

function claimedOn({ owner_id, platform }: CollectRunRow) {
  return sql`collected.owner_id = ${owner_id} and collected.platform = ${platform} and collected.product_id is not null`;
}

/**
 * Returns ids of claimed collected products that are no longer at their source: their page is gone; or the whole shop
 * was read completely without them; or the watched store of a marketplace was, and contained them the last time.
 */
async function findGone(db: OwnerDb, run: CollectRunRow): Promise<string[]> {
  const { owner_id: ownerId, run_id: runId } = run;
  const expected = await expectedBy(db, run);
  const { rows } = await sql<{ id: string }>`
    select collected.id from collected
    where ${claimedOn(run)} and collected.url in (
      select address from collect_skip
      where owner_id = ${ownerId} and run_id = ${runId} and code = 'source.gone')
    union
    select collected.id from collected
    left join (${metBy(ownerId, runId)}) as met on met.shop = collected.shop and met.source_id = collected.source_id
    where ${claimedOn(run)} and ${expected} and met.shop is null
    order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Builds the query of what a complete run would have found if it were still there. */
async function expectedBy(db: OwnerDb, run: CollectRunRow): Promise<RawBuilder<unknown>> {
  const { owner_id: ownerId, run_id: runId, scope } = run;
  // A product that left a category or no longer appears in a search may still be sold.
  if (scope !== 'shop' || endOf(run)?.state !== 'complete') {
    return sql`false`;
  }
  const before = await findRunBefore(db, run);
  const metBefore = before === null ? sql`false` : sql`${source} in (${metBy(ownerId, before)})`;
  return sql`(${metBefore} or collected.shop = any(${wholeHosts(run)}) and collected.shop in (
    select shop from (${metBy(ownerId, runId)}) as met))`;
}

/**
 * Returns hosts that were read from their root: a store within a marketplace is only part of what is stored under the
 * marketplace's name.
 */
function wholeHosts({ addresses }: CollectRunRow): string[] {
  const roots = addresses.map((address) => new URL(address)).filter(({ pathname }) => pathname === '/');
  return roots.flatMap(({ host }) => [host, host.startsWith('www.') ? host.slice(4) : `www.${host}`]);
}

/** Returns the last complete run of the same watch. */
async function findRunBefore(db: OwnerDb, { owner_id, run_id }: CollectRunRow): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select earlier.run_id as id from recollect_run
    join recollect_run as earlier on earlier.watch_id = recollect_run.watch_id and earlier.run_id < recollect_run.run_id
    join run on run.id = earlier.run_id
    where recollect_run.owner_id = ${owner_id} and recollect_run.run_id = ${run_id} and earlier.owner_id = ${owner_id}
      and run.state = 'complete'
    order by earlier.run_id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Builds the condition that the last event about a product's presence at its source says that it is gone. */
function knownGone(ownerId: string) {
  return sql`collected.product_id in (
    select product_id from (
      select distinct on (product_id) product_id, kind from source_alert
      where owner_id = ${ownerId} and kind in ('gone', 'back') order by product_id, id desc
    ) as last
    where kind = 'gone')`;
}

async function saveGone(
  db: OwnerDb,
  run: CollectRunRow,
  reported: Reported,
  ids: readonly string[],
): Promise<void> {
  const isNews = sql`collected.id = any(${ids}::uuid[]) and not ${knownGone(run.owner_id)}`;
  await saveOf(db, run, reported, 'gone', isNews);
}

/** Notes products that were gone and were found again. */
async function saveReturned(db: OwnerDb, run: CollectRunRow, reported: Reported): Promise<void> {
  const met = sql`${source} in (${metBy(run.owner_id, run.run_id)})`;
  await saveOf(db, run, reported, 'back', sql`${knownGone(run.owner_id)} and ${met}`);
}

async function saveOf(
  db: OwnerDb,
  run: CollectRunRow,
  { watchId }: Reported,
  kind: 'gone' | 'back',
  which: RawBuilder<unknown>,
): Promise<void> {
  const { owner_id: ownerId, run_id: runId } = run;
  const { rows } = await sql<{ id: string }>`
    select collected.id from collected where ${claimedOn(run)} and ${which} order by id
  `.execute(db);
  await sql`
    insert into source_alert (id, owner_id, kind, product_id, title, image_url, platform, shop, url, watch_id, run_id)
    select given.id, ${ownerId}::uuid, ${kind}, product.id, product.title, product.image_url, collected.platform,
      collected.shop, collected.url, ${watchId}::uuid, ${runId}::uuid
    from unnest(${rows.map(() => v7())}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) as given (id, collected_id)
    join collected on collected.id = given.collected_id and collected.owner_id = ${ownerId}
    join product on product.id = collected.product_id and product.owner_id = ${ownerId}
    on conflict (run_id, product_id, kind) do nothing
  `.execute(db);
}

/** Creates one notice for all alerts that have not been reported yet. */
async function report(db: OwnerDb, { owner_id: ownerId, run_id: runId, shop }: CollectRunRow): Promise<void> {
  const { rows } = await sql<{
    down: number;
    up: number;
    out: number;
    back: number;
    gone: number;
    rejected: number;
    products: number;
  }>`
    with fresh as (
      update source_alert set notified = true where owner_id = ${ownerId} and run_id = ${runId} and not notified
      returning kind, product_id
    )
    select count(*) filter (where kind = 'price-down')::integer as down,
      count(*) filter (where kind = 'price-up')::integer as up,
      count(*) filter (where kind = 'sold-out')::integer as out,
      count(*) filter (where kind = 'back')::integer as back,
      count(*) filter (where kind = 'gone')::integer as gone,
      count(*) filter (where kind = 'rejected')::integer as rejected,
      count(distinct product_id)::integer as products
    from fresh
  `.execute(db);
  const [counts] = rows;
  if (counts && counts.products > 0) {
    await noteNotice(db, {
      ownerId,
      event: 'source-changed',
      subject: runId,
      params: {
        shop: await shopName(db, ownerId, shop),
        ...counts,
        ...(counts.rejected > 0 && { state: 'rejected' }),
      },
      link: '/collect/watches?tab=alerts',
    });
  }
}

/** Returns the name of a shop: its host, or of a supplier of files its own name. */
async function shopName(db: OwnerDb, ownerId: string, shop: string): Promise<string> {
  const supplier = await db
    .selectFrom('file_source')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id::text = ${shop}`)
    .executeTakeFirst();
  return supplier?.name ?? shop;
}
