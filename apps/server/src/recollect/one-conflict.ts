import type { Conflict } from '@bowerbird/catalog/merge';
import type { MergedSource, SourceAnswers } from '@bowerbird/catalog/merge-source';
import { type Product, type ProductField, productFields, type Variant } from '@bowerbird/catalog/product';
import { isSame } from '@bowerbird/catalog/same';
import { AppError } from '@bowerbird/contract/errors';
import type { getConflict, Conflict as ToldConflict } from '@bowerbird/contract/recollect';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { rowColumns, toConflictRow } from './conflicts.ts';
import { asMerged, findMergeable, lockMergeable, type Mergeable, mergeOf } from './mergeable.ts';
import { noRules } from './rules.ts';
import { deleteQuestion } from './write-merged.ts';

type Detail = AnswerOf<typeof getConflict>;
type Fields = { [Field in ProductField]?: unknown };

/**
 * A product's questions as they stand now: with what it holds at this moment. Null where none is left, because the
 * product was edited to hold what the source does; then nothing is kept of them.
 */
export async function findConflict(db: OwnerDb, ownerId: string, productId: string): Promise<Detail | null> {
  const found = await db
    .selectFrom('merge_question as question')
    .innerJoin('collected', 'collected.id', 'question.collected_id')
    .innerJoin('product', 'product.id', 'question.product_id')
    .select(rowColumns)
    .where('question.owner_id', '=', ownerId)
    .where('question.product_id', '=', productId)
    .executeTakeFirst();
  const [present] = found ? await findMergeable(db, ownerId, [productId]) : [];
  if (!found || !present?.question) {
    throw new AppError('not-found', `question of ${productId}`);
  }
  const row = asMerged(present);
  const merged = mergeOf(row, noRules);
  if (merged.open.length === 0) {
    await forgetAnswered(db, ownerId, productId);
    return null;
  }
  const sides = bothWays(row);
  return {
    row: toConflictRow(found),
    revision: row.revision,
    currency: row.product.currency,
    beforeAt: present.question.before_at.toISOString(),
    sourceAt: row.collected.at.toISOString(),
    mineAt: (await lastEditAt(db, ownerId, productId, row)).toISOString(),
    conflicts: merged.open.map((conflict) => told(conflict, row, merged, sides)),
    settled: await findSettled(db, ownerId, row, merged, found.run_id),
  };
}

/** Nobody asks anew between the look and the deletion: what is asked by then stays. */
async function forgetAnswered(db: OwnerDb, ownerId: string, productId: string): Promise<void> {
  const [row] = await lockMergeable(db, ownerId, [productId]);
  if (row?.question && mergeOf(asMerged(row), noRules).open.length === 0) {
    await deleteQuestion(db, ownerId, productId);
  }
}

/** The merge with every question answered one way: where the two differ is what is asked. */
function bothWays(row: Mergeable): { mine: Product; theirs: Product } {
  const every = (side: 'mine' | 'ruled'): SourceAnswers =>
    Object.fromEntries(productFields.map((field) => [field, side]));
  return {
    mine: mergeOf(row, noRules, every('mine')).product,
    theirs: mergeOf(row, noRules, every('ruled')).product,
  };
}

function told(
  { key, fields }: Conflict,
  { product, question }: Mergeable,
  merged: MergedSource,
  sides: { mine: Product; theirs: Product },
): ToldConflict {
  const [first = key] = fields;
  const before: Fields = question?.before ?? {};
  const of = (values: Fields): unknown => {
    if (fields.length > 1) {
      return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
    }
    if (first !== 'variants') {
      return values[first] ?? null;
    }
    // Only what is asked, cell by cell: what was settled would look like a question, too.
    return cellsAsked((values.variants ?? []) as Variant[], product.variants, sides);
  };
  const ruled = of(merged.theirs);
  const source = of(merged.read.now);
  return {
    key,
    fields,
    before: of(before),
    source,
    mine: of(product),
    ruled: isSame(ruled, source) ? null : { value: ruled },
  };
}

function cellsAsked(
  variants: readonly Variant[],
  shown: readonly Variant[],
  { mine, theirs }: { mine: Product; theirs: Product },
): Variant[] {
  const byId = (list: readonly Variant[]) => new Map(list.map((variant) => [variant.id, variant]));
  const [own, their, now] = [byId(mine.variants), byId(theirs.variants), byId(shown)];
  return variants.flatMap((variant) => {
    const [one, other] = [own.get(variant.id), their.get(variant.id)];
    if (isSame(one, other)) {
      return [];
    }
    const base = now.get(variant.id);
    if (!one || !other || !base) {
      return [variant];
    }
    const others = new Map<string, unknown>(Object.entries(other));
    const values = new Map<string, unknown>(Object.entries(variant));
    const asked = Object.entries(one).filter(([cell, value]) => !isSame(value, others.get(cell)));
    return [{ ...base, ...Object.fromEntries(asked.map(([cell]) => [cell, values.get(cell)])) }];
  });
}

async function lastEditAt(db: OwnerDb, ownerId: string, productId: string, row: Mergeable): Promise<Date> {
  const last = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select('product_change.at')
    .where('product_change.owner_id', '=', ownerId)
    .where('product_change.product_id', '=', productId)
    .where('edit_set.kind', '<>', 'followed')
    .orderBy('product_change.revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? row.merged.at;
}

/** What the run that asks wrote by itself, and what stays the merchant's without a question. */
async function findSettled(
  db: OwnerDb,
  ownerId: string,
  row: Mergeable,
  merged: MergedSource,
  runId: string,
): Promise<Detail['settled']> {
  const { rows } = await sql<{ field: ProductField }>`
    select distinct change ->> 'field' as field from edit_set
    join product_change on product_change.edit_set_id = edit_set.id
    cross join jsonb_array_elements(product_change.fields) as change
    where edit_set.owner_id = ${ownerId} and edit_set.run_id = ${runId}
      and product_change.product_id = ${row.id} and not product_change.undone
  `.execute(db);
  const followed = new Set(rows.map(({ field }) => field));
  const asked = new Set(merged.open.flatMap(({ fields }) => fields));
  const kept = new Set(merged.kept);
  return productFields
    .filter((field) => !asked.has(field) && (followed.has(field) || kept.has(field)))
    .map((field) => ({ field, side: followed.has(field) ? ('source' as const) : ('mine' as const) }));
}
