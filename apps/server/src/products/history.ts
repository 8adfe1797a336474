import type { FieldChange } from '@bowerbird/catalog/change';
import type { Edit } from '@bowerbird/catalog/edit';
import { type Product, type ProductField, productFields } from '@bowerbird/catalog/product';
import { isSame } from '@bowerbird/catalog/same';
import { AppError } from '@bowerbird/contract/errors';
import type { ProductChange, ProductDetail } from '@bowerbird/contract/products';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { namesOf } from '../runs/names.ts';

export type ChangeKind = ProductChange['kind'];

export interface NewEditSet {
  kind: ChangeKind;
  userId: string | null;
  runId?: string | null;
  edits?: readonly Edit[];
}

/** Records who changed something, when and how; returns the id. */
export async function saveEditSet(db: OwnerDb, ownerId: string, set: NewEditSet): Promise<string> {
  const id = v7();
  await db
    .insertInto('edit_set')
    .values({
      id,
      owner_id: ownerId,
      user_id: set.userId,
      run_id: set.runId ?? null,
      kind: set.kind,
      edits: jsonText(set.edits ?? []),
    })
    .execute();
  return id;
}

/** Records what an edit set changed in one product. */
export async function saveChange(
  db: OwnerDb,
  ownerId: string,
  change: { productId: string; editSetId: string; revision: number; fields: readonly FieldChange[] },
): Promise<string> {
  const id = v7();
  await db
    .insertInto('product_change')
    .values({
      id,
      owner_id: ownerId,
      product_id: change.productId,
      edit_set_id: change.editSetId,
      revision: change.revision,
      fields: jsonText(change.fields),
    })
    .execute();
  return id;
}

const changeColumns = [
  'product_change.id',
  'product_change.at',
  'product_change.revision',
  'product_change.fields',
  'product_change.undone',
  'edit_set.id as edit_set_id',
  'edit_set.kind',
  'edit_set.user_id',
] as const;

function changesOf(db: OwnerDb, ownerId: string, productId: string) {
  return db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select(changeColumns)
    .where('product_change.owner_id', '=', ownerId)
    .where('product_change.product_id', '=', productId);
}

/** Returns a product's history, newest first. */
export async function findHistory(db: OwnerDb, ownerId: string, productId: string): Promise<ProductChange[]> {
  const rows = await changesOf(db, ownerId, productId).orderBy('product_change.revision', 'desc').execute();
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap((row) => row.user_id ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.user_id === null ? null : (names.get(row.user_id) ?? null),
    kind: row.kind,
    revision: row.revision,
    fields: row.fields,
    undone: row.undone,
  }));
}

const isField = z.enum(productFields);

/** Returns one change of a product, to be undone. */
export async function getChange(db: OwnerDb, ownerId: string, productId: string, changeId: string) {
  const row = await changesOf(db, ownerId, productId)
    .where('product_change.id', '=', changeId)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `change ${changeId}`);
  }
  const fields = row.fields.flatMap(({ field, before, after }): FieldChange[] => {
    const known = isField.safeParse(field);
    return known.success ? [{ field: known.data, before, after }] : [];
  });
  return { id: row.id, editSetId: row.edit_set_id, fields };
}

export async function markUndone(db: OwnerDb, ownerId: string, changeId: string): Promise<void> {
  await db
    .updateTable('product_change')
    .set({ undone: true })
    .where('owner_id', '=', ownerId)
    .where('id', '=', changeId)
    .execute();
}

/**
 * Returns where each field's current value comes from: the source (or the product's creation) while it equals the first
 * value; else the last change that wrote exactly this value.
 */
export function originsOf(
  product: Product,
  createdAt: Date,
  history: readonly ProductChange[],
): ProductDetail['origins'] {
  const oldestFirst = history.toReversed();
  const [first] = oldestFirst;
  const made = {
    from: first?.kind === 'created' ? ('created' as const) : ('source' as const),
    by: first?.kind === 'created' ? first.by : null,
    at: createdAt.toISOString(),
    changeId: null,
  };
  return productFields.map((field) => {
    const writer = writerOf(product, field, oldestFirst);
    return writer
      ? {
          field,
          from: fromOf[writer.kind],
          by: writer.by,
          at: writer.at,
          changeId: writer.id,
        }
      : { field, ...made };
  });
}

/** Origin of a value that a change of this kind wrote. */
const fromOf = {
  claimed: 'rule',
  created: 'person',
  edited: 'person',
  undone: 'person',
  followed: 'source',
  store: 'store',
} as const satisfies Record<ChangeKind, ProductDetail['origins'][number]['from']>;

function writerOf(
  product: Product,
  field: ProductField,
  oldestFirst: readonly ProductChange[],
): ProductChange | undefined {
  const touched = oldestFirst.flatMap((change) =>
    change.fields.filter((each) => each.field === field).map((each) => ({ change, ...each })),
  );
  if (touched[0] === undefined || isSame(touched[0].before, product[field])) {
    return undefined;
  }
  const wrote = touched.filter(({ after }) => isSame(after, product[field]));
  // Undoing a change restores an earlier value: the change that first wrote it is named.
  const own = wrote.filter(({ change }) => change.kind !== 'undone');
  return (own.at(-1) ?? wrote.at(-1) ?? touched.at(-1))?.change;
}
