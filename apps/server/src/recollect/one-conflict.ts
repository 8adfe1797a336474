import type { Conflict } from '@bowerbird/catalog/merge/merge';
import type { MergedSource, SourceAnswers } from '@bowerbird/catalog/merge/merge-source';
import { isSame } from '@bowerbird/catalog/merge/same';
import { type Product, type ProductField, productFields, type Variant } from '@bowerbird/catalog/product';
import type { getConflict, Conflict as ReportedConflict } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { rowColumns, toConflictRow } from './conflicts.ts';
import { asMerged, findMergeable, lockMergeable, type Mergeable, mergeOf } from './mergeable.ts';
import { noRules } from './rules.ts';
import { deleteConflict } from './write-merged.ts';
import { writersOf } from './writers.ts';

type Detail = AnswerOf<typeof getConflict>;
type Fields = { [Field in ProductField]?: unknown };

/**
 * Returns a product's conflicts with its current content. Null if none is left because the product was edited to match
 * the source; then its conflicts are deleted.
 */
export async function findConflict(db: OwnerDb, ownerId: string, productId: string): Promise<Detail | null> {
  const found = await db
    .selectFrom('merge_conflict as conflict')
    .innerJoin('collected', 'collected.id', 'conflict.collected_id')
    .innerJoin('product', 'product.id', 'conflict.product_id')
    .select(rowColumns)
    .where('conflict.owner_id', '=', ownerId)
    .where('conflict.product_id', '=', productId)
    .executeTakeFirst();
  const [present] = found ? await findMergeable(db, ownerId, [productId]) : [];
  if (!found || !present?.conflict) {
    throw new AppError('not-found', `question of ${productId}`);
  }
  const row = asMerged(present);
  const merged = mergeOf(row, noRules);
  if (merged.open.length === 0) {
    await forgetAnswered(db, ownerId, productId);
    return null;
  }
  const sides = bothWays(row);
  const writers = await writersOf(db, ownerId, productId);
  return {
    row: toConflictRow(found),
    revision: row.revision,
    currency: row.product.currency,
    beforeAt: present.conflict.before_at.toISOString(),
    sourceAt: row.collected.at.toISOString(),
    mineAt: (await lastEditAt(db, ownerId, productId, row)).toISOString(),
    conflicts: merged.open.map((conflict) => ({
      ...reported(conflict, row, merged, sides),
      editSetId: writers.get(conflict.key) ?? null,
    })),
    settled: await findSettled(db, ownerId, row, merged, found.run_id),
  };
}

/** Deletes conflicts only after locking and looking again: one that arose between the look and the deletion stays. */
async function forgetAnswered(db: OwnerDb, ownerId: string, productId: string): Promise<void> {
  const [row] = await lockMergeable(db, ownerId, [productId]);
  if (row?.conflict && mergeOf(asMerged(row), noRules).open.length === 0) {
    await deleteConflict(db, ownerId, productId);
  }
}

/** Merges with every conflict answered one way and then the other: the conflicts are where the two results differ. */
function bothWays(row: Mergeable): { mine: Product; theirs: Product } {
  const every = (side: 'mine' | 'ruled'): SourceAnswers =>
    Object.fromEntries(productFields.map((field) => [field, side]));
  return {
    mine: mergeOf(row, noRules, every('mine')).product,
    theirs: mergeOf(row, noRules, every('ruled')).product,
  };
}

function reported(
  { key, fields }: Conflict,
  { product, conflict }: Mergeable,
  merged: MergedSource,
  sides: { mine: Product; theirs: Product },
): Omit<ReportedConflict, 'editSetId'> {
  const [first = key] = fields;
  const before: Fields = conflict?.before ?? {};
  const of = (values: Fields): unknown => {
    if (fields.length > 1) {
      return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
    }
    if (first !== 'variants') {
      return values[first] ?? null;
    }
    // Only the cells in conflict: settled cells would otherwise look like conflicts, too.
    return cellsRequested((values.variants ?? []) as Variant[], product.variants, sides);
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

function cellsRequested(
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
    const requested = Object.entries(one).filter(([cell, value]) => !isSame(value, others.get(cell)));
    return [{ ...base, ...Object.fromEntries(requested.map(([cell]) => [cell, values.get(cell)])) }];
  });
}

async function lastEditAt(db: OwnerDb, ownerId: string, productId: string, row: Mergeable): Promise<Date> {
  const last = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select('product_change.at')
    .where('product_change.owner_id', '=', ownerId)
    .where('product_change.product_id', '=', productId)
    .where('edit_set.kind', 'not in', ['followed', 'ruled'])
    .orderBy('product_change.revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? row.merged.at;
}

/** Returns what the run with the conflict wrote by itself, and what stays the merchant's without a conflict. */
async function findSettled(
  db: OwnerDb,
  ownerId: string,
  row: Mergeable,
  merged: MergedSource,
  runId: string,
): Promise<Detail['settled']> {
  const { rows } = await sql<{ field: ProductField }>`
    select distinct split_part(cell ->> 'path', '/', 1) as field from edit_set
    join product_change on product_change.edit_set_id = edit_set.id
    cross join jsonb_array_elements(product_change.cells) as cell
    where edit_set.owner_id = ${ownerId} and edit_set.run_id = ${runId}
      and product_change.product_id = ${row.id} and cell ->> 'path' <> all(coalesce(product_change.undone, '{}'))
  `.execute(db);
  const followed = new Set(rows.map(({ field }) => field));
  const requested = new Set(merged.open.flatMap(({ fields }) => fields));
  const kept = new Set(merged.kept);
  return productFields
    .filter((field) => !requested.has(field) && (followed.has(field) || kept.has(field)))
    .map((field) => ({ field, side: followed.has(field) ? ('source' as const) : ('mine' as const) }));
}
