import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { openSitting, type Sitting } from './sitting.ts';

/** Days that deliveries are remembered: as long as a browser could send one again. */
const keptDays = 90;

/**
 * Accepts a delivery once: `take` does the work in the run of its session, and its answer is stored under the
 * delivery's id. The same delivery sent again, even at the same moment, gets only that answer. Everything happens in
 * this transaction.
 */
export async function takeOnce<Answer>(
  db: OwnerDb,
  sitting: Sitting,
  id: string,
  take: (runId: string) => Promise<Answer>,
): Promise<{ repeated: boolean; answer: unknown }> {
  const { ownerId, tokenId, platform, shop, now } = sitting;
  // A merchant's deliveries are processed one by one: two of one session share one run, and two with the same id are
  // processed once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plugin ${ownerId}`}, 0))`.execute(db);
  const before = await db
    .selectFrom('plugin_delivery')
    .select('answer')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (before) {
    return { repeated: true, answer: before.answer };
  }
  const runId = await openSitting(db, sitting);
  const answer = await take(runId);
  await db
    .insertInto('plugin_delivery')
    .values({
      owner_id: ownerId,
      id,
      run_id: runId,
      token_id: tokenId,
      platform,
      shop,
      answer: jsonText(answer),
      at: now,
    })
    .execute();
  await prune(db, ownerId, now);
  return { repeated: false, answer };
}

async function prune(db: OwnerDb, ownerId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('plugin_delivery')
    .where('owner_id', '=', ownerId)
    .where('at', '<', new Date(now.getTime() - keptDays * 24 * 3600 * 1000))
    .execute();
}
