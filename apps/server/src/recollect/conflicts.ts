import type { ProductField } from '@bowerbird/catalog/product';
import type { ConflictRow, listConflicts } from '@bowerbird/contract/recollect';
import type { AnswerOf } from '@bowerbird/contract/route';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { readCursor, writeCursor } from '../db/keyset-cursor.ts';

export interface ConflictsAsk {
  runId?: string | undefined;
  productId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** What waits for a decision, newest first; the counts are of everything that matches. */
export async function findConflicts(
  db: OwnerDb,
  ownerId: string,
  { runId, productId, cursor, limit }: ConflictsAsk,
): Promise<AnswerOf<typeof listConflicts>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, 'at', 'desc');
  const chosen = db
    .selectFrom('merge_question as question')
    .innerJoin('collected', 'collected.id', 'question.collected_id')
    .where('question.owner_id', '=', ownerId)
    .$if(runId !== undefined, (query) => query.where('question.run_id', '=', runId as string))
    .$if(productId !== undefined, (query) => query.where('question.product_id', '=', productId as string));
  const rows = await chosen
    .innerJoin('product', 'product.id', 'question.product_id')
    .select([...rowColumns, sql<string>`question.at::text`.as('sort_value')])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(question.at, question.product_id) < (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('question.at', 'desc')
    .orderBy('question.product_id', 'desc')
    .limit(limit)
    .execute();
  const shops = await chosen
    .select(['collected.shop', sql<number>`sum(jsonb_array_length(question.fields))::integer`.as('count')])
    .groupBy('collected.shop')
    .orderBy('count', 'desc')
    .orderBy('collected.shop')
    .execute();
  const fields = await chosen
    .crossJoin(
      sql<{ key: ProductField }>`jsonb_to_recordset(question.fields)`.as<'asked'>(sql`asked (key text)`),
    )
    .select(['asked.key as field', sql<number>`count(*)::integer`.as('count')])
    .groupBy('asked.key')
    .orderBy('count', 'desc')
    .orderBy('asked.key')
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
  };
}

export const rowColumns = [
  'question.product_id',
  'product.title',
  'product.picture_url',
  'collected.platform',
  'collected.shop',
  'question.fields',
  'question.run_id',
  'question.at',
] as const;

export function toConflictRow(row: {
  product_id: string;
  title: string;
  picture_url: string | null;
  platform: string;
  shop: string;
  fields: { key: ProductField }[];
  run_id: string;
  at: Date;
}): ConflictRow {
  return {
    productId: row.product_id,
    title: row.title,
    pictureUrl: row.picture_url,
    platform: row.platform,
    shop: row.shop,
    fields: row.fields.map(({ key }) => key),
    runId: row.run_id,
    at: row.at.toISOString(),
  };
}
