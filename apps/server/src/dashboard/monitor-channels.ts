import type { MonitorChannel } from '@bowerbird/contract/figures/monitor';
import type { Fault, RunState } from '@bowerbird/contract/runs';
import type { Throttle } from '@bowerbird/platforms/listing/store/access';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { healthOf } from './monitor-health.ts';

/** Seconds over which a store's rate is measured; a source's rate, which comes in batches, is measured over more. */
const paceSeconds = 10;
const batchSeconds = 120;

interface StoreRow {
  key: string;
  name: string;
  platform: string;
  connected: 'ready' | 'lost' | 'checking' | 'rights-missing';
  connectionFault: Fault | null;
  throttle: (Throttle & { seenAt: string }) | null;
  runs: number;
  runId: string | null;
  state: RunState | null;
  fault: Fault | null;
  goesOnAt: Date | null;
  limitUsed: number | null;
  waiting: number;
  decided: number;
}

/** Returns one entry for each store of the owner, active ones first. */
export async function findStoreChannels(db: OwnerDb, ownerId: string, now: Date): Promise<MonitorChannel[]> {
  const { rows } = await sql<StoreRow>`
    select store.id as key, store.name, shop.platform, store.state as connected, store.fault as "connectionFault",
      shop.throttle, coalesce(open.runs, 0) as runs, open.run_id as "runId", open.state, open.fault,
      open.goes_on_at as "goesOnAt", open.limit_used as "limitUsed", coalesce(open.waiting, 0) as waiting,
      coalesce(lately.decided, 0) as decided
    from store join shop on shop.id = store.shop_id
    left join lateral (
      select count(*)::integer as runs, sum(waiting)::integer as waiting,
        (array_agg(first.run_id order by first.rank, first.run_id))[1] as run_id,
        (array_agg(first.state order by first.rank, first.run_id))[1] as state,
        (array_agg(first.fault order by first.rank, first.run_id))[1] as fault,
        (array_agg(first.goes_on_at order by first.rank, first.run_id))[1] as goes_on_at,
        (array_agg(first.limit_used order by first.rank, first.run_id))[1] as limit_used
      from (
        select store_job.run_id, store_job.fault, store_job.limit_used, store_job.goes_on_at,
          case when run.state = 'running' then store_job.state else run.state end as state,
          case store_job.state when 'running' then 0 when 'held' then 1 else 2 end as rank,
          (select count(*) from listing_item as item
            where item.owner_id = ${ownerId} and item.run_id = store_job.run_id and item.shop_id = store_job.shop_id
              and item.state not in ('listed', 'refused', 'conflict', 'gone', 'cancelled')) as waiting
        from listing_store_job as store_job join run on run.id = store_job.run_id
        where store_job.owner_id = ${ownerId} and store_job.store_id = store.id and store_job.state in ('waiting', 'running', 'held')
          and run.state not in ('complete', 'partial', 'failed', 'cancelled')
      ) as first
    ) as open on true
    left join (
      select store_id, count(*)::integer as decided from listing_item
      where owner_id = ${ownerId} and listing_id is not null and at > now() - make_interval(secs => ${paceSeconds})
        and state in ('listed', 'refused', 'conflict') group by store_id
    ) as lately on lately.store_id = store.id
    where store.owner_id = ${ownerId} and store.removed_at is null
    order by coalesce(open.runs, 0) = 0, store.name, store.id
  `.execute(db);
  return rows.map((row) => toStoreChannel(row, now));
}

function toStoreChannel(row: StoreRow, now: Date): MonitorChannel {
  const { key, name, platform, runs, runId, waiting, decided } = row;
  const broken = row.connected === 'lost' || row.connected === 'rights-missing';
  const state = row.state ?? 'idle';
  const limitUsed = state === 'running' && row.limitUsed !== null ? row.limitUsed : usedOf(row.throttle, now);
  return {
    what: 'store',
    key,
    name,
    platform,
    runs,
    runId,
    state,
    perSecond: decided / paceSeconds,
    limitUsed,
    waiting,
    goesOnAt: row.goesOnAt?.toISOString() ?? null,
    fault: broken ? (row.connectionFault ?? row.fault) : row.fault,
    health: broken ? 'act' : healthOf(state, row.goesOnAt),
  };
}

/** Returns the used part of a limit as last reported, minus what has been refilled since; 0 to 100. */
function usedOf(throttle: StoreRow['throttle'], now: Date): number | null {
  if (throttle === null || throttle.maximumAvailable <= 0) {
    return null;
  }
  const seconds = Math.max(0, now.getTime() - Date.parse(throttle.seenAt)) / 1000;
  const left = Math.min(
    throttle.maximumAvailable,
    throttle.currentlyAvailable + seconds * throttle.restoreRate,
  );
  return Math.round((1 - left / throttle.maximumAvailable) * 100);
}

interface SourceRow {
  host: string;
  platform: string;
  runs: number;
  runId: string;
  state: RunState;
  fault: Fault | null;
  goesOnAt: Date | null;
  waiting: number | null;
  got: number;
  /** Since the oldest of its runs began, at most `batchSeconds`. */
  seconds: number;
}

/** Returns one entry for each source that is being collected from, or waits to be. */
export async function findSourceChannels(db: OwnerDb, ownerId: string): Promise<MonitorChannel[]> {
  const { rows } = await sql<SourceRow>`
    select shop as host, platform, count(*)::integer as runs,
      (array_agg(id order by rank, id))[1] as "runId", (array_agg(state order by rank, id))[1] as state,
      (array_agg(fault order by rank, id))[1] as fault, (array_agg(goes_on_at order by rank, id))[1] as "goesOnAt",
      sum(greatest(0, total - done - failed))::integer as waiting, sum(got)::integer as got,
      greatest(1, least(${batchSeconds}, max(seconds)))::float8 as seconds
    from (
      select collect_run.shop, collect_run.platform, run.id, run.state, run.fault, run.goes_on_at, run.total, run.done,
        run.failed, case run.state when 'running' then 0 when 'held' then 1 else 2 end as rank,
        extract(epoch from now() - run.started_at) as seconds,
        (select coalesce(sum(got), 0) from collect_batch as batch
          where batch.owner_id = ${ownerId} and batch.run_id = run.id
            and batch.at > now() - make_interval(secs => ${batchSeconds})) as got
      from run join collect_run on collect_run.run_id = run.id
      where run.owner_id = ${ownerId} and run.state not in ('complete', 'partial', 'failed', 'cancelled')
    ) as open
    group by shop, platform order by min(rank), shop
  `.execute(db);
  return rows.map(({ host, got, seconds, goesOnAt, ...row }) => ({
    what: 'source' as const,
    key: host,
    name: host,
    ...row,
    perSecond: got / seconds,
    limitUsed: null,
    goesOnAt: goesOnAt?.toISOString() ?? null,
    health: healthOf(row.state, goesOnAt),
  }));
}
