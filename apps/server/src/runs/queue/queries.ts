/*
 * What is asked of the queue's table, by its own indexes: jobs that have ended stay in it for a while, and a look that
 * read them too would take longer with every job.
 */

/** The condition of the index of jobs that wait for a worker, or for their time. */
const waits = "state < 'active' and not blocked";

/** The jobs that have not ended. Each part is the condition of an index of the queue's. */
const unfinished = `(
    select * from pgboss.job where ${waits}
    union all
    select * from pgboss.job where state = 'active' and policy = 'singleton'
  )`;

/** That another job of the key of `job` is being worked on. */
const keyIsBusy = `exists (
    select from pgboss.job as ahead
    where ahead.name = job.name and ahead.state = 'active' and ahead.policy = 'singleton'
      and coalesce(ahead.singleton_key, '') = coalesce(job.singleton_key, '')
  )`;

/** For each kind (`$1`) with a job whose key is free: the seconds until the first of them is due. */
export const dueSql = `
  select name, greatest(0, extract(epoch from min(start_after) - now()))::float8 as seconds
  from pgboss.job
  where name = any ($1) and ${waits} and not ${keyIsBusy}
  group by name`;

/** The runs that have a job; without those that only have later jobs, unless `$1`. */
export const runsSql = `
  select distinct data->>'runId' as id from ${unfinished} as job
  where $1 or state = 'active' or start_after <= now()`;

/** How many jobs of a kind (`$1`) a merchant (`$2`) has, at most `$4`, without those of one run (`$3`). */
export const unfinishedOfSql = `
  select count(*)::integer as count from (
    select from ${unfinished} as job where name = $1 and group_id = $2 and data->>'runId' <> $3 limit $4
  ) as few`;

/**
 * What is queued of each kind.
 * @param silentSeconds after how many seconds without a sign of life a worker counts as silent
 */
export const queuedSql = (silentSeconds: number) => `
  select name as kind,
    count(*) filter (where state = 'active')::integer as active,
    count(*) filter (where state <> 'active' and start_after <= now())::integer as waiting,
    count(*) filter (where state <> 'active' and start_after > now())::integer as later,
    count(*) filter (where state = 'active'
      and heartbeat_on < now() - interval '1 second' * ${silentSeconds})::integer as silent,
    coalesce(max(extract(epoch from now() - greatest(start_after, created_on))) filter (
      where state <> 'active' and start_after <= now() and not ${keyIsBusy}), 0)::float8 as "waitSeconds"
  from ${unfinished} as job
  where name not like '\\_\\_%'
  group by name order by name`;
