import type { Alert, alertKinds, listAlerts, readAlerts } from '@bowerbird/contract/collect/watches';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

export interface AlertsRequest {
  kind?: (typeof alertKinds)[number] | undefined;
  watchId?: string | undefined;
  unread: boolean;
  cursor: string | undefined;
  limit: number;
}

/** Returns alerts, newest first; `unread` counts everything of the watch that nobody has seen. */
export async function findAlerts(
  db: OwnerDb,
  ownerId: string,
  { kind, watchId, unread, cursor, limit }: AlertsRequest,
): Promise<AnswerOf<typeof listAlerts>> {
  const ofWatch = db
    .selectFrom('source_alert')
    .where('owner_id', '=', ownerId)
    .$if(watchId !== undefined, (query) => query.where('watch_id', '=', watchId as string));
  const chosen = ofWatch
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as Alert['kind']))
    .$if(unread, (query) => query.where('read_at', 'is', null));
  const rows = await chosen
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const counts = await ofWatch
    .select(['kind', sql<number>`count(*)::integer`.as('count')])
    .where('read_at', 'is', null)
    .groupBy('kind')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      productId: row.product_id,
      title: row.title,
      imageUrl: row.image_url,
      platform: row.platform,
      shop: row.shop,
      url: row.url,
      before: row.before,
      after: row.after,
      currency: row.currency,
      fault: row.fault,
      watchId: row.watch_id,
      runId: row.run_id,
      at: row.at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    })),
    total,
    totalIsEstimate: false,
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    unread: Object.fromEntries(counts.map((each) => [each.kind, each.count])),
  };
}

/** Marks these, or all up to an instant, as seen; returns how many were new. */
export async function markRead(
  db: OwnerDb,
  ownerId: string,
  which: BodyOf<typeof readAlerts>,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('source_alert')
    .set({ read_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('read_at', 'is', null)
    .where(
      'ids' in which
        ? sql<boolean>`id = any(${which.ids}::uuid[])`
        : sql<boolean>`at <= ${which.upTo}::timestamptz`,
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
