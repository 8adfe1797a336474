import type { GridProduct, GridVariant } from '@bowerbird/contract/products/grid';

/** A variant, in whose first row its product stands, too. */
export interface VariantRow {
  product: GridProduct;
  variant: GridVariant;
  isFirst: boolean;
}

/** A value of an option, in whose first row the option stands, too. */
export interface ValueRow {
  product: GridProduct;
  /** Their places in the product; an option without values has one row. */
  option: number;
  value: number;
  /** The first row of its product. */
  isFirst: boolean;
}

export type GridRow = VariantRow | ValueRow;

/** Returns the rows of the variants of these products. */
export function rowsOf(products: readonly GridProduct[]): VariantRow[] {
  return products.flatMap((product) =>
    product.variants.map((variant, at) => ({ product, variant, isFirst: at === 0 })),
  );
}

/** Returns the rows of the option values of these products; a product without options has none. */
export function valueRowsOf(products: readonly GridProduct[]): ValueRow[] {
  return products.flatMap((product) =>
    product.options.flatMap(({ values }, option) =>
      Array.from({ length: Math.max(1, values.length) }, (_, value) => ({
        product,
        option,
        value,
        isFirst: option === 0 && value === 0,
      })),
    ),
  );
}

export function isVariantRow(row: GridRow): row is VariantRow {
  return 'variant' in row;
}

/** Identifies a row in its sheet. */
export function keyOfRow(row: GridRow): string {
  return isVariantRow(row)
    ? `${row.product.id}/${row.variant.id}`
    : `${row.product.id}/${row.option}/${row.value}`;
}

/** Returns what a row is called in its product: the option values of a variant, or the option with its value. */
export function rowName(row: GridRow): string {
  if (isVariantRow(row)) {
    return row.variant.optionValues.join(' / ');
  }
  const { name = '', values = [] } = row.product.options[row.option] ?? {};
  return [name, ...values.slice(row.value, row.value + 1)].join(' / ');
}

/** Returns how many variants have the option value of a row. */
export function countVariants({ product, option, value }: ValueRow): number {
  const own = product.options[option]?.values[value];
  return product.variants.filter(({ optionValues }) => optionValues[option] === own).length;
}
