import { z } from 'zod/mini';
import { type Product, type Variant, Weight } from '../product.ts';
import { FilledText } from '../sent-text.ts';
import { fillTemplate } from './replace.ts';
import { chosenVariants, eachVariant } from './variants.ts';

export const StockEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set-stock'), stock: z.nullable(z.int()), ...chosenVariants }),
  /** Adds this quantity to the stock, or subtracts it when negative; unknown stock stays unknown. */
  z.object({ kind: z.literal('add-to-stock'), by: z.int(), ...chosenVariants }),
  z.object({ kind: z.literal('set-weight'), weight: z.nullable(Weight), ...chosenVariants }),
  /**
   * Generates new SKUs. Placeholders: `{n}` is the variant's number from 1, `{1}` `{2}` `{3}` are its option values,
   * and there are `{sku}` `{handle}` `{title}` `{vendor}` `{type}`. A template with a blank result leaves the SKU
   * unchanged.
   */
  z.object({
    kind: z.literal('sku-template'),
    template: FilledText,
    ...chosenVariants,
  }),
  /** Adds a prefix to every SKU that does not already begin with it; an empty SKU stays empty. */
  z.object({ kind: z.literal('sku-prefix'), text: FilledText, ...chosenVariants }),
]);
export type StockEdit = z.infer<typeof StockEdit>;

/** Applies an edit of a variant's inventory data: stock, weight, SKU. */
export function applyStockEdit(product: Product, edit: StockEdit): Product {
  return eachVariant(product, edit.variants, (variant, index) => stockFields(product, variant, index, edit));
}

function stockFields(product: Product, variant: Variant, index: number, edit: StockEdit): Partial<Variant> {
  switch (edit.kind) {
    case 'set-stock':
      return { stock: edit.stock };
    case 'add-to-stock': {
      const stock = (variant.stock ?? 0) + edit.by;
      return variant.stock === null || !Number.isSafeInteger(stock) ? {} : { stock };
    }
    case 'set-weight':
      return { weight: edit.weight };
    case 'sku-template': {
      const sku = fillTemplate(edit.template, templateValues(product, variant, index)).trim();
      return sku === '' ? {} : { sku };
    }
    case 'sku-prefix':
      return variant.sku === null || variant.sku.startsWith(edit.text)
        ? {}
        : { sku: edit.text + variant.sku };
  }
}

function templateValues(product: Product, variant: Variant, index: number): Record<string, string> {
  const values: Record<string, string> = {
    n: String(index + 1),
    sku: variant.sku ?? '',
    handle: product.handle,
    title: product.title,
    vendor: product.vendor ?? '',
    type: product.productType ?? '',
    1: '',
    2: '',
    3: '',
  };
  variant.optionValues.forEach((value, at) => {
    values[at + 1] = value;
  });
  return values;
}
