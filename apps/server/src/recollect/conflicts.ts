import type { ProductField } from '@bowerbird/catalog/product';
import type { ConflictRow, listConflicts } from '@bowerbird/contract/collect/recollect';
import type { AnswerOf } from '@bowerbird/contract/route';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { readCursor, writeCursor } from '../db/pages/keyset-cursor.ts';
import { findWriters } from './writers.ts';

export interface ConflictsRequest {
  runId?: string | undefined;
  productId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Returns the conflicts that wait for a decision, newest first; the counts cover everything that matches. */
export async function findConflicts(
  db: OwnerDb,
  ownerId: string,
  { runId, productId, cursor, limit }: ConflictsRequest,
): Promise<AnswerOf<typeof listConflicts>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, 'at', 'desc');
  const chosen = db
    .selectFrom('merge_conflict as conflict')
    .innerJoin('collected', 'collected.id', 'conflict.collected_id')
    // Those of products in the bin wait there.
    .innerJoin('product', 'product.id', 'conflict.product_id')
    .where('product.owner_id', '=', ownerId)
    .where('conflict.owner_id', '=', ownerId)
    .$if(runId !== undefined, (query) => query.where('conflict.run_id', '=', runId as string))
    .$if(productId !== undefined, (query) => query.where('conflict.product_id', '=', productId as string));
  const rows = await chosen
    .select([...rowColumns, sql<string>`conflict.at::text`.as('sort_value')])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(conflict.at, conflict.product_id) < (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('conflict.at', 'desc')
    .orderBy('conflict.product_id', 'desc')
    .limit(limit)
    .execute();
  const shops = await chosen
    .select(['collected.shop', sql<number>`sum(jsonb_array_length(conflict.fields))::integer`.as('count')])
    .groupBy('collected.shop')
    .orderBy('count', 'desc')
    .orderBy('collected.shop')
    .execute();
  const fields = await chosen
    .crossJoin(
      sql<{ key: ProductField }>`jsonb_to_recordset(conflict.fields)`.as<'requested'>(
        sql`requested (key text)`,
      ),
    )
    .select(['requested.key as field', sql<number>`count(*)::integer`.as('count')])
    .groupBy('requested.key')
    .orderBy('count', 'desc')
    .orderBy('requested.key')
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(toConflictRow),
    total,
    totalIsEstimate: false,
    nextCursor: last
      ? writeCursor({ sort: 'at', direction: 'desc', value: last.sort_value, id: last.product_id })
      : null,
    fields,
    shops,
    edits: cursor === undefined ? await findWriters(db, ownerId, runId) : [],
  };
}

export const rowColumns = [
  'conflict.product_id',
  'product.title',
  'product.image_url',
  'collected.platform',
  'collected.shop',
  'conflict.fields',
  'conflict.run_id',
  'conflict.at',
] as const;

export function toConflictRow(row: {
  product_id: string;
  title: string;
  image_url: string | null;
  platform: string;
  shop: string;
  fields: { key: ProductField }[];
  run_id: string;
  at: Date;
}): ConflictRow {
  return {
    productId: row.product_id,
    title: row.title,
    imageUrl: row.image_url,
    platform: row.platform,
    shop: row.shop,
    fields: row.fields.map(({ key }) => key),
    runId: row.run_id,
    at: row.at.toISOString(),
  };
}
