import { partsOf } from '@bowerbird/catalog/change/cell';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import { type EditedValue, productFields, variantFields } from '@bowerbird/files/staging/edited-product';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

/** By path, the value that a merchant's product had before the merchant first changed it. */
export type BeforeEdits = ReadonlyMap<string, unknown>;

/**
 * Returns what merchants changed in products themselves: not what claiming, the shop, or this import made of them. With
 * `revision`, only what came after it.
 */
export async function findMerchantEdits(
  db: OwnerDb,
  { ownerId, runId }: { ownerId: string; runId: string },
  products: ReadonlyMap<string, number | null>,
): Promise<Map<string, BeforeEdits>> {
  const { rows } = await sql<{ product_id: string; cells: { path: string; before?: unknown }[] }>`
    select change.product_id, change.cells
    from unnest(${[...products.keys()]}::uuid[], ${[...products.values()]}::integer[]) as imported (id, revision)
    join product_change as change on change.product_id = imported.id and change.revision > coalesce(imported.revision, 0)
    join edit_set on edit_set.id = change.edit_set_id
    where change.owner_id = ${ownerId} and edit_set.owner_id = ${ownerId}
      and edit_set.kind not in ('claimed', 'created', 'followed')
      and not (edit_set.kind = 'imported' and edit_set.run_id is not distinct from ${runId}::uuid)
    order by change.product_id, change.revision
  `.execute(db);
  const edits = new Map<string, Map<string, unknown>>();
  for (const { product_id: id, cells } of rows) {
    const own = edits.get(id) ?? new Map<string, unknown>();
    for (const { path, before } of cells) {
      if (!own.has(path)) {
        own.set(path, before);
      }
    }
    edits.set(id, own);
  }
  return edits;
}

/** Values that one cell can hold, and the paths of changes that no single cell of a file can. */
export interface ChangedValues {
  values: EditedValue[];
  others: string[];
}

/** Returns which values of a product are the merchant's and not the file's. */
export function changedValues(before: BeforeEdits, own: Product, staged: Product): ChangedValues {
  const values = new Map<string, EditedValue>();
  const others: string[] = [];
  for (const [path, first] of before) {
    const value = valueAt(path);
    if (value === null) {
      // Values of one store are in no supplier's file.
      if (!path.startsWith('inStores/')) {
        others.push(path);
      }
      continue;
    }
    const now = valueIn(own, value);
    const isBack = path !== 'tags' && !path.startsWith('tags/') && isSame(now ?? null, first ?? null);
    if (!isBack && !isSame(now, valueIn(staged, value))) {
      values.set(JSON.stringify(value), value);
    }
  }
  return { values: [...values.values()], others };
}

function valueAt(path: string): EditedValue | null {
  const [first = '', second = '', third = ''] = partsOf(path);
  const field = productFields.find((name) => name === first);
  if (field !== undefined) {
    return { of: 'product', field };
  }
  if (first === 'seo' && (second === 'title' || second === 'description')) {
    return { of: 'seo', field: second };
  }
  const ofVariant = first === 'variants' ? variantFields.find((name) => name === third) : undefined;
  return ofVariant === undefined ? null : { of: 'variant', variant: second, field: ofVariant };
}

function valueIn(product: Product, value: EditedValue): unknown {
  if (value.of === 'product') {
    return product[value.field];
  }
  return value.of === 'seo'
    ? product.seo[value.field]
    : product.variants.find(({ id }) => id === value.variant)?.[value.field];
}

/** Returns the path of a value, as changes name it. */
export function pathOfValue(value: EditedValue): string {
  return value.of === 'product'
    ? value.field
    : value.of === 'seo'
      ? `seo/${value.field}`
      : `variants/${value.variant}/${value.field}`;
}
