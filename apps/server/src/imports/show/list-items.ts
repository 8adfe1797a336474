import type { Cell } from '@bowerbird/catalog/change/cell';
import { describeChange } from '@bowerbird/catalog/change/describe';
import type { Product } from '@bowerbird/catalog/product';
import type { ImportGroup, listImportItems } from '@bowerbird/contract/files/imports';
import type { AnswerOf } from '@bowerbird/contract/route';
import { type Selectable, sql } from 'kysely';
import { variantLabels } from '../../bulk-edits/sample.ts';
import type { OwnerDb } from '../../db/database.ts';
import type { ImportItemTable } from '../../db/tables/imports.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { readingOf } from '../rows/reading.ts';
import { StoredRows } from '../rows/stored-rows.ts';
import { outcomeOfItem } from './outcomes.ts';

type Items = AnswerOf<typeof listImportItems>;
type Row = Selectable<ImportItemTable>;

/** Products in one page of the list. */
const listedMax = 50;

/** What would change in a product: its cells, and the product before and after for the names of its variants. */
export interface ShownChange {
  cells: Cell[];
  products: Product[];
}

/** Returns what an import would change, or did, in products of its file, by position. */
export type ShowChanges = (
  db: OwnerDb,
  row: ImportRow,
  items: readonly { row: Row; product: Product | null }[],
) => Promise<Map<number, ShownChange>>;

/** Lists the products of one group, in the order of the file, after this position. */
export async function findItems(
  db: OwnerDb,
  ownerId: string,
  { id, group, after }: { id: string; group: ImportGroup; after: number },
  shows: Record<'source' | 'edit', ShowChanges>,
): Promise<Items> {
  const row = await getImportRow(db, ownerId, id);
  const { rows } = await sql<Row & { shown: Row['outcome'] }>`
    select item.*, ${outcomeOfItem} as shown from import_item as item
    join import on import.run_id = item.run_id and import.owner_id = ${ownerId}
    where item.owner_id = ${ownerId} and item.run_id = ${id} and item.in_group = ${group}
      and item.position > ${after}
    order by item.position limit ${listedMax}
  `.execute(db);
  const read = await readItems(db, row, rows);
  const items = rows.map((each, at) => ({ row: each, product: read[at] ?? null }));
  const changes = await shows[row.request.into.as](db, row, items);
  const own = new Map(
    (
      await productsByIds(
        db,
        ownerId,
        rows.flatMap((each) => each.product_id ?? []),
      )
    ).map((each) => [each.id, each.product]),
  );
  return {
    items: items.map(({ row: item, product }) => {
      const change = changes.get(item.position);
      const shown = own.get(item.product_id ?? '') ?? product;
      const cells = change?.cells ?? [];
      return {
        id: String(item.position),
        title: item.title || (shown?.title ?? ''),
        row: item.first_row,
        productId: own.has(item.product_id ?? '') ? item.product_id : null,
        imageUrl: shown?.images[0]?.url ?? null,
        cells,
        variants: variantLabels(
          cells.map(({ path }) => path),
          ...(change?.products ?? []),
        ),
        faults: item.faults ?? [],
        outcome: item.shown,
        rejection: item.rejection,
      };
    }),
    total: row.figures.groups?.[group] ?? 0,
    totalIsEstimate: false,
    nextCursor: rows.length === listedMax ? String(rows.at(-1)?.position ?? '') : null,
  };
}

/** Reads products of a file again; null for what cannot be read. */
export async function readItems(
  db: OwnerDb,
  row: ImportRow,
  items: readonly Pick<Row, 'first_row' | 'last_row' | 'rows'>[],
): Promise<(Product | null)[]> {
  const { opened, owner_id: ownerId, run_id: runId } = row;
  const reading = opened && readingOf(opened, row.request.mapping);
  if (!opened || !reading) {
    return items.map(() => null);
  }
  const rows = await StoredRows.of(db, { ownerId, runId, opened, reading });
  // A code of the merchant's own was known when the file was checked.
  const isEdit = row.request.into.as === 'edit';
  return (await rows.read(db, items)).map((own) =>
    own.length === 0 ? null : reading.read(own, () => isEdit).product,
  );
}

/** Returns the change between two states of a product. */
export function changeOf(before: Product, after: Product): ShownChange {
  return { cells: describeChange(before, after), products: [after, before] };
}
