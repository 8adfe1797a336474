import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product, Variant, Weight } from '@bowerbird/catalog/product';
import type { OriginField } from '../formats/format.ts';
import { gramsOf, kilogramsOf } from '../formats/weights.ts';
import type { NotedRow } from '../text/table-row.ts';
import type { StagedTable } from './staged-table.ts';

/** A value of a product that a merchant changed. `variant` is the variant's id. */
export type EditedValue =
  | { of: 'product'; field: (typeof productFields)[number] }
  | { of: 'seo'; field: 'title' | 'description' }
  | { of: 'variant'; variant: string; field: (typeof variantFields)[number] };

/** Fields of a product and of its variants that one cell holds. */
export const productFields = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'status',
] as const;
export const variantFields = [
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
  'cost',
  'stock',
  'weight',
] as const;

/** A cell to be written again, by its row's number and its place. */
export interface EditedCell {
  row: number;
  place: number;
  text: string;
}

/** Where one row stands in a file, as it is written there. */
export type WrittenRows = ReadonlyMap<number, NotedRow>;

/**
 * Returns the cell that gives a product of a file the value that `own` has, and null where no text in that cell is read
 * back as this value and nothing else: no column, another product's key, a unit that the column does not have. `rows` are
 * the product's rows as they are read, `written` as they stand in the file.
 */
export function editedCell(
  reading: StagedTable,
  {
    rows,
    written,
    staged,
    own,
  }: { rows: readonly NotedRow[]; written: WrittenRows; staged: Product; own: Product },
  value: EditedValue,
): EditedCell | null {
  const { origin } = reading.read(rows, () => true);
  const column = origin.columnOf(originField(value));
  const place = column === null ? -1 : reading.header.findIndex((name) => name.trim() === column.trim());
  const number = value.of === 'variant' ? origin.variants[value.variant] : origin.row;
  const row = number === undefined ? undefined : written.get(number);
  const wanted = withValue(staged, own, value);
  if (place === -1 || row === undefined || wanted === null) {
    return null;
  }
  const hasHandle = origin.columnOf('handle') !== null;
  for (const at of [place, ...placesHolding(staged, value, row.cells).filter((each) => each !== place)]) {
    for (const text of textsOf(wanted, value, row.cells[at] ?? '')) {
      const edited = rows.map((each) =>
        each.number === row.number ? readAgain(reading, each, written, at, text) : each,
      );
      const isGrouped =
        rows.length === 1 ||
        edited.every((each, index) => reading.keyOf(each) === reading.keyOf(rows[index] ?? each));
      const back = isGrouped ? reading.read(edited, () => true).product : null;
      if (back !== null && isSame(compared(back, hasHandle), compared(wanted, hasHandle))) {
        return { row: row.number, place: at, text };
      }
    }
  }
  return null;
}

/** Returns where a row has the value as the file gives it: a price with a sale stands in another column than one without. */
function placesHolding(staged: Product, value: EditedValue, cells: readonly string[]): number[] {
  const texts = textsOf(staged, value, '').filter((text) => text !== '');
  return cells.flatMap((cell, place) => (texts.includes(cell.trim()) ? [place] : []));
}

/** Returns a row as it is read with one cell written again. */
function readAgain(
  reading: StagedTable,
  before: NotedRow,
  written: WrittenRows,
  place: number,
  text: string,
): NotedRow {
  const row = written.get(before.number) ?? before;
  const changed = [...row.cells];
  while (changed.length < place) {
    changed.push('');
  }
  changed[place] = text;
  const again = reading.remedied({ ...row, cells: changed });
  if (again === null || !reading.looksAbove) {
    return again ?? before;
  }
  const cells = [...before.cells];
  cells[place] = again.cells[place] ?? '';
  return { ...before, cells };
}

/** What a reader derives from other cells is no difference: the handle of a file without handles, and what can be bought. */
function compared(product: Product, hasHandle: boolean): Product {
  return {
    ...product,
    handle: hasHandle ? product.handle : '',
    variants: product.variants.map((variant) => ({ ...variant, available: null })),
  };
}

function originField(value: EditedValue): OriginField {
  return value.of === 'product'
    ? value.field
    : value.of === 'seo'
      ? `seo.${value.field}`
      : `variants.${value.field}`;
}

/** Returns the file's product with one of the merchant's values; null where a variant is not the same on both sides. */
function withValue(staged: Product, own: Product, value: EditedValue): Product | null {
  if (value.of === 'product') {
    return { ...staged, [value.field]: own[value.field] };
  }
  if (value.of === 'seo') {
    return { ...staged, seo: { ...staged.seo, [value.field]: own.seo[value.field] } };
  }
  const [from, to] = [own, staged].map(({ variants }) => variants.find(({ id }) => id === value.variant));
  if (!from || !to || !isSame(from.optionValues, to.optionValues)) {
    return null;
  }
  const variants = staged.variants.map((each) =>
    each === to ? { ...to, [value.field]: from[value.field] } : each,
  );
  return { ...staged, variants };
}

/** Returns the texts that a file may have for a value, the one most like the text before first. */
function textsOf(product: Product, value: EditedValue, before: string): string[] {
  if (value.of === 'seo') {
    return [product.seo[value.field] ?? ''];
  }
  if (value.of === 'product') {
    const field = product[value.field];
    return Array.isArray(field) ? listTexts(field, before) : [field ?? '', capitalised(field ?? '')];
  }
  const variant = product.variants.find(({ id }) => id === value.variant);
  return variant ? variantTexts(variant, value.field, before) : [];
}

function listTexts(items: readonly string[], before: string): string[] {
  const separator = /[^\s\w](?=\S)/.test(before) ? ',' : ', ';
  return [items.join(separator), items.join(', '), items.join('\n')];
}

function variantTexts(variant: Variant, field: (typeof variantFields)[number], before: string): string[] {
  const value = variant[field];
  if (value === null) {
    return [''];
  }
  if (typeof value === 'object') {
    return weightTexts(value, before);
  }
  const text = String(value);
  return /^\D*\d+,\d{1,2}\D*$/.test(before) ? [text.replace('.', ','), text] : [text];
}

function weightTexts(weight: Weight, before: string): string[] {
  const hasUnit = /[a-z]$/i.test(before.trimEnd());
  return [
    ...(!hasUnit ? [] : [`${weight.value} ${weight.unit}`, `${weight.value}${weight.unit}`]),
    weight.value,
    gramsOf(weight),
    kilogramsOf(weight),
  ];
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
