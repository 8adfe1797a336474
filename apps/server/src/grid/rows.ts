import type { Product } from '@bowerbird/catalog/product';
import { type GridProduct, gridMax } from '@bowerbird/contract/products/grid';
import type { Selection } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';
import { countSelection } from '../products/list/selection.ts';

/** Returns the ids of the newest selected products, as many as a grid holds, and how many are selected. */
export async function openGrid(
  db: OwnerDb,
  ownerId: string,
  selection: Selection,
): Promise<{ ids: string[]; total: number }> {
  const rows = await db
    .selectFrom('own_product')
    .select('id')
    .where(whereSelected(ownerId, selection))
    .orderBy('id', 'desc')
    .limit(gridMax.products)
    .execute();
  const total = rows.length < gridMax.products ? rows.length : await countSelection(db, ownerId, selection);
  return { ids: rows.map(({ id }) => id), total };
}

/** What a grid shows of a product; the large rest of it is not even read. */
type Shown = Omit<Product, 'descriptionHtml' | 'images' | 'source' | 'extra' | 'attributes' | 'priceTiers'>;

/** Returns these products of the owner, in this order; others are left out. */
export async function readRows(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<GridProduct[]> {
  const { rows } = await sql<{ id: string; revision: number; image_url: string | null; shown: Shown }>`
    select id, revision, image_url,
      content - '{descriptionHtml,images,source,extra,attributes,priceTiers}'::text[] as shown
    from product
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])
  `.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row ? [toGridProduct({ ...row, imageUrl: row.image_url, product: row.shown })] : [];
  });
}

/** Returns a product in the form for the grid. */
export function toGridProduct(row: {
  id: string;
  revision: number;
  imageUrl: string | null;
  product: Shown;
}): GridProduct {
  const { id, revision, imageUrl, product } = row;
  const { currency, title, handle, status, vendor, productType, tags, categories, seo, options } = product;
  return {
    ...{
      id,
      revision,
      imageUrl,
      currency,
      title,
      handle,
      status,
      vendor,
      productType,
      tags,
      categories,
      seo,
      options,
    },
    variants: product.variants.map((variant) => ({
      id: variant.id,
      optionValues: variant.optionValues,
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      cost: variant.cost,
      stock: variant.stock,
      weight: variant.weight,
      available: variant.available,
      requiresShipping: variant.requiresShipping,
      taxable: variant.taxable,
    })),
  };
}
