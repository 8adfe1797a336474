import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** Returns what could not be read and has not been read since, newest first. */
export async function listFailed(
  db: OwnerDb,
  ownerId: string,
  request: { cursor?: string | undefined; limit: number },
) {
  const rows = await db
    .selectFrom('collect_skip')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(request.cursor !== undefined, (query) => query.where('id', '<', request.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(request.limit)
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
    nextCursor: rows.length === request.limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
