import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';

type Parts = Pick<Services, 'db' | 'seal' | 'clock'>;

/** A limit on something that somebody tries, which slows down after too many wrong tries. */
export interface Bound {
  /** What is tried, of which account, by whom. Stored as a keyed hash, because a typed name may be a password. */
  of: readonly string[];
  /** Number of wrong tries before each further one has to wait. */
  free: number;
}

const quietMs = 24 * 3_600_000;

/**
 * Counts a try before anything is checked: of any number of concurrent tries, in any number of processes, no more pass
 * than are free. After those, each further try waits twice as long, from 5 s up to 15 min; a day without a try resets
 * the count. Returns for each bound how many tries it has had without a right one, including this one. Throws
 * `rate.too-many-tries` while one of the bounds is closed; then no try is counted.
 */
export async function countTry(parts: Parts, bounds: readonly Bound[]): Promise<number[]> {
  return await parts.db.transaction().execute(async (inside) => {
    const counts: number[] = [];
    for (const bound of bounds) {
      counts.push(await countOne({ ...parts, db: inside }, bound));
    }
    return counts;
  });
}

/** Deletes all counted tries after a right one, in the order in which they are counted: so nobody waits in a circle. */
export async function forgetTries(parts: Parts, bounds: readonly Bound[]): Promise<void> {
  for (const bound of bounds) {
    await parts.db.deleteFrom('sign_in_try').where('key', '=', keyOf(parts, bound)).execute();
  }
}

async function countOne(parts: Parts, bound: Bound): Promise<number> {
  const { db, clock } = parts;
  const key = keyOf(parts, bound);
  const now = new Date(clock.wall());
  const quietSince = new Date(now.getTime() - quietMs);
  const counted = sql<number>`case when held.tried_at < ${quietSince} then 1 else held.wrong + 1 end`;
  const seconds = sql<number>`least(900, 5 * power(2, least(${counted} - ${bound.free}::integer, 10)))`;
  const { rows } = await sql<{ wrong: number }>`
    insert into sign_in_try as held (key, wrong, tried_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      wrong = ${counted},
      tried_at = excluded.tried_at,
      closed_until = case when ${counted} >= ${bound.free}::integer
        then ${now}::timestamptz + ${seconds} * interval '1 second' end
    where held.closed_until is null or held.closed_until <= ${now}
    returning wrong
  `.execute(db);
  const wrong = rows[0]?.wrong;
  if (wrong === undefined) {
    throw await closed(db, key, now);
  }
  return wrong;
}

async function closed(db: Db, key: Buffer, now: Date): Promise<AppError> {
  const held = await db
    .selectFrom('sign_in_try')
    .select('closed_until')
    .where('key', '=', key)
    .executeTakeFirst();
  // The row was deleted meanwhile, after a right try: the next try will pass.
  const leftMs = Math.max(1000, (held?.closed_until?.getTime() ?? 0) - now.getTime());
  return new AppError('rate.too-many-tries', 'too many wrong tries', {
    params: { seconds: Math.ceil(leftMs / 1000) },
    waitMs: leftMs,
  });
}

function keyOf({ seal }: Pick<Parts, 'seal'>, { of }: Bound): Buffer {
  return seal.fingerprint(JSON.stringify(['try', ...of]));
}
