import { isDecimal } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { Weight } from '@bowerbird/catalog/product';
import { decimalFrom, weightFrom, wholeFrom } from '../../../lib/text/entered.ts';

/**
 * Cells of a variant that are typed, in the order in which they are shown, pasted and filled. Price and inventory come
 * first, so that price, inventory, cost and margin are visible next to the name in a narrow window, too.
 */
export const typedCells = ['price', 'stock', 'cost', 'compareAtPrice', 'sku', 'weight', 'barcode'] as const;
/** How many of them come before the margin. */
export const cellsBeforeMargin = 3;
export type TypedCell = (typeof typedCells)[number];

const widths: Record<Exclude<TypedCell, 'sku' | 'barcode'>, number> = {
  price: 78,
  compareAtPrice: 82,
  cost: 74,
  stock: 64,
  weight: 88,
};
/** Width of one character of a code, of the space around it, and the minimum width, in pixels. */
const codeWidth = { character: 7.3, around: 26, least: 104 };

/** Returns a column's width in pixels; a code is never cut, so the longest one decides. */
export function cellWidth(cell: TypedCell, variants: readonly Variant[]): number {
  if (cell !== 'sku' && cell !== 'barcode') {
    return widths[cell];
  }
  const longest = variants.reduce((most, variant) => Math.max(most, variant[cell]?.length ?? 0), 0);
  return Math.max(codeWidth.least, Math.ceil(longest * codeWidth.character) + codeWidth.around);
}

export const isCode = (cell: TypedCell): boolean => cell === 'sku' || cell === 'barcode';

/** Returns a cell's text as shown in its field. */
export function cellText(variant: Variant, cell: TypedCell): string {
  const value = variant[cell];
  return value === null ? '' : typeof value === 'object' ? `${value.value} ${value.unit}` : String(value);
}

/**
 * Returns the variant with the entered value. A code is kept exactly as typed; an invalid amount is kept, too, so that
 * it is shown as an error and not lost. An invalid inventory quantity leaves the variant unchanged.
 */
export function withCell(variant: Variant, cell: TypedCell, entered: string): Variant {
  const text = entered.trim();
  switch (cell) {
    case 'sku':
    case 'barcode':
      return same(variant, { [cell]: text === '' ? null : text });
    case 'price':
    case 'compareAtPrice':
    case 'cost':
      return same(variant, { [cell]: text === '' ? null : amountFrom(text) });
    case 'stock': {
      const stock = wholeFrom(text);
      return stock === undefined ? variant : same(variant, { stock });
    }
    case 'weight':
      return same(variant, {
        weight: weightFrom(text, variant.weight?.unit ?? 'g', Weight.shape.unit.options.toReversed()),
      });
  }
}

/** Returns an amount as typed; a single decimal is padded to two. */
function amountFrom(text: string): string {
  const amount = decimalFrom(text);
  return /\.\d$/.test(amount) && isDecimal(amount) ? `${amount}0` : amount;
}

function same(variant: Variant, fields: Partial<Variant>): Variant {
  const differs = Object.entries(fields).some(
    ([key, value]) => JSON.stringify(variant[key as keyof Variant]) !== JSON.stringify(value),
  );
  return differs ? { ...variant, ...fields } : variant;
}

/** Returns the product with these cells entered: rows from `index` on, columns from `cell` on. */
export function withBlock(
  product: Product,
  index: number,
  cell: TypedCell,
  rows: readonly (readonly string[])[],
): Product {
  const from = typedCells.indexOf(cell);
  let touched = false;
  const variants = product.variants.map((variant, at) => {
    const row = rows[at - index];
    if (row === undefined || at < index) {
      return variant;
    }
    const next = row.reduce((held, entered, step) => {
      const column = typedCells[from + step];
      return column === undefined ? held : withCell(held, column, entered);
    }, variant);
    touched ||= next !== variant;
    return next;
  });
  return touched ? { ...product, variants } : product;
}

/** Returns the product with one variant's cell entered. */
export function withVariantCell(product: Product, index: number, cell: TypedCell, entered: string): Product {
  return withBlock(product, index, cell, [[entered]]);
}

/** Copies the value of one cell into all rows below it. */
export function filledDown(product: Product, index: number, cell: TypedCell): Product {
  const model = product.variants[index];
  if (model === undefined) {
    return product;
  }
  const below = product.variants.length - index - 1;
  const value = cellText(model, cell);
  return withBlock(
    product,
    index + 1,
    cell,
    Array.from({ length: below }, () => [value]),
  );
}
