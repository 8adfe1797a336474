import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { endOf } from '../collect/certificate.ts';
import type { CollectRunRow } from '../collect/progress.ts';
import type { OwnerDb } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';
import { alertsOf, type Told } from './alerts.ts';

/**
 * Counts what a merged run met and what is gone from its source, and notes one notice of everything there is to tell. Of
 * a run that met nothing claimed nothing is written. Safe to repeat.
 */
export async function finishRun(db: OwnerDb, run: CollectRunRow): Promise<void> {
  const { owner_id: ownerId, run_id: runId } = run;
  const { rows } = await sql<{ seen: number }>`
    select count(*)::integer as seen from collected
    where ${claimedOn(run)} and ${sourceKey} in (${metBy(ownerId, runId)})
  `.execute(db);
  const seen = rows[0]?.seen ?? 0;
  const gone = await findGone(db, run);
  if (seen > 0 || gone.length > 0) {
    await sql`
      insert into recollect_run (run_id, owner_id, seen, gone) values (${runId}, ${ownerId}, ${seen}, ${gone.length})
      on conflict (run_id) do update set seen = excluded.seen, gone = excluded.gone
    `.execute(db);
  }
  const told = await alertsOf(db, ownerId, runId);
  if (told.wanted?.gone) {
    await saveGone(db, run, told, gone);
    await saveReturned(db, run, told);
  }
  await tell(db, run);
}

const sourceKey = sql`collected.shop || ' ' || collected.source_id`;

function claimedOn({ owner_id, platform }: CollectRunRow) {
  return sql`collected.owner_id = ${owner_id} and collected.platform = ${platform} and collected.product_id is not null`;
}

function metBy(ownerId: string, runId: string) {
  return sql`select unnest(source_ids) from collect_batch where owner_id = ${ownerId} and run_id = ${runId}`;
}

/**
 * Ids of claimed collected products that are no longer at their source: their page is gone; or the whole shop was read,
 * completely, without them; or the watched category was, and had them the last time.
 */
async function findGone(db: OwnerDb, run: CollectRunRow): Promise<string[]> {
  const { owner_id: ownerId, run_id: runId, scope } = run;
  const missed: RawBuilder<unknown>[] = [
    sql`collected.url in (
      select address from collect_skip
      where owner_id = ${ownerId} and run_id = ${runId} and code = 'source.gone')`,
  ];
  if (endOf(run)?.state === 'complete') {
    const notMet = sql`${sourceKey} not in (${metBy(ownerId, runId)})`;
    if (scope === 'shop') {
      missed.push(sql`(${notMet} and collected.shop in (
        select distinct split_part(source, ' ', 1) from (${metBy(ownerId, runId)}) as met (source)))`);
    }
    if (scope === 'category' || scope === 'search') {
      const before = await findRunBefore(db, run);
      missed.push(
        before === null ? sql`false` : sql`(${notMet} and ${sourceKey} in (${metBy(ownerId, before)}))`,
      );
    }
  }
  const { rows } = await sql<{ id: string }>`
    select collected.id from collected where ${claimedOn(run)} and (${sql.join(missed, sql` or `)}) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The last run of the same watch that read everything. */
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

/** The last thing told of whether a product is at its source was that it is gone. */
const knownGone = sql`(
  select kind from source_alert as last
  where last.product_id = collected.product_id and last.kind in ('gone', 'back') order by last.id desc limit 1
) is not distinct from 'gone'`;

async function saveGone(db: OwnerDb, run: CollectRunRow, told: Told, ids: readonly string[]): Promise<void> {
  await saveOf(db, run, told, 'gone', sql`collected.id = any(${ids}::uuid[]) and not ${knownGone}`);
}

/** What was gone, and was met again. */
async function saveReturned(db: OwnerDb, run: CollectRunRow, told: Told): Promise<void> {
  const met = sql`${sourceKey} in (${metBy(run.owner_id, run.run_id)})`;
  await saveOf(db, run, told, 'back', sql`${knownGone} and ${met}`);
}

async function saveOf(
  db: OwnerDb,
  run: CollectRunRow,
  { watchId }: Told,
  kind: 'gone' | 'back',
  which: RawBuilder<unknown>,
): Promise<void> {
  const { owner_id: ownerId, run_id: runId } = run;
  const { rows } = await sql<{ id: string }>`
    select collected.id from collected where ${claimedOn(run)} and ${which} order by id
  `.execute(db);
  await sql`
    insert into source_alert (id, owner_id, kind, product_id, title, picture_url, platform, shop, url, watch_id, run_id)
    select given.id, ${ownerId}::uuid, ${kind}, product.id, product.title, product.picture_url, collected.platform,
      collected.shop, collected.url, ${watchId}::uuid, ${runId}::uuid
    from unnest(${rows.map(() => v7())}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) as given (id, collected_id)
    join collected on collected.id = given.collected_id and collected.owner_id = ${ownerId}
    join product on product.id = collected.product_id and product.owner_id = ${ownerId}
    on conflict (run_id, product_id, kind) do nothing
  `.execute(db);
}

/** One notice for all that nobody was told of yet. */
async function tell(db: OwnerDb, { owner_id: ownerId, run_id: runId, shop }: CollectRunRow): Promise<void> {
  const { rows } = await sql<{
    down: number;
    up: number;
    out: number;
    back: number;
    gone: number;
    products: number;
  }>`
    with fresh as (
      update source_alert set told = true where owner_id = ${ownerId} and run_id = ${runId} and not told
      returning kind, product_id
    )
    select count(*) filter (where kind = 'price-down')::integer as down,
      count(*) filter (where kind = 'price-up')::integer as up,
      count(*) filter (where kind = 'sold-out')::integer as out,
      count(*) filter (where kind = 'back')::integer as back,
      count(*) filter (where kind = 'gone')::integer as gone,
      count(distinct product_id)::integer as products
    from fresh
  `.execute(db);
  const [counts] = rows;
  if (counts && counts.products > 0) {
    await noteNotice(db, {
      ownerId,
      event: 'source-changed',
      subject: runId,
      params: { shop, ...counts },
      link: '/collect/watches',
    });
  }
}
