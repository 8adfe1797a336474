import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ProductColumns } from './rows.ts';

/** A product to be written, with its id. */
export interface NewProductRow {
  id: string;
  columns: ProductColumns;
  collectedId: string | null;
  collectRunId: string | null;
  /** The snapshot that it is made from. */
  sourceHash?: string;
  /** The attachments of rules that made it. */
  rules?: readonly string[];
}

/**
 * Inserts many products at once; handles the column order itself. A collected product that was already claimed is left
 * out. Returns the ids that were written.
 */
export async function insertProducts(
  db: OwnerDb,
  ownerId: string,
  rows: readonly NewProductRow[],
): Promise<string[]> {
  const lists = columnTypes.map(([name, type]) =>
    listOf(
      type,
      rows.map((row) => cellOf(row, name)),
    ),
  );
  const names = columnTypes.map(([name]) => sql.ref(name));
  const taken = columnTypes.map(([name, type]) => takenFrom(name, type));
  const { rows: written } = await sql<{ id: string }>`
    insert into product (owner_id, collected_at, ${sql.join(names)})
    select ${ownerId}::uuid,
      (select collected.collected_at from collected where collected.id = given.collected_id), ${sql.join(taken)}
    from unnest(${sql.join(lists)}) as given (${sql.join(names)})
    on conflict (collected_id, (nullif(binned_at is null, false))) where collected_id is not null do nothing
    returning id
  `.execute(db);
  return written.map(({ id }) => id);
}

/** Builds the values of one column of several rows, to be unnested beside other columns. */
export function listOf(type: string, values: readonly unknown[]): RawBuilder<unknown> {
  return type.endsWith('[]')
    ? // Arrays of different lengths cannot be unnested side by side, so they are sent as JSON.
      sql`${values.map((value) => JSON.stringify(value))}::jsonb[]`
    : sql`${values}::${sql.raw(type)}[]`;
}

/** Builds the value of a column from the unnested rows, which are named `given`. */
export function takenFrom(name: string, type: string): RawBuilder<unknown> {
  return type.endsWith('[]')
    ? sql`array(select jsonb_array_elements_text(${sql.ref(`given.${name}`)}))::${sql.raw(type)}`
    : sql.ref(`given.${name}`);
}

type ColumnName = keyof ProductColumns | 'id' | 'collected_id' | 'collect_run_id' | 'source_hash' | 'rules';

/** The columns that are written of a product, with their types. */
export const columnTypes: readonly [ColumnName, string][] = [
  ['id', 'uuid'],
  ['collected_id', 'uuid'],
  ['collect_run_id', 'uuid'],
  ['source_hash', 'text'],
  ['rules', 'uuid[]'],
  ['content', 'jsonb'],
  ['title', 'text'],
  ['title_order', 'text'],
  ['handle', 'text'],
  ['status', 'text'],
  ['sku', 'text'],
  ['variant_count', 'integer'],
  ['image_count', 'integer'],
  ['image_url', 'text'],
  ['price', 'numeric'],
  ['price_max', 'numeric'],
  ['currency', 'text'],
  ['margin', 'integer'],
  ['stock', 'integer'],
  ['category', 'text'],
  ['categories', 'text[]'],
  ['tags', 'text[]'],
  ['vendor', 'text'],
  ['product_type', 'text'],
  ['compare_at', 'numeric'],
  ['cost', 'numeric'],
  ['platform', 'text'],
  ['source_host', 'text'],
  ['search', 'text'],
  ['bigrams', 'text[]'],
  ['fingerprint', 'text'],
];

function cellOf(row: NewProductRow, name: ColumnName): unknown {
  switch (name) {
    case 'id':
      return row.id;
    case 'collected_id':
      return row.collectedId;
    case 'collect_run_id':
      return row.collectRunId;
    case 'source_hash':
      return row.sourceHash ?? null;
    case 'rules':
      return row.rules ?? [];
    default:
      return row.columns[name];
  }
}
