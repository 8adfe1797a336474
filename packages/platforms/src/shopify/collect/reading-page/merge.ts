import { isReadablePrice } from '../../../collecting/pages/variant-rows.ts';
import { idOf, type UnreadObject } from '../../../reading/unread.ts';
import { inventoryKeys } from '../inventory/inventory.ts';
import { type PageForm, type Stated, statesAllVariants } from './stated.ts';

/** The variants of a page's product, each field from the first form that has it. */
export interface MergedVariants {
  rows: UnreadObject[];
  /** The form that lists the variants; prices may come from another. */
  form: PageForm;
  pricesBy: Stated;
  /** True when a form was read that has all variants; otherwise there may be more. */
  areAll: boolean;
  /** Returns another form's rows in the order of `rows`; null where it does not have a variant. */
  rowsOf(stated: Stated): (UnreadObject | null)[];
}

/** Fields of a variant that any form may supply; SKU and price have rules of their own. */
const added = [
  'barcode',
  'available',
  'grams',
  'weight',
  'weight_unit',
  'featured_image',
  'requires_shipping',
  'taxable',
] as const;

/**
 * Returns the variants of the most complete form, completed by the others; null where no form has a variant with a
 * price. Prices come from one form for all variants, as two forms may disagree. `inventoryOf` returns the inventory of
 * these variants where no form has it.
 */
export function mergeVariants(
  forms: readonly Stated[],
  inventoryOf: (ids: ReadonlySet<string>) => ReadonlyMap<string, UnreadObject> = () => new Map(),
): MergedVariants | null {
  const priced = forms.filter(({ rows, form }) => rows.length > 0 && form !== 'app-json');
  const complete = priced.filter(statesAllVariants);
  const spine = most(complete) ?? priced[0];
  if (spine === undefined) {
    return null;
  }
  const known = new Map<Stated, (UnreadObject | null)[]>();
  const rowsOf = (stated: Stated) => {
    const rows = known.get(stated) ?? inOrderOf(spine, stated);
    known.set(stated, rows);
    return rows;
  };
  const isReadable = (stated: Stated) =>
    rowsOf(stated).every((row) => row !== null && isReadablePrice(row.price));
  const pricesBy = priced.find(isReadable) ?? spine;
  const inventory = inventoryOf(new Set(spine.rows.flatMap(({ id }) => idOf(id) ?? [])));
  return {
    form: spine.form,
    pricesBy,
    areAll: complete.length > 0 || spine.rows.length > 1,
    rowsOf,
    rows: spine.rows.map((row, at) => ({
      ...inventory.get(idOf(row.id) ?? ''),
      ...inventoryIn(forms, at, rowsOf),
      ...merged(row, at, forms, pricesBy, rowsOf),
    })),
  };
}

function merged(
  row: UnreadObject,
  at: number,
  forms: readonly Stated[],
  pricesBy: Stated,
  rowsOf: MergedVariants['rowsOf'],
): UnreadObject {
  const own = forms.map((stated) => ({ stated, row: rowsOf(stated)[at] ?? null }));
  const first = (key: string) =>
    own.find((one) => one.row?.[key] !== undefined && one.row[key] !== null && one.row[key] !== '')?.row?.[
      key
    ];
  const fields = Object.fromEntries(added.map((key) => [key, first(key)]));
  const id = idOf(row.id);
  // When one of the platform's own forms has no SKU, there is none; in other forms the id is written in its place.
  const sure = own.find((one) => statesAllVariants(one.stated) && one.row !== null && 'sku' in one.row);
  const sku = idOf(sure === undefined ? first('sku') : sure.row?.sku);
  const price = rowsOf(pricesBy)[at]?.price ?? row.price;
  return {
    ...fields,
    id,
    sku: sku === id ? null : sku,
    price,
    compare_at_price: rowsOf(pricesBy)[at]?.compare_at_price ?? first('compare_at_price'),
  };
}

/**
 * Returns what the forms contain about a variant's inventory, each field from the first that has it; null is a value
 * too and means "not tracked".
 */
function inventoryIn(forms: readonly Stated[], at: number, rowsOf: MergedVariants['rowsOf']): UnreadObject {
  const rows = forms.map((stated): UnreadObject => rowsOf(stated)[at] ?? {});
  return Object.fromEntries(
    inventoryKeys.flatMap((key) => {
      const row = rows.find((each) => each[key] !== undefined);
      return row === undefined ? [] : [[key, row[key]]];
    }),
  );
}

/** Returns the form with the most variants; of several the first. */
function most(forms: readonly Stated[]): Stated | undefined {
  return forms.reduce<Stated | undefined>(
    (best, stated) => (best === undefined || stated.rows.length > best.rows.length ? stated : best),
    undefined,
  );
}

/**
 * Returns a form's rows matched to those of another: by id, else by a unique SKU, else the only row to the only row.
 */
function inOrderOf(spine: Stated, stated: Stated): (UnreadObject | null)[] {
  if (stated === spine) {
    return [...spine.rows];
  }
  const byId = keyed(stated.rows, (row) => idOf(row.id));
  const bySku = keyed(stated.rows, (row) => idOf(row.sku));
  const spineSkus = keyed(spine.rows, (row) => idOf(row.sku));
  return spine.rows.map((row) => {
    const id = idOf(row.id);
    const same = id === null ? undefined : byId.get(id);
    if (same) {
      return same;
    }
    const sku = idOf(row.sku);
    const similar = sku !== null && spineSkus.get(sku) === row ? bySku.get(sku) : undefined;
    if (similar && idOf(similar.id) === null) {
      return similar;
    }
    const [only] = stated.rows;
    const isAlone = spine.rows.length === 1 && stated.rows.length === 1;
    return isAlone && only !== undefined && (idOf(only.id) === null || id === null) ? only : null;
  });
}

/** Returns rows by a key; null for a key that several rows have. */
function keyed(
  rows: readonly UnreadObject[],
  keyOf: (row: UnreadObject) => string | null,
): Map<string, UnreadObject | null> {
  const found = new Map<string, UnreadObject | null>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) {
      found.set(key, found.has(key) ? null : row);
    }
  }
  return found;
}
