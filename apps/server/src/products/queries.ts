import { describeChange, undoChange } from '@bowerbird/catalog/change';
import { applyEdits, type Edit } from '@bowerbird/catalog/edit';
import { checkProduct } from '@bowerbird/catalog/invariants';
import { Product, productFields } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ProductDetail, Selection } from '@bowerbird/contract/products';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { requireQuota } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import { holdImages } from '../images/queries.ts';
import { namesOf } from '../runs/names.ts';
import { cleanAndReport, cleanHtml } from './description.ts';
import { whereSelected } from './filter.ts';
import {
  type ChangeKind,
  findHistory,
  getChange,
  markUndone,
  originsOf,
  saveChange,
  saveEditSet,
} from './history.ts';
import { insertProducts } from './insert.ts';
import { findListingMarks } from './listing-marks.ts';
import { columnsOf } from './rows.ts';
import { requireCount } from './selection.ts';

/** Returns everything of one product; throws `not-found` for another owner's product. */
export async function getProduct(db: OwnerDb, ownerId: string, id: string): Promise<ProductDetail> {
  const row = await db
    .selectFrom('product')
    .select(['id', 'revision', 'content', 'collected_id', 'created_at', 'updated_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `product ${id}`);
  }
  const product = Product.parse(row.content);
  const history = await findHistory(db, ownerId, id);
  const marks = await findListingMarks(db, ownerId, [id]);
  return {
    id,
    revision: row.revision,
    product,
    collectedId: row.collected_id,
    origins: originsOf(product, row.created_at, history),
    listings: marks.get(id) ?? [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Creates a product only from what the person wrote. Returns its id. */
export async function createProduct(
  db: OwnerDb,
  ownerId: string,
  product: Product,
  userId: string,
): Promise<string> {
  const clean = { ...product, descriptionHtml: cleanHtml(product.descriptionHtml), source: null, extra: {} };
  requireValid(clean);
  await holdImages(db, ownerId, clean, null);
  await requireQuota(db, ownerId, 'products', 1);
  const id = v7();
  await insertProducts(db, ownerId, [
    { id, columns: columnsOf(clean), collectedId: null, collectRunId: null },
  ]);
  const editSetId = await saveEditSet(db, ownerId, { kind: 'created', userId });
  await saveChange(db, ownerId, { productId: id, editSetId, revision: 1, fields: [] });
  return id;
}

/**
 * Saves a product as the person edited it; its source stays unchanged. Throws `product.changed-meanwhile` if the
 * revision is no longer the one read, and `product.invalid`; then nothing is written. Returns what was removed from the
 * description.
 */
export async function saveProduct(
  db: OwnerDb,
  ownerId: string,
  request: { id: string; revision: number; product: Product; userId: string },
): Promise<{ name: string; count: number }[]> {
  const current = await lockProduct(db, ownerId, request.id);
  if (current.revision !== request.revision) {
    throw await changedMeanwhile(db, ownerId, current);
  }
  const { html, removed } = cleanAndReport(request.product.descriptionHtml);
  const edited = withFieldsOf(current.product, { ...request.product, descriptionHtml: html });
  await writeProduct(db, ownerId, current, edited, { kind: 'edited', userId: request.userId });
  return removed;
}

/** Applies edits to the current state of the product, including the changes of others. */
export async function editProduct(
  db: OwnerDb,
  ownerId: string,
  request: { id: string; edits: readonly Edit[]; userId: string },
): Promise<void> {
  const current = await lockProduct(db, ownerId, request.id);
  const edited = cleaned(applyEdits(current.product, request.edits));
  await writeProduct(db, ownerId, current, edited, {
    kind: 'edited',
    userId: request.userId,
    edits: request.edits,
  });
}

/** Undoes one change of a product, except fields that were changed again since. */
export async function undoProductChange(
  db: OwnerDb,
  ownerId: string,
  request: { id: string; changeId: string; userId: string },
): Promise<{ restored: string[]; spared: string[] }> {
  const current = await lockProduct(db, ownerId, request.id);
  const change = await getChange(db, ownerId, request.id, request.changeId);
  const { product, restored, spared } = undoChange(current.product, change.fields);
  if (restored.length > 0) {
    await writeProduct(db, ownerId, current, product, { kind: 'undone', userId: request.userId });
    await markUndone(db, ownerId, change.id);
  }
  return { restored, spared };
}

/** Stores a note on a product, which does not count as a change; an empty note removes it. Returns the stored note. */
export async function noteProduct(
  db: OwnerDb,
  ownerId: string,
  id: string,
  note: string,
): Promise<string | null> {
  const kept = note.trim() === '' ? null : note.trim();
  const { numUpdatedRows } = await db
    .updateTable('product')
    .set({ note: kept })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new AppError('not-found', `product ${id}`);
  }
  return kept;
}

/**
 * Deletes the selected products with their history. Throws `selection.changed` when the count that the person saw is no
 * longer right. Returns how many were deleted.
 */
export async function deleteProducts(
  db: OwnerDb,
  ownerId: string,
  selection: Selection,
  expected: number,
): Promise<number> {
  await requireCount(db, ownerId, selection, expected);
  const { numDeletedRows } = await db
    .deleteFrom('own_product')
    .where(whereSelected(ownerId, selection))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

interface Locked {
  id: string;
  revision: number;
  product: Product;
}

/** Reads and locks a product that is to be written; other writers wait. */
async function lockProduct(db: OwnerDb, ownerId: string, id: string): Promise<Locked> {
  const row = await db
    .selectFrom('product')
    .select(['id', 'revision', 'content'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `product ${id}`);
  }
  return { id, revision: row.revision, product: Product.parse(row.content) };
}

/** Writes the new state as the next revision, with its history. Writes nothing if nothing changed. */
async function writeProduct(
  db: OwnerDb,
  ownerId: string,
  current: Locked,
  edited: Product,
  how: { kind: ChangeKind; userId: string; edits?: readonly Edit[] },
): Promise<void> {
  const fields = describeChange(current.product, edited);
  if (fields.length === 0) {
    return;
  }
  requireValid(edited);
  await holdImages(db, ownerId, edited, current.product);
  const revision = current.revision + 1;
  await db
    .updateTable('product')
    .set({ ...columnsOf(edited), revision, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', current.id)
    .execute();
  const editSetId = await saveEditSet(db, ownerId, how);
  await saveChange(db, ownerId, { productId: current.id, editSetId, revision, fields });
}

async function changedMeanwhile(db: OwnerDb, ownerId: string, current: Locked): Promise<AppError> {
  const last = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select(['edit_set.user_id', 'product_change.at'])
    .where('product_change.owner_id', '=', ownerId)
    .where('product_change.product_id', '=', current.id)
    .orderBy('product_change.revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const names = await namesOf(db, ownerId, last?.user_id ? [last.user_id] : []);
  const by = last?.user_id ? names.get(last.user_id) : undefined;
  return new AppError('product.changed-meanwhile', `product ${current.id} is at ${current.revision}`, {
    params: {
      ...(by !== undefined && { by, name: by }),
      ...(last && { at: last.at.toISOString() }),
      revision: current.revision,
    },
  });
}

/** Takes only the fields that a person edits from what was sent. */
function withFieldsOf(current: Product, sent: Product): Product {
  return { ...current, ...Object.fromEntries(productFields.map((field) => [field, sent[field]])) };
}

function cleaned(product: Product): Product {
  const descriptionHtml = cleanHtml(product.descriptionHtml);
  return descriptionHtml === product.descriptionHtml ? product : { ...product, descriptionHtml };
}

/** Throws `product.invalid` with every issue and its location. */
function requireValid(product: Product): void {
  const issues = checkProduct(product);
  if (issues.length > 0) {
    throw new AppError('product.invalid', `${issues.length} issues, the first ${issues[0]?.code}`, {
      issues: issues.slice(0, 200).map(({ path, code, params }) => ({
        path,
        code,
        message: Object.values(params).join(' / '),
      })),
    });
  }
}
