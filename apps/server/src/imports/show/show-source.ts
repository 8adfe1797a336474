import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { savedContent } from '../../collect/lists/collected-columns.ts';
import type { OwnerDb } from '../../db/database.ts';
import { findEditSetOf } from '../../products/history/edit-sets.ts';
import { recordsOf } from '../../products/history/history.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { mergedWith } from '../check/merged-source.ts';
import { asCollected, filePlatform } from '../check/source-product.ts';
import { getFileSource } from '../queries.ts';
import { changeOf, type ShowChanges, type ShownChange } from './list-items.ts';

/**
 * Shows what a supplier's file changes: in a product that was claimed, what merging makes of it; in one that was not, what
 * differs from the file before. What was applied is shown as the history has it.
 */
export const showSource: ShowChanges = async (db, row, items) => {
  const { owner_id: ownerId, source_id: sourceId, request } = row;
  const shown = new Map<number, ShownChange>();
  if (sourceId === null) {
    return shown;
  }
  if (row.state === 'applied') {
    return await showWritten(db, ownerId, row.run_id, items);
  }
  const supplier = await getFileSource(db, ownerId, sourceId);
  const read = items.flatMap(({ row: item, product }) =>
    product === null ? [] : [{ item, content: asCollected(product, supplier, request) }],
  );
  const claimed = new Map(
    read.flatMap(({ item, content }) => {
      const saved = savedContent(content);
      return item.product_id === null
        ? []
        : [[item.product_id, { content: saved.product, hash: saved.hash }] as const];
    }),
  );
  const merged = await mergedWith(db, ownerId, claimed);
  const before = await findContents(
    db,
    { ownerId, shop: sourceId },
    read.map(({ item }) => item.key),
  );
  for (const { item, content } of read) {
    const own = merged.get(item.product_id ?? '');
    const earlier = before.get(item.key);
    if (own) {
      shown.set(item.position, { cells: own.cells, products: [own.after, own.before] });
    } else if (earlier) {
      shown.set(item.position, changeOf(earlier, content));
    } else {
      shown.set(item.position, changeOf(withoutDetails(content), content));
    }
  }
  return shown;
};

/** Shows what an import wrote into products. */
export async function showWritten(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  items: Parameters<ShowChanges>[2],
): Promise<Map<number, ShownChange>> {
  const editSetId = await findEditSetOf(db, ownerId, runId);
  const ids = items.flatMap(({ row }) => row.product_id ?? []);
  if (editSetId === null || ids.length === 0) {
    return new Map();
  }
  const records = await recordsOf(db, ownerId, editSetId, ids);
  const products = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  return new Map(
    items.flatMap(({ row: { position, product_id: id } }) => {
      const record = records.get(id ?? '');
      const product = products.get(id ?? '');
      return record ? [[position, { cells: record.cells, products: product ? [product] : [] }] as const] : [];
    }),
  );
}

/** A product of which only the title and the images are known: the list shows those by themselves. */
function withoutDetails(product: Product): Product {
  return {
    ...product,
    descriptionHtml: '',
    vendor: null,
    productType: null,
    tags: [],
    categories: [],
    options: [],
    variants: [],
    attributes: [],
  };
}

async function findContents(
  db: OwnerDb,
  { ownerId, shop }: { ownerId: string; shop: string },
  keys: readonly string[],
): Promise<Map<string, Product>> {
  const { rows } = await sql<{ source_id: string; content: Product }>`
    select source_id, content from collected
    where owner_id = ${ownerId} and platform = ${filePlatform} and shop = ${shop} and source_id = any(${keys}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.source_id, row.content]));
}
