import { isReadablePrice } from '../../collecting/variant-rows.ts';
import { idOf, type UnreadObject } from '../../unread.ts';
import { inventoryKeys } from '../inventory.ts';
import { type PageForm, type Told, tellsAllVariants } from './told.ts';

/** The variants of a page's product, each field from the first form that tells it. */
export interface MergedVariants {
  rows: UnreadObject[];
  /** The form that names the variants; prices may be another's. */
  form: PageForm;
  pricesBy: Told;
  /** Whether a form was read that tells all variants; else there may be more. */
  areAll: boolean;
  /** Another form's rows in the order of `rows`; null where it does not tell a variant. */
  rowsOf(told: Told): (UnreadObject | null)[];
}

/** Fields of a variant that any form may add to; SKU and price have rules of their own. */
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
 * The variants that the most telling form names, completed by the others; null where no form tells a variant with a price.
 * Prices come from one form for all variants: two sources of them are two opinions. `inventoryOf` tells the stock of these
 * variants where no form does.
 */
export function mergeVariants(
  forms: readonly Told[],
  inventoryOf: (ids: ReadonlySet<string>) => ReadonlyMap<string, UnreadObject> = () => new Map(),
): MergedVariants | null {
  const priced = forms.filter(({ rows, form }) => rows.length > 0 && form !== 'app-json');
  const complete = priced.filter(tellsAllVariants);
  const spine = most(complete) ?? priced[0];
  if (spine === undefined) {
    return null;
  }
  const known = new Map<Told, (UnreadObject | null)[]>();
  const rowsOf = (told: Told) => {
    const rows = known.get(told) ?? inOrderOf(spine, told);
    known.set(told, rows);
    return rows;
  };
  const isReadable = (told: Told) => rowsOf(told).every((row) => row !== null && isReadablePrice(row.price));
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
  forms: readonly Told[],
  pricesBy: Told,
  rowsOf: MergedVariants['rowsOf'],
): UnreadObject {
  const own = forms.map((told) => ({ told, row: rowsOf(told)[at] ?? null }));
  const first = (key: string) =>
    own.find((one) => one.row?.[key] !== undefined && one.row[key] !== null && one.row[key] !== '')?.row?.[
      key
    ];
  const fields = Object.fromEntries(added.map((key) => [key, first(key)]));
  const id = idOf(row.id);
  // A form of the platform's own that tells no SKU tells that there is none; elsewhere its place is taken by the id.
  const sure = own.find((one) => tellsAllVariants(one.told) && one.row !== null && 'sku' in one.row);
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

/** What the forms tell of a variant's stock, each field by the first that names it: null is told as well, "not tracked". */
function inventoryIn(forms: readonly Told[], at: number, rowsOf: MergedVariants['rowsOf']): UnreadObject {
  const rows = forms.map((told): UnreadObject => rowsOf(told)[at] ?? {});
  return Object.fromEntries(
    inventoryKeys.flatMap((key) => {
      const row = rows.find((each) => each[key] !== undefined);
      return row === undefined ? [] : [[key, row[key]]];
    }),
  );
}

/** The form with the most variants; of several the first. */
function most(forms: readonly Told[]): Told | undefined {
  return forms.reduce<Told | undefined>(
    (best, told) => (best === undefined || told.rows.length > best.rows.length ? told : best),
    undefined,
  );
}

/** A form's rows beside those of another: by id, else by a SKU of its own, else the only one beside the only one. */
function inOrderOf(spine: Told, told: Told): (UnreadObject | null)[] {
  if (told === spine) {
    return [...spine.rows];
  }
  const byId = keyed(told.rows, (row) => idOf(row.id));
  const bySku = keyed(told.rows, (row) => idOf(row.sku));
  const spineSkus = keyed(spine.rows, (row) => idOf(row.sku));
  return spine.rows.map((row) => {
    const id = idOf(row.id);
    const same = id === null ? undefined : byId.get(id);
    if (same) {
      return same;
    }
    const sku = idOf(row.sku);
    const alike = sku !== null && spineSkus.get(sku) === row ? bySku.get(sku) : undefined;
    if (alike && idOf(alike.id) === null) {
      return alike;
    }
    const [only] = told.rows;
    const isAlone = spine.rows.length === 1 && told.rows.length === 1;
    return isAlone && only !== undefined && (idOf(only.id) === null || id === null) ? only : null;
  });
}

/** Rows by a key; null for a key that several bear. */
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
