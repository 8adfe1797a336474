import type { SourceAnswers } from '@bowerbird/catalog/merge/merge-source';
import { type ProductField, productFields } from '@bowerbird/catalog/product';
import type { resolveConflicts, resolveSimilar as similarRoute } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { Decisions } from './decide.ts';
import { lockMergeable } from './mergeable.ts';
import { saveRule } from './rules.ts';
import { asked, writerOf } from './writers.ts';

/** Number of products decided the same way in one transaction. */
const atOnce = 100;
/** Number of products that one call decides, so that nobody waits for an answer for long. */
const inOneCall = 500;

type Resolved = AnswerOf<typeof resolveConflicts>;

/** Writes decisions one by one; one that cannot be written returns the reason and does not block the others. */
export async function resolve(call: Call, { decisions }: BodyOf<typeof resolveConflicts>): Promise<Resolved> {
  const { ownerId } = call;
  return await call.db(async (db) => {
    const writing = new Decisions(ownerId, call.user.id);
    const rows = await lockMergeable(
      db,
      ownerId,
      decisions.map(({ productId }) => productId),
    );
    if (rows.length === 0) {
      throw new AppError('not-found', 'none of these products');
    }
    const open = new Map(rows.map((row) => [row.id, row]));
    const decided: Parameters<Decisions['write']>[1][number][] = [];
    const results: Resolved['results'] = decisions.map(({ productId, revision, answers }) => {
      const row = open.get(productId);
      // If a product is named twice, the first decision counts: the second was made for a state that no longer exists.
      open.delete(productId);
      const fault = faultOf(row, revision);
      if (row && fault === null) {
        decided.push({ row, answers });
      }
      return { productId, fault };
    });
    await writing.write(db, decided);
    return { editSetId: writing.editSetId, results };
  });
}

function faultOf(row: { revision: number; conflict: unknown } | undefined, revision: number): Fault | null {
  if (!row?.conflict) {
    return { code: 'not-found', params: {} };
  }
  return row.revision === revision
    ? null
    : { code: 'product.changed-meanwhile', params: { revision: row.revision } };
}

/**
 * Decides similar conflicts, batch by batch, `most` products at most; waits for products that others have locked. Those
 * that are decided are open no more, so that the same call again goes on with the rest.
 */
export async function resolveSimilar(
  call: Call,
  { side, field, shop, editSetId = null, asRule }: BodyOf<typeof similarRoute>,
  most: number = inOneCall,
): Promise<AnswerOf<typeof similarRoute>> {
  const { ownerId } = call;
  if (asRule) {
    await call.db(async (db) => {
      for (const each of field === null ? askable : [field]) {
        await saveRule(db, ownerId, { field: each, shop, side });
      }
    });
  }
  const writing = new Decisions(ownerId, call.user.id);
  let resolved = 0;
  let seen = 0;
  for (let after: string | undefined; ; ) {
    const last = after;
    const ids = await call.db((db) => findSimilar(db, ownerId, { field, shop, editSetId, after: last }));
    resolved += await call.db(async (db) => {
      const rows = await lockMergeable(db, ownerId, ids);
      const decided = rows
        .filter(({ conflict }) => conflict !== null)
        .map((row) => ({ row, answers: answersTo(row.conflict, side, field) }));
      return await writing.write(db, decided);
    });
    after = ids.at(-1);
    seen += ids.length;
    const isLast = ids.length < atOnce;
    if (isLast || seen >= most) {
      return { resolved, editSetId: writing.editSetId, more: !isLast && resolved > 0 };
    }
  }
}

/** Fields that only the merchant controls never have conflicts. */
const askable: readonly ProductField[] = productFields.filter(
  (field) => field !== 'handle' && field !== 'status',
);

function answersTo(
  conflict: { fields: { key: ProductField }[] } | null,
  side: 'source' | 'mine',
  field: ProductField | null,
): SourceAnswers {
  const keys = (conflict?.fields ?? [])
    .map(({ key }) => key)
    .filter((key) => field === null || key === field);
  // For many products at once, the source value is the one after the rules of each claim.
  return Object.fromEntries(keys.map((key) => [key, side === 'source' ? 'ruled' : side]));
}

async function findSimilar(
  db: OwnerDb,
  ownerId: string,
  {
    field,
    shop,
    editSetId,
    after,
  }: {
    field: ProductField | null;
    shop: string | null;
    editSetId: string | null;
    after: string | undefined;
  },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conflict.product_id as id from merge_conflict as conflict
    join collected on collected.id = conflict.collected_id
    where conflict.owner_id = ${ownerId}
      and (${shop}::text is null or collected.shop = ${shop})
      and (${field}::text is null or conflict.fields @> jsonb_build_array(jsonb_build_object('key', ${field}::text)))
      and (${editSetId}::uuid is null or exists (
        select from ${asked} where (${field}::text is null or asked.key = ${field}) and ${writerOf(ownerId)} = ${editSetId}))
      and (${after ?? null}::uuid is null or conflict.product_id > ${after ?? null}::uuid)
    order by conflict.product_id limit ${atOnce}
  `.execute(db);
  return rows.map(({ id }) => id);
}
