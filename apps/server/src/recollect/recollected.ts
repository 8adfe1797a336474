import type { Followed, Recollected } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import { type SqlBool, sql } from 'kysely';
import { getCollectRun } from '../collect/progress.ts';
import type { OwnerDb } from '../db/database.ts';
import { shownCells, variantNames } from '../products/history/history.ts';
import { namesOf } from '../runs/names.ts';
import { getRun, toRun } from '../runs/runs.ts';

/**
 * Returns what a run changed in the merchant's products; throws `not-found` for a run that found no claimed product.
 */
export async function getRecollected(db: OwnerDb, ownerId: string, runId: string): Promise<Recollected> {
  const run = await getRun(db, ownerId, runId);
  const { platform, shop } = await getCollectRun(db, ownerId, runId);
  const row = await db
    .selectFrom('recollect_run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `run ${runId} met nothing claimed`);
  }
  const conflicts = await db
    .selectFrom('merge_conflict')
    .select(sql<number>`count(*)::integer`.as('products'))
    .select(sql<number>`coalesce(sum(jsonb_array_length(fields)), 0)::integer`.as('fields'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  const set = await db
    .selectFrom('edit_set')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'followed')
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  const { decided } = await db
    .selectFrom('merge_decided')
    .select(sql<number>`count(distinct product_id)::integer`.as('decided'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    // A product with several conflicts may still have open ones.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('merge_conflict')
            .select('merge_conflict.product_id')
            .where('merge_conflict.owner_id', '=', ownerId)
            .where('merge_conflict.run_id', '=', runId)
            .whereRef('merge_conflict.product_id', '=', 'merge_decided.product_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  const names = await namesOf(db, ownerId, run.created_by ? [run.created_by] : []);
  const undecided = conflicts.products;
  const kept = row.kept + row.edited;
  // A product that a browser delivers twice in one session is counted twice as updated.
  const followed = Math.min(row.followed, row.seen);
  return {
    run: toRun(run, { createdBy: names.get(run.created_by ?? '') ?? null }),
    platform,
    shop,
    products: {
      unchanged: Math.max(0, row.seen - followed - kept - undecided - decided),
      followed,
      kept,
      undecided,
      decided,
      gone: row.gone,
    },
    fieldsUndecided: conflicts.fields,
    editSetId: set?.id ?? null,
  };
}

/** Returns what a run wrote because its source had changed, product by product. */
export async function listFollowed(
  db: OwnerDb,
  ownerId: string,
  { runId, cursor, limit }: { runId: string; cursor: string | undefined; limit: number },
): Promise<{ items: Followed[]; total: number; totalIsEstimate: false; nextCursor: string | null }> {
  await getCollectRun(db, ownerId, runId);
  const chosen = db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .innerJoin('product', 'product.id', 'product_change.product_id')
    .where('edit_set.owner_id', '=', ownerId)
    .where('product_change.owner_id', '=', ownerId)
    .where('edit_set.run_id', '=', runId)
    .where('edit_set.kind', '=', 'followed');
  const rows = await chosen
    .select([
      'product_change.edit_set_id',
      'product_change.product_id',
      'product_change.undone',
      'product_change.cells',
      'product.content',
      'product.title',
      'product.image_url',
      'product.currency',
    ])
    .$if(cursor !== undefined, (query) =>
      query.where(sql<SqlBool>`product_change.product_id > ${cursor ?? ''}::uuid`),
    )
    .orderBy('product_change.product_id')
    .limit(limit)
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  return {
    items: rows.map((row) => ({
      productId: row.product_id,
      title: row.title,
      imageUrl: row.image_url,
      changeId: row.edit_set_id,
      ...shownCells(row),
      variants: variantNames(row.content),
      currency: row.currency,
    })),
    total,
    totalIsEstimate: false,
    nextCursor: rows.length === limit ? (rows.at(-1)?.product_id ?? null) : null,
  };
}
