import { z } from 'zod/mini';
import type { Product, Variant } from '../../product.ts';
import { FilledText } from '../../similar/sent-text.ts';
import { variantEdit } from '../kind.ts';
import { fillTemplate } from '../text/template.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';

/**
 * Generates new SKUs. Placeholders: `{n}` is the variant's number from 1, `{1}` `{2}` `{3}` are its option values, and
 * there are `{sku}` `{handle}` `{title}` `{vendor}` `{type}`. A template with a blank result leaves the SKU unchanged.
 */
export const skuTemplate = variantEdit(
  z.strictObject({ kind: z.literal('sku-template'), template: FilledText, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant, index) => {
      const sku = fillTemplate(edit.template, templateValues(product, variant, index)).trim();
      return sku === '' ? {} : { sku };
    }),
);

/** Adds a prefix to every SKU that does not already begin with it; an empty SKU stays empty. */
export const skuPrefix = variantEdit(
  z.strictObject({ kind: z.literal('sku-prefix'), text: FilledText, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, ({ sku }) =>
      sku === null || sku.startsWith(edit.text) ? {} : { sku: edit.text + sku },
    ),
);

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
