import type { Cell } from '@bowerbird/catalog/change/cell';
import { composeCells } from '@bowerbird/catalog/change/compose';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ProductChange } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { namesOf } from '../../runs/names.ts';
import type { ChangeKind } from './edit-sets.ts';

/** A change of what the product is. */
export type RecordedChange = ProductChange & { kind: ChangeKind };

/** What an edit set changed in one product. */
export interface NewRecord {
  productId: string;
  /** The revision that it created. */
  revision: number;
  cells: readonly Cell[];
}

/**
 * Records what an edit set changes in locked products, before it is written to them. Returns the products that the set
 * had not changed before: only these may be written, so that a job that was killed and resumed applies nothing twice.
 */
export async function saveRecords(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  records: readonly NewRecord[],
): Promise<Set<string>> {
  const { rows } = await sql<{ product_id: string }>`
    ${inserted(ownerId, editSetId, records)}
    on conflict (edit_set_id, product_id) do nothing
    returning product_id
  `.execute(db);
  return new Set(rows.map(({ product_id }) => product_id));
}

/**
 * Records further changes of an edit set that may change a product more than once, as a run does that reads a product
 * twice: each product still has one record, of both changes. What was undone of the earlier one is no part of it.
 */
export async function addToRecords(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  records: readonly NewRecord[],
): Promise<void> {
  const earlier = await recordsOf(
    db,
    ownerId,
    editSetId,
    records.map(({ productId }) => productId),
  );
  const joined = records.map((record) => {
    const known = earlier.get(record.productId);
    return known ? { ...record, cells: composeCells(leftOf(known), record.cells) } : record;
  });
  await sql`
    ${inserted(ownerId, editSetId, joined)}
    on conflict (edit_set_id, product_id) do update
    set cells = excluded.cells, revision = excluded.revision, at = excluded.at, undone = null
  `.execute(db);
}

function inserted(ownerId: string, editSetId: string, records: readonly NewRecord[]) {
  return sql`
    insert into product_change (edit_set_id, product_id, owner_id, revision, cells)
    select ${editSetId}::uuid, given.product_id, ${ownerId}::uuid, given.revision, given.cells
    from unnest(
      ${records.map(({ productId }) => productId)}::uuid[], ${records.map(({ revision }) => revision)}::integer[],
      ${records.map(({ cells }) => jsonText(cells))}::jsonb[]
    ) as given (product_id, revision, cells)`;
}

/** The cells of a change, and which of them were undone. */
export interface SavedRecord {
  cells: Cell[];
  undone: string[] | null;
}

/** Returns what an edit set changed in these products, by product. */
export async function recordsOf(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  productIds: readonly string[],
): Promise<Map<string, SavedRecord>> {
  const rows = await db
    .selectFrom('product_change')
    .select(['product_id', 'cells', 'undone'])
    .where('owner_id', '=', ownerId)
    .where('edit_set_id', '=', editSetId)
    .where(sql<boolean>`product_id = any(${productIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ product_id, ...record }) => [product_id, record]));
}

/** Returns the cells of a change that were not undone. */
export function leftOf({ cells, undone }: SavedRecord): Cell[] {
  const gone = new Set(undone);
  return cells.filter(({ path }) => !gone.has(path));
}

/** The name of the only store that an edit set took values from. */
const storeOf = sql<string | null>`(
  select store.name from store
  where cardinality(edit_set.shop_ids) = 1 and store.shop_id = edit_set.shop_ids[1]
  order by store.removed_at is not null, store.id desc limit 1
)`;

/** Returns a product's history, newest first. */
export async function findHistory(
  db: OwnerDb,
  ownerId: string,
  productId: string,
): Promise<RecordedChange[]> {
  const rows = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .leftJoin('rule_change', 'rule_change.run_id', 'edit_set.run_id')
    .leftJoin('edit_rule', 'edit_rule.id', 'rule_change.rule_id')
    .leftJoin('rule_attachment', 'rule_attachment.id', 'rule_change.adds')
    .select([
      'edit_rule.id as rule_id',
      'edit_rule.name as rule_name',
      'rule_attachment.version as rule_version',
      'product_change.edit_set_id as id',
      'product_change.at',
      'product_change.revision',
      'product_change.cells',
      'product_change.undone',
      'edit_set.kind',
      'edit_set.user_id',
      'edit_set.run_id',
      storeOf.as('store'),
    ])
    .where('product_change.owner_id', '=', ownerId)
    .where('product_change.product_id', '=', productId)
    .orderBy('product_change.revision', 'desc')
    .modifyEnd(plannedOnce)
    .execute();
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
    ...(row.rule_id !== null &&
      row.rule_name !== null && {
        rule: { id: row.rule_id, name: row.rule_name, version: row.rule_version },
      }),
    revision: row.revision,
    ...(row.run_id !== null && { runId: row.run_id }),
    ...(row.store !== null && { store: row.store }),
    ...shownCells(row),
  }));
}

/** Returns the option values of a product's variants, by which people know them, by id. */
export function variantNames({ variants }: Product): Record<string, string[]> {
  return Object.fromEntries(variants.map(({ id, optionValues }) => [id, optionValues]));
}

/** Returns the cells of a change for the console; a change is undone when all of its cells are. */
export function shownCells(record: SavedRecord): Pick<ProductChange, 'cells' | 'undone'> {
  const gone = new Set(record.undone);
  const cells = record.cells.map((cell) => ({ ...cell, undone: gone.has(cell.path) }));
  return { cells, undone: cells.length > 0 && cells.every(({ undone }) => undone) };
}

/** Returns what one edit set changed in a product; throws `not-found`. */
export async function getRecord(
  db: OwnerDb,
  ownerId: string,
  productId: string,
  editSetId: string,
): Promise<SavedRecord> {
  const record = (await recordsOf(db, ownerId, editSetId, [productId])).get(productId);
  if (!record) {
    throw new AppError('not-found', `change ${editSetId} of ${productId}`);
  }
  return record;
}
