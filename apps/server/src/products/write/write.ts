import type { Cell } from '@bowerbird/catalog/change/cell';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { mapInTurns } from '../../async/map-in-turns.ts';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';
import { holdImages } from '../../images/queries.ts';
import {
  type Checked,
  faultIn,
  type LockedProduct,
  type Prepared,
  type ProductWrite,
  prepare,
} from '../claim/prepare.ts';
import type { OpenEditSet } from '../history/edit-sets.ts';
import { addToRecords, saveRecords } from '../history/history.ts';
import type { CleanHtml } from './description.ts';
import { updateProducts } from './update.ts';

/**
 * What became of one product. `changed-since`: as `changed`, but its revision was not the one expected, so that the
 * change was applied to what is there now. `repeated`: the edit set had changed it before, and nothing is written
 * again. `rejected`: it would become invalid, and stays as it was.
 */
export type Written = { id: string } & (
  | {
      outcome: 'changed' | 'changed-since';
      /** The new revision. */
      revision: number;
      product: Product;
      cells: Cell[];
      /** What was removed from the description for safety. */
      removedFromHtml: CleanHtml['removed'];
    }
  | { outcome: 'unchanged'; removedFromHtml: CleanHtml['removed'] }
  | { outcome: 'repeated' | 'gone' }
  | { outcome: 'rejected'; fault: AppError }
);

export interface WriteOptions {
  /**
   * For an edit set that may change a product more than once, because something else decides what is left to do: its
   * record then tells of all changes together.
   */
  addToRecords?: boolean;
}

/** A product to be changed, and the revision that the change was made for. */
export type Target = string | { id: string; expectedRevision: number };

/**
 * Changes products of one owner as one edit set, in the transaction of the caller: the only way in which an existing
 * product gets another content. Rows are locked in the order of their ids; what is written is valid, with clean HTML,
 * as the next revision and with its history. A product that would become invalid is rejected alone. `change` returns
 * the product itself where it changes nothing, or a write that it has checked. Returns what became of each, in the order given; for a few hundred at
 * once, since the rows stay locked until the transaction ends.
 */
export async function writeProducts(
  db: OwnerDb,
  ownerId: string,
  editSet: OpenEditSet,
  targets: readonly Target[],
  change: (product: Product, row: LockedProduct) => Product | Checked,
  options: WriteOptions = {},
): Promise<Written[]> {
  const wanted = targets.map((target) =>
    typeof target === 'string' ? { id: target, expectedRevision: undefined } : target,
  );
  const rows = await lockProducts(
    db,
    ownerId,
    wanted.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const writes = await mapInTurns(wanted, ({ id, expectedRevision }) => {
    const row = found.get(id);
    if (!row) {
      return [];
    }
    const made = change(row.product, row);
    return 'cells' in made ? [{ ...made, expectedRevision }] : [{ row, product: made, expectedRevision }];
  });
  const written = new Map(
    (await writeLocked(db, ownerId, editSet, writes.flat(), options)).map((outcome) => [outcome.id, outcome]),
  );
  return wanted.map(({ id }) => written.get(id) ?? { id, outcome: 'gone' });
}

/**
 * Reads and locks products that are to be written, in the order of their ids; other writers wait. Products of other
 * owners are left out.
 */
export async function lockProducts(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<LockedProduct[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'revision', 'content'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .modifyEnd(plannedOnce)
    .execute();
  return rows.map(({ id, revision, content }) => ({ id, revision, product: content }));
}

/** Returns one locked product; throws `not-found`. */
export async function lockProduct(db: OwnerDb, ownerId: string, id: string): Promise<LockedProduct> {
  const [row] = await lockProducts(db, ownerId, [id]);
  if (!row) {
    throw new AppError('not-found', `product ${id}`);
  }
  return row;
}

/** The same for products that the caller has locked and changed. */
export async function writeLocked(
  db: OwnerDb,
  ownerId: string,
  editSet: OpenEditSet,
  writes: readonly (ProductWrite | Checked)[],
  options: WriteOptions = {},
): Promise<Written[]> {
  const written = new Map<string, Written>();
  const changed: Prepared[] = [];
  const others: ProductWrite[] = [];
  for (const write of writes) {
    const { id } = write.row;
    const prepared = 'cells' in write ? write : prepare(write);
    const fault = prepared.cells.length === 0 ? null : await faultOf(db, ownerId, prepared);
    if (fault !== null) {
      written.set(id, { id, outcome: 'rejected', fault });
    } else if (prepared.cells.length > 0) {
      changed.push(prepared);
    } else {
      written.set(id, { id, outcome: 'unchanged', removedFromHtml: prepared.removedFromHtml });
      others.push(prepared);
    }
  }
  const fresh = await record(db, ownerId, editSet, changed, options);
  await updateProducts(
    db,
    ownerId,
    changed.filter(({ row }) => fresh.has(row.id)),
  );
  await updateProducts(
    db,
    ownerId,
    others.filter(({ snapshot }) => snapshot !== undefined).map((write) => ({ ...write, cells: [] })),
  );
  for (const { row, product, expectedRevision, cells, removedFromHtml } of changed) {
    const { id, revision } = row;
    const outcome = (expectedRevision ?? revision) === revision ? 'changed' : 'changed-since';
    written.set(
      id,
      fresh.has(id)
        ? { id, outcome, revision: revision + 1, product, cells, removedFromHtml }
        : { id, outcome: 'repeated' },
    );
  }
  return writes.flatMap(({ row }) => written.get(row.id) ?? []);
}

/** Records the changes, and returns the ids of those products that may be written. */
async function record(
  db: OwnerDb,
  ownerId: string,
  editSet: OpenEditSet,
  changed: readonly Prepared[],
  options: WriteOptions,
): Promise<Set<string>> {
  if (changed.length === 0) {
    return new Set();
  }
  const editSetId = await editSet.open(db);
  const records = changed.map(({ row: { id, revision }, cells }) => ({
    productId: id,
    revision: revision + 1,
    cells,
  }));
  if (!options.addToRecords) {
    return await saveRecords(db, ownerId, editSetId, records);
  }
  await addToRecords(db, ownerId, editSetId, records);
  return new Set(records.map(({ productId }) => productId));
}

/** Returns why a product cannot be written: what `faultIn` finds, or an uploaded image that no longer exists. */
async function faultOf(db: OwnerDb, ownerId: string, prepared: Prepared): Promise<AppError | null> {
  const fault = 'isValid' in prepared ? null : faultIn(prepared);
  const { row, product } = prepared;
  if (fault !== null || row.product.images === product.images || isSame(row.product.images, product.images)) {
    return fault;
  }
  try {
    await holdImages(db, ownerId, product, row.product);
    return null;
  } catch (thrown) {
    const gone = AppError.from(thrown);
    if (gone.code === 'image.gone') {
      return gone;
    }
    throw thrown;
  }
}
