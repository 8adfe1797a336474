import { multiplyPrice, trimDecimals } from '@bowerbird/catalog/pricing/price';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { TableRow } from '../../text/table-row.ts';
import { type FileFormat, shareKnown } from '../format.ts';
import { shopify } from '../shopify/format.ts';
import { headerKey } from '../table/header.ts';
import { unitOf, weightFromGrams } from '../weights.ts';

/**
 * Matrixify's common columns, by their name in a classic Shopify export; null where Shopify has none. They are known from
 * its documentation only.
 */
const columns: readonly [string, string | null][] = [
  ['Handle', 'Handle'],
  ['Command', null],
  ['Title', 'Title'],
  ['Body HTML', 'Body (HTML)'],
  ['Vendor', 'Vendor'],
  ['Type', 'Type'],
  ['Tags', 'Tags'],
  ['Status', 'Status'],
  ['Published', 'Published'],
  ['Metafield: title_tag', 'SEO Title'],
  ['Metafield: description_tag', 'SEO Description'],
  ['Image Src', 'Image Src'],
  ['Image Position', 'Image Position'],
  ['Image Alt Text', 'Image Alt Text'],
  ['Option1 Name', 'Option1 Name'],
  ['Option1 Value', 'Option1 Value'],
  ['Option2 Name', 'Option2 Name'],
  ['Option2 Value', 'Option2 Value'],
  ['Option3 Name', 'Option3 Name'],
  ['Option3 Value', 'Option3 Value'],
  ['Variant SKU', 'Variant SKU'],
  ['Variant Barcode', 'Variant Barcode'],
  ['Variant Weight', 'Variant Grams'],
  ['Variant Weight Unit', 'Variant Weight Unit'],
  ['Variant Price', 'Variant Price'],
  ['Variant Compare At Price', 'Variant Compare At Price'],
  ['Variant Cost', 'Cost per item'],
  ['Variant Taxable', 'Variant Taxable'],
  ['Variant Requires Shipping', 'Variant Requires Shipping'],
  ['Variant Inventory Tracker', 'Variant Inventory Tracker'],
  ['Variant Inventory Policy', 'Variant Inventory Policy'],
  ['Variant Inventory Qty', 'Variant Inventory Qty'],
  ['Variant Image', 'Variant Image'],
];
const shopifyName = new Map(columns.map(([own, theirs]) => [headerKey(own), theirs]));
const header = columns.map(([own]) => own);

/** Matrixify's product file (CSV or XLSX, sheet `Products`): Shopify's rows under other names, weights in their unit. */
export const matrixify: FileFormat = {
  id: 'matrixify',
  platform: 'shopify',
  knownBy: 'header',
  kinds: ['csv', 'xlsx'],
  sheetName: 'Products',
  mark: false,
  limits: { bytes: null, rows: null },
  html: new Set(['Body HTML']),
  recognise: (given) =>
    given.some((cell) => headerKey(cell) === 'body html' || headerKey(cell) === 'variant cost')
      ? shareKnown(given, {
          named: (cell) => (shopifyName.has(headerKey(cell)) ? headerKey(cell) : undefined),
          needed: [{ column: 'title' }],
        })
      : 0,
  reader(row) {
    const cells = row.cells.map((cell) => shopifyName.get(headerKey(cell)) ?? cell);
    const inner = shopify.reader({ ...row, cells });
    const weight = cells.indexOf('Variant Grams');
    const unit = cells.indexOf('Variant Weight Unit');
    const own = (given: TableRow) => ({ ...given, cells: inGrams(given.cells, weight, unit) });
    // Errors and origins name the columns as this file does.
    const names = new Map(cells.map((name, place) => [name.trim(), (row.cells[place] ?? '').trim()]));
    const ownName = (name: string | null) => (name === null ? null : (names.get(name) ?? name));
    const ownFault = (fault: FileFault) => ({ ...fault, column: ownName(fault.column) });
    return {
      faults: inner.faults.map(ownFault),
      codes: inner.codes,
      places: inner.places,
      keyOf: (given) => inner.keyOf(given),
      read(rows) {
        const read = inner.read(rows.map(own));
        return {
          ...read,
          faults: read.faults.map(ownFault),
          origin: { ...read.origin, columnOf: (field) => ownName(read.origin.columnOf(field)) },
        };
      },
    };
  },
  sheet(shape) {
    const inner = shopify.sheet(shape);
    const places = columns.map(([, theirs]) => (theirs === null ? -1 : inner.header.indexOf(theirs)));
    return {
      header,
      hint: null,
      write(product) {
        const written = inner.write(product);
        const rows = written.rows.map((row) => {
          const cells = places.map((place) => row[place] ?? '');
          return inOwnUnit(cells);
        });
        return { ...written, rows };
      },
    };
  },
};

const [weightPlace, unitPlace] = ['Variant Weight', 'Variant Weight Unit'].map((name) =>
  header.indexOf(name),
);

/** Returns cells with the weight, which is in grams, in the unit beside it. */
function inOwnUnit(cells: readonly string[]): string[] {
  return cells.map((cell, at) => {
    if (cell === '' || (at !== weightPlace && at !== unitPlace)) {
      return cell;
    }
    const { value, unit } = weightFromGrams(cells[weightPlace ?? -1] ?? '', cells[unitPlace ?? -1] ?? '');
    return at === weightPlace ? value : unit;
  });
}

const grams = { g: '1', kg: '1000', oz: '28.349523125', lb: '453.59237' };

function inGrams(cells: readonly string[], weight: number, unit: number): readonly string[] {
  const value = cells[weight]?.trim() ?? '';
  const named = unitOf(cells[unit] ?? '') ?? 'g';
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(value)
    ? cells.with(weight, trimDecimals(multiplyPrice(value, grams[named])))
    : cells;
}
