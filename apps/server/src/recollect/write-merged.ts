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
 * Writes what a merge made of a locked product, with its history, and which reading it holds now. What the source told
 * beside the fields (its address, what only its platform knows) is taken over as it is. Answers the fields changed.
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

/** One way of reading tells what another does not: nothing of it is lost. */
function withExtra(before: Product['extra'], now: Product['extra']): Product['extra'] {
  const ofEach = Object.entries(now).map(([platform, told]) => [platform, { ...before[platform], ...told }]);
  return { ...before, ...Object.fromEntries(ofEach) };
}

/** Keeps what nobody decided, with what both sides agreed on before; nothing is kept of a product without questions. */
export async function writeQuestion(
  db: OwnerDb,
  ownerId: string,
  row: Mergeable,
  merged: MergedSource,
  runId: string,
): Promise<void> {
  const { open } = merged;
  if (open.length === 0) {
    if (row.question) {
      await deleteQuestion(db, ownerId, row.id);
    }
    return;
  }
  const fields = open.flatMap((question) => question.fields);
  const known = row.question;
  const values = {
    run_id: runId,
    collected_id: row.collected.id,
    fields: jsonText(open),
    base: jsonText(only(merged.base, fields)),
    before: jsonText({ ...only(merged.read.before ?? {}, fields), ...only(known?.before ?? {}, fields) }),
    before_at: known?.before_at ?? row.merged.at,
  };
  await db
    .insertInto('merge_question')
    .values({ product_id: row.id, owner_id: ownerId, ...values })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ ...values, at: sql<Date>`now()` }))
    .execute();
}

export async function deleteQuestion(db: OwnerDb, ownerId: string, productId: string): Promise<void> {
  await db
    .deleteFrom('merge_question')
    .where('owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .execute();
}

/** These fields and no others. */
export function only(of: KnownFields, fields: readonly ProductField[]): KnownFields {
  return Object.fromEntries(Object.entries(of).filter(([field]) => fields.some((each) => each === field)));
}
