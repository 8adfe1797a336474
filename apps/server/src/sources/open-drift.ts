import { watchedFields } from '@bowerbird/contract/collect/collect';
import type { SystemStatus } from '@bowerbird/contract/system/system';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

type Reported = NonNullable<SystemStatus['drift']>;

const shownMax = 100;
const closedDays = 7;

/**
 * Returns what readers no longer find, by platform, way and field, newest first; shops are added up and not named. What
 * was found again stays for a week.
 */
export async function findDrift(db: Db): Promise<Reported> {
  const { rows } = await sql<{
    id: string;
    platform: string;
    way: string;
    field: string;
    before: number;
    now: number;
    runs: number;
    since: Date;
    seen_at: Date;
    closed_at: Date | null;
  }>`
    select (array_agg(id order by id))[1] as id, platform, way, field, avg(before)::float8 as before, avg(now)::float8 as now,
      sum(runs)::integer as runs, min(opened_at) as since, max(seen_at) as seen_at,
      case when bool_and(closed_at is not null) then max(closed_at) end as closed_at
    from reader_drift
    where known_by <> 'suspicion' and (closed_at is null or closed_at > now() - make_interval(days => ${closedDays}))
    group by platform, way, field, (closed_at is null)
    order by bool_and(closed_at is not null), max(seen_at) desc limit ${shownMax}
  `.execute(db);
  return rows.flatMap(({ field, since, seen_at, closed_at, ...row }) => {
    const known = watchedFields.find((each) => each === field);
    return known === undefined
      ? []
      : [
          {
            ...row,
            field: known,
            since: since.toISOString(),
            seenAt: seen_at.toISOString(),
            closedAt: closed_at?.toISOString() ?? null,
          },
        ];
  });
}
