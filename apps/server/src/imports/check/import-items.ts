import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { StagedProduct } from '@bowerbird/files/formats/format';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { columnText, jsonText } from '../../db/json-text.ts';
import type { ItemLines } from '../../db/tables/imports.ts';
import type { RowSpan } from '../rows/stored-rows.ts';
import type { Compared } from './compared.ts';

/** A product of the file to be recorded. */
export interface NewItem extends Compared {
  position: number;
  title: string;
  span: RowSpan | null;
  variants: number;
  lines: ItemLines | null;
  faults: readonly FileFault[];
  /** What is no error, and counted beside the errors. */
  notices: readonly FileFault[];
}

/** Returns where the parts of a product stand in the file. */
export function linesOf({ origin }: StagedProduct): ItemLines {
  return { variants: { ...origin.variants }, images: [...origin.images] };
}

/** Records products of an import. */
export async function insertItems(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) {
    return;
  }
  const list = <Value>(of: (item: NewItem) => Value) => items.map(of);
  await sql`
    insert into import_item (run_id, owner_id, position, key, title, first_row, last_row, rows, lines, variants, in_group,
      product_id, revision, content_hash, faults)
    select ${runId}::uuid, ${ownerId}::uuid, given.position, given.key, given.title, given.first_row, given.last_row,
      case when given.rows is null then null
        else array(select jsonb_array_elements_text(given.rows)::integer) end,
      given.lines, given.variants, given.in_group, given.product_id, given.revision, given.content_hash, given.faults
    from unnest(
      ${list(({ position }) => position)}::integer[], ${list(({ key }) => columnText(key))}::text[],
      ${list(({ title }) => columnText(title).slice(0, 255))}::text[],
      ${list(({ span }) => span?.first_row ?? null)}::integer[],
      ${list(({ span }) => span?.last_row ?? null)}::integer[],
      ${list(({ span }) => (span?.rows ? JSON.stringify(span.rows) : null))}::jsonb[],
      ${list(({ lines }) => lines && JSON.stringify(lines))}::jsonb[],
      ${list(({ variants }) => variants)}::integer[], ${list(({ group }) => group)}::text[],
      ${list(({ productId }) => productId)}::uuid[], ${list(({ revision }) => revision)}::integer[],
      ${list(({ contentHash }) => contentHash)}::text[],
      ${list(({ faults }) => (faults.length > 0 ? jsonText(faults) : null))}::jsonb[]
    ) as given (position, key, title, first_row, last_row, rows, lines, variants, in_group, product_id, revision,
      content_hash, faults)
  `.execute(db);
}

/** Deletes what an earlier check recorded. */
export async function deleteChecked(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  for (const table of ['import_item', 'import_fault'] as const) {
    await db.deleteFrom(table).where('owner_id', '=', ownerId).where('run_id', '=', runId).execute();
  }
}
