import { applyEdits, type Edit } from '@bowerbird/catalog/edits/edit';
import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { withoutOwnValues } from '@bowerbird/catalog/own-values/in-store';
import { Product, productFields } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ProductDetail } from '@bowerbird/contract/products/products';
import { v7 } from 'uuid';
import { requireQuota } from '../../billing/quotas.ts';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';
import { holdImages } from '../../images/queries.ts';
import { namesOf } from '../../runs/names.ts';
import { invalid, type LockedProduct } from '../claim/prepare.ts';
import { OpenEditSet, saveEditSet, stepsOf } from '../history/edit-sets.ts';
import { findHistory, getRecord, saveRecords } from '../history/history.ts';
import { originsOf } from '../history/origins.ts';
import { Undoing, type UndoneProduct } from '../history/undo.ts';
import { isMarkingOf, undoMarks } from '../marks/undo-marks.ts';
import { cleanHtml } from '../write/description.ts';
import { insertProducts } from '../write/insert.ts';
import { withSentOwnValues } from '../write/own-values.ts';
import { columnsOf } from '../write/rows.ts';
import { lockProduct, type Written, writeLocked, writeProducts } from '../write/write.ts';
import { findListingMarks } from './listing-marks.ts';

/** Returns everything of one product; throws `not-found` for another owner's product. */
export async function getProduct(db: OwnerDb, ownerId: string, id: string): Promise<ProductDetail> {
  const row = await db
    .selectFrom('product')
    .select(['id', 'revision', 'content', 'collected_id', 'created_at', 'updated_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .modifyEnd(plannedOnce)
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
  const clean = {
    ...withoutOwnValues(product),
    descriptionHtml: cleanHtml(product.descriptionHtml),
    source: null,
    extra: {},
  };
  requireValid(clean);
  await holdImages(db, ownerId, clean, null);
  await requireQuota(db, ownerId, 'products', 1);
  const id = v7();
  await insertProducts(db, ownerId, [
    { id, columns: columnsOf(clean), collectedId: null, collectRunId: null },
  ]);
  const editSetId = await saveEditSet(db, ownerId, { kind: 'created', userId });
  await saveRecords(db, ownerId, editSetId, [{ productId: id, revision: 1, cells: [] }]);
  return id;
}

/**
 * Saves a product as the person edited it; its source stays unchanged, and own values in stores where none are sent. Throws `product.changed-meanwhile` if the
 * revision is no longer the one read, and `product.invalid`; then nothing is written. Returns what was removed from the
 * description.
 */
export async function saveProduct(
  db: OwnerDb,
  ownerId: string,
  request: { id: string; revision: number; product: Product; userId: string },
): Promise<{ name: string; count: number }[]> {
  const row = await lockProduct(db, ownerId, request.id);
  if (row.revision !== request.revision) {
    throw await changedMeanwhile(db, ownerId, row);
  }
  const editSet = OpenEditSet.of(ownerId, { kind: 'edited', userId: request.userId });
  const fields = withFieldsOf(row.product, request.product);
  const product = await withSentOwnValues(db, ownerId, fields, request.product.inStores);
  const [written] = await writeLocked(db, ownerId, editSet, [{ row, product }]);
  return requireWritten(written);
}

/** Applies edits to the current state of the product, including the changes of others. */
export async function editProduct(
  db: OwnerDb,
  ownerId: string,
  { id, edits, userId }: { id: string; edits: readonly Edit[]; userId: string },
): Promise<void> {
  const editSet = OpenEditSet.of(ownerId, { kind: 'edited', userId, steps: stepsOf(edits) });
  const [written] = await writeProducts(db, ownerId, editSet, [id], (product) => applyEdits(product, edits));
  requireWritten(written);
}

/** Returns what was removed from the description of a written product; throws why it could not be written. */
function requireWritten(written: Written | undefined): { name: string; count: number }[] {
  if (written?.outcome === 'rejected') {
    throw written.fault;
  }
  if (written === undefined || written.outcome === 'gone') {
    throw new AppError('not-found', `product ${written?.id}`);
  }
  return 'removedFromHtml' in written ? written.removedFromHtml : [];
}

/** Undoes one change of a product, or some of its cells, except those that were changed again since. */
export async function undoProductChange(
  db: OwnerDb,
  ownerId: string,
  request: { id: string; changeId: string; userId: string; paths?: readonly string[] | undefined },
): Promise<Pick<UndoneProduct, 'restored' | 'kept' | 'impossible'>> {
  const { id, changeId, userId, paths } = request;
  const row = await lockProduct(db, ownerId, id);
  if (await isMarkingOf(db, ownerId, changeId, id)) {
    const set = { id: v7(), runId: null, userId, undoes: changeId };
    const [marks] = await undoMarks(db, ownerId, set, { productIds: [id], paths: paths ?? null });
    const { restored = [], kept = [], impossible = [] } = marks ?? {};
    return { restored, kept, impossible: impossible.map((path) => ({ path, why: 'gone' })) };
  }
  await getRecord(db, ownerId, row.id, changeId);
  const [undone] = await new Undoing(ownerId, { userId, of: changeId }).undo(db, [id], paths);
  const { restored = [], kept = [], impossible = [] } = undone ?? {};
  return { restored, kept, impossible };
}

async function changedMeanwhile(db: OwnerDb, ownerId: string, current: LockedProduct): Promise<AppError> {
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

/** Throws `product.invalid` with every issue and its location. */
function requireValid(product: Product): void {
  const issues = checkProduct(product);
  if (issues.length > 0) {
    throw invalid(issues);
  }
}
