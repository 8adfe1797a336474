import type { KnownFields } from '@bowerbird/catalog/merge/merge';
import type { MergedSource } from '@bowerbird/catalog/merge/merge-source';
import type { Product, ProductField } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { OpenEditSet } from '../products/history/edit-sets.ts';
import { writeLocked } from '../products/write/write.ts';
import type { Mergeable } from './mergeable.ts';

/** A locked product with the result of its merge. */
export interface MergedRow {
  row: Mergeable;
  merged: MergedSource;
}

/**
 * Writes the results of merges, with their history and the snapshots that the products now hold. Other source data (its
 * address, platform-specific data) is taken over unchanged. Returns the products that changed, and those that their source
 * would make invalid, each with the reason: they stay as they are, with the snapshot that they hold.
 */
export async function writeMerged(
  db: OwnerDb,
  ownerId: string,
  editSet: OpenEditSet,
  merges: readonly MergedRow[],
): Promise<{ changed: Set<string>; rejected: Map<string, AppError> }> {
  const written = await writeLocked(
    db,
    ownerId,
    editSet,
    merges.map(({ row, merged }) => {
      const { source, extra } = merged.read.now;
      const product = { ...merged.product, source, extra: withExtra(row.product.extra, extra) };
      return { row, product, snapshot: { hash: row.collected.hash, known: merged.known } };
    }),
    { addToRecords: true },
  );
  return {
    changed: new Set(written.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id)),
    rejected: new Map(
      written.flatMap((each) => (each.outcome === 'rejected' ? [[each.id, each.fault]] : [])),
    ),
  };
}

/** Merges extra data, because one reading method provides what another does not, and nothing of it may be lost. */
function withExtra(before: Product['extra'], now: Product['extra']): Product['extra'] {
  const ofEach = Object.entries(now).map(([platform, reported]) => [
    platform,
    { ...before[platform], ...reported },
  ]);
  return { ...before, ...Object.fromEntries(ofEach) };
}

/**
 * Saves what is undecided, with the last value on which both sides agreed; deletes the record of a product without
 * conflicts.
 */
export async function writeConflict(
  db: OwnerDb,
  ownerId: string,
  row: Mergeable,
  merged: MergedSource,
  runId: string,
): Promise<void> {
  const { open } = merged;
  if (open.length === 0) {
    if (row.conflict) {
      await deleteConflict(db, ownerId, row.id);
    }
    return;
  }
  const fields = open.flatMap((conflict) => conflict.fields);
  const known = row.conflict;
  const values = {
    run_id: runId,
    collected_id: row.collected.id,
    fields: jsonText(open),
    base: jsonText(only(merged.base, fields)),
    before: jsonText({ ...only(merged.read.before ?? {}, fields), ...only(known?.before ?? {}, fields) }),
    before_at: known?.before_at ?? row.merged.at,
  };
  await db
    .insertInto('merge_conflict')
    .values({ product_id: row.id, owner_id: ownerId, ...values })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ ...values, at: sql<Date>`now()` }))
    .execute();
}

export async function deleteConflict(db: OwnerDb, ownerId: string, productId: string): Promise<void> {
  await db
    .deleteFrom('merge_conflict')
    .where('owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .execute();
}

/** Returns these fields and no others. */
export function only(of: KnownFields, fields: readonly ProductField[]): KnownFields {
  return Object.fromEntries(Object.entries(of).filter(([field]) => fields.some((each) => each === field)));
}
