import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** What could not be read and was not read since, newest first. */
export async function listFailed(
  db: OwnerDb,
  ownerId: string,
  ask: { cursor?: string | undefined; limit: number },
) {
  const rows = await db
    .selectFrom('collect_skip')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(ask.cursor !== undefined, (query) => query.where('id', '<', ask.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(ask.limit)
    .execute();
  const { total } = await db
    .selectFrom('collect_skip')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return {
    items: rows.map((row) => ({
      id: row.id,
      runId: row.run_id,
      platform: row.platform,
      address: row.address,
      fault: { code: row.code, params: row.params },
      at: row.at.toISOString(),
    })),
    total,
    totalIsEstimate: false,
    nextCursor: rows.length === ask.limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
