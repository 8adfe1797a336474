import { describeChange, type FieldChange } from '@bowerbird/catalog/change';
import type { KnownFields } from '@bowerbird/catalog/merge';
import type { MergedSource } from '@bowerbird/catalog/merge-source';
import type { Product, ProductField } from '@bowerbird/catalog/product';
import { isSame } from '@bowerbird/catalog/same';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { saveChange } from '../products/history.ts';
import { columnsOf } from '../products/rows.ts';
import type { Mergeable } from './mergeable.ts';

/**
 * Writes the result of a merge for a locked product, with its history and the snapshot it now holds. Other source data
 * (its address, platform-specific data) is taken over unchanged. Returns the fields changed.
 */
export async function writeMerged(
  db: OwnerDb,
  ownerId: string,
  row: Mergeable,
  merged: MergedSource,
  editSetId: () => Promise<string>,
): Promise<FieldChange[]> {
  const fields = describeChange(row.product, merged.product);
  const { source, extra } = merged.read.now;
  const product: Product = { ...merged.product, source, extra: withExtra(row.product.extra, extra) };
  const revision = row.revision + (fields.length > 0 ? 1 : 0);
  await db
    .updateTable('product')
    .set({
      source_hash: row.collected.hash,
      source_known: jsonText(merged.known),
      ...(fields.length > 0 && { revision, updated_at: sql<Date>`now()` }),
      ...(!isSame(product, row.product) && columnsOf(product)),
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', row.id)
    .execute();
  if (fields.length > 0) {
    await saveChange(db, ownerId, { productId: row.id, editSetId: await editSetId(), revision, fields });
  }
  return fields;
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
