import type { Language } from '@bowerbird/contract/account/account';
import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { namesOf } from '../runs/names.ts';
import { getRun, toRun } from '../runs/runs.ts';
import { certificateOf } from './certificate.ts';
import { promisedOf } from './figures.ts';
import { getCollectRun } from './progress.ts';

/** Most addresses that are returned. */
const addressesMax = 200;
const recentMax = 6;

/** Returns a collecting run in its current state. */
export async function getLiveRun(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  language: Language,
): Promise<CollectRun> {
  const run = await getRun(db, ownerId, runId);
  const row = await getCollectRun(db, ownerId, runId);
  const names = await namesOf(db, ownerId, run.created_by ? [run.created_by] : []);
  const seconds = run.worked_ms / 1000;
  const certificate = certificateOf(row, language);
  return {
    run: toRun(run, { createdBy: run.created_by ? (names.get(run.created_by) ?? null) : null }),
    platform: row.platform,
    shop: row.shop,
    scope: row.scope,
    addresses: row.addresses.slice(0, addressesMax),
    figures: {
      got: row.got,
      unchanged: row.unchanged,
      skipped: row.skipped,
      variants: row.variants,
      images: row.images,
      promised: promisedOf(row.promised),
      perSecond: row.got > 0 && seconds > 0 ? row.got / seconds : null,
      requests: row.requests,
    },
    promisedBy: row.promised,
    slices: row.slices,
    ways: row.ways,
    skippedByReason: certificate ? byReason(certificate.skipped) : await countReasons(db, ownerId, runId),
    recent: await findRecent(db, ownerId, runId),
    certificate,
    drift: row.drift,
  };
}

function byReason(skipped: readonly { code: string; address: string }[]): CollectRun['skippedByReason'] {
  return [...Map.groupBy(skipped, ({ code }) => code)].map(([code, of]) => ({
    code,
    count: of.length,
    first: of[0]?.address ?? '',
  }));
}

async function countReasons(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<CollectRun['skippedByReason']> {
  const { rows } = await sql<CollectRun['skippedByReason'][number]>`
    select code, count(*)::integer as count, (array_agg(address order by id))[1] as first from collect_skip
    where owner_id = ${ownerId} and run_id = ${runId} group by code order by count desc
  `.execute(db);
  return rows;
}

/** Returns the products that this run collected last, newest first, both written and unchanged ones. */
async function findRecent(db: OwnerDb, ownerId: string, runId: string): Promise<CollectRun['recent']> {
  const { rows } = await sql<CollectRun['recent'][number]>`
    select collected.id, title, image_url as "imageUrl", price_min::text as price, currency, variant_count as variants
    from (
      select seq, place, split_part(source, ' ', 1) as shop, substr(source, strpos(source, ' ') + 1) as source_id
      from (
        select seq, source_ids from collect_batch
        where owner_id = ${ownerId} and run_id = ${runId} and source_ids <> '{}' order by seq desc limit ${recentMax}
      ) as newest, unnest(source_ids) with ordinality as listed (source, place)
      order by seq desc, place desc limit ${recentMax}
    ) as last
    join collect_run on collect_run.run_id = ${runId}
    join collected on collected.owner_id = ${ownerId} and collected.platform = collect_run.platform
      and collected.shop = last.shop and collected.source_id = last.source_id
    order by last.seq desc, last.place desc
  `.execute(db);
  return rows;
}
