import { z } from 'zod/mini';
import { type Product, type Variant, Weight } from '../product.ts';
import { FilledText } from '../sent-text.ts';
import { fillTemplate } from './replace.ts';
import { chosenVariants, eachVariant } from './variants.ts';

export const StockEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set-stock'), stock: z.nullable(z.int()), ...chosenVariants }),
  /** Adds pieces, or takes them away; a variant whose stock is not known stays so. */
  z.object({ kind: z.literal('add-to-stock'), by: z.int(), ...chosenVariants }),
  z.object({ kind: z.literal('set-weight'), weight: z.nullable(Weight), ...chosenVariants }),
  /**
   * Writes codes anew. `{n}` is the variant's number from 1, `{1}` `{2}` `{3}` its option values, and there are
   * `{sku}` `{handle}` `{title}` `{vendor}` `{type}`. A template that comes out blank leaves the code as it was.
   */
  z.object({
    kind: z.literal('sku-template'),
    template: FilledText,
    ...chosenVariants,
  }),
  /** Puts text before every code that does not begin with it; where there is no code, none is made. */
  z.object({ kind: z.literal('sku-prefix'), text: FilledText, ...chosenVariants }),
]);
export type StockEdit = z.infer<typeof StockEdit>;

/** Edits of what a warehouse knows of a variant: pieces, weight, code. */
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
