import type { Provenance } from '@bowerbird/contract/products/provenance';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { ImportFigures, ItemLines } from '../db/tables/imports.ts';
import type { Mergeable } from '../recollect/mergeable.ts';

/** Where values of a product stand in an imported file: row and column by their path. */
export type InFile = ReadonlyMap<string, NonNullable<Provenance['file']>>;

interface Item {
  run_id: string;
  name: string;
  first_row: number | null;
  lines: ItemLines | null;
  figures: Partial<ImportFigures>;
}

/** Returns where the values that a claimed product was made of stand in its supplier's file; empty for one of a shop. */
export async function findInFile(
  db: OwnerDb,
  ownerId: string,
  { collected, known }: Pick<Mergeable, 'collected' | 'known'>,
): Promise<InFile> {
  if (collected.platform !== 'file') {
    return new Map();
  }
  const { rows } = await sql<Item>`
    select item.run_id, run.title as name, item.first_row, item.lines, import.figures
    from collected
    join import_item as item on item.run_id = collected.last_run_id and item.key = collected.source_id
      and item.owner_id = ${ownerId}
    join import on import.run_id = item.run_id and import.owner_id = ${ownerId}
    join run on run.id = item.run_id and run.owner_id = ${ownerId}
    where collected.owner_id = ${ownerId} and collected.id = ${collected.id} and item.first_row is not null
    order by item.position limit 1
  `.execute(db);
  return inFile(rows[0], known?.variantIds ?? []);
}

/** Returns where the values stand that imports wrote into a product as edits, by the import's run. */
export async function findEditedInFiles(
  db: OwnerDb,
  ownerId: string,
  productId: string,
  runIds: readonly string[],
): Promise<Map<string, InFile>> {
  if (runIds.length === 0) {
    return new Map();
  }
  const { rows } = await sql<Item>`
    select item.run_id, run.title as name, item.first_row, item.lines, import.figures
    from import_item as item
    join import on import.run_id = item.run_id and import.owner_id = ${ownerId}
    join run on run.id = item.run_id and run.owner_id = ${ownerId}
    where item.owner_id = ${ownerId} and item.product_id = ${productId} and item.run_id = any(${runIds}::uuid[])
      and item.first_row is not null
  `.execute(db);
  return new Map(rows.map((row) => [row.run_id, inFile(row, [])]));
}

/** @param variantIds our ids of the file's variants, in its order; those that are missing are the file's own */
function inFile(item: Item | undefined, variantIds: readonly string[]): InFile {
  const found = new Map<string, NonNullable<Provenance['file']>>();
  if (!item) {
    return found;
  }
  const { name, first_row: first, lines, figures } = item;
  const ids = Object.entries(lines?.variants ?? {}).map(
    ([id, row], at) => [variantIds[at] ?? id, row] as const,
  );
  for (const [field, column] of Object.entries(figures.columns ?? {})) {
    const [list = '', part = ''] = field.split('.');
    if (list === 'variants') {
      for (const [id, row] of ids) {
        found.set(`variants/${id}/${part}`, { name, row, column });
      }
    } else if (list === 'images') {
      found.set('images', { name, row: lines?.images[0] ?? first ?? 0, column });
    } else {
      found.set(field.replace('.', '/'), { name, row: first ?? 0, column });
    }
  }
  return found;
}
