import type { SourceAnswers } from '@bowerbird/catalog/merge-source';
import { type ProductField, productFields } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { resolveAlike as alikeRoute, resolveConflicts } from '@bowerbird/contract/recollect';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { Decisions } from './decide.ts';
import { lockMergeable } from './mergeable.ts';
import { saveRule } from './rules.ts';

/** So many products are decided alike in one transaction. */
const atOnce = 100;

type Resolved = AnswerOf<typeof resolveConflicts>;

/** Writes decisions one by one; one that cannot be written says why, and holds up none of the others. */
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
      // Named twice, the first counts: the second was made for a product that is no longer so.
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

function faultOf(row: { revision: number; question: unknown } | undefined, revision: number): Fault | null {
  if (!row?.question) {
    return { code: 'not-found', params: {} };
  }
  return row.revision === revision
    ? null
    : { code: 'product.changed-meanwhile', params: { revision: row.revision } };
}

/** Decides all questions that are alike, batch by batch; products locked by somebody are waited for. */
export async function resolveAlike(
  call: Call,
  { side, field, shop, asRule }: BodyOf<typeof alikeRoute>,
): Promise<AnswerOf<typeof alikeRoute>> {
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
  for (let after: string | undefined; ; ) {
    const last = after;
    const ids = await call.db((db) => findAlike(db, ownerId, { field, shop, after: last }));
    resolved += await call.db(async (db) => {
      const rows = await lockMergeable(db, ownerId, ids);
      const decided = rows
        .filter(({ question }) => question !== null)
        .map((row) => ({ row, answers: answersTo(row.question, side, field) }));
      return await writing.write(db, decided);
    });
    after = ids.at(-1);
    if (ids.length < atOnce) {
      return { resolved, editSetId: writing.editSetId };
    }
  }
}

/** What is the merchant's alone is never asked about. */
const askable: readonly ProductField[] = productFields.filter(
  (field) => field !== 'handle' && field !== 'status',
);

function answersTo(
  question: { fields: { key: ProductField }[] } | null,
  side: 'source' | 'mine',
  field: ProductField | null,
): SourceAnswers {
  const keys = (question?.fields ?? [])
    .map(({ key }) => key)
    .filter((key) => field === null || key === field);
  // For many at once the source is what the rules of each claim make of it.
  return Object.fromEntries(keys.map((key) => [key, side === 'source' ? 'ruled' : side]));
}

async function findAlike(
  db: OwnerDb,
  ownerId: string,
  { field, shop, after }: { field: ProductField | null; shop: string | null; after: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select question.product_id as id from merge_question as question
    join collected on collected.id = question.collected_id
    where question.owner_id = ${ownerId}
      and (${shop}::text is null or collected.shop = ${shop})
      and (${field}::text is null or question.fields @> jsonb_build_array(jsonb_build_object('key', ${field}::text)))
      and (${after ?? null}::uuid is null or question.product_id > ${after ?? null}::uuid)
    order by question.product_id limit ${atOnce}
  `.execute(db);
  return rows.map(({ id }) => id);
}
