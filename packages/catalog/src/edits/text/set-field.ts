import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import { Currency, ProductStatus } from '../../product.ts';
import { FilledText, HtmlText, ShortText } from '../../similar/sent-text.ts';
import { productEdit } from '../kind.ts';
import { withText } from './fields.ts';

const kind = z.literal('set-field');
const optionalText = z.nullable(ShortText);

/** Sets the value of one field. Empty text clears a field that may be empty. */
export const SetField = z.discriminatedUnion('field', [
  z.strictObject({ kind, field: z.literal('title'), value: FilledText }),
  z.strictObject({ kind, field: z.literal('handle'), value: FilledText }),
  z.strictObject({ kind, field: z.literal('descriptionHtml'), value: HtmlText }),
  z.strictObject({ kind, field: z.literal('vendor'), value: optionalText }),
  z.strictObject({ kind, field: z.literal('productType'), value: optionalText }),
  z.strictObject({ kind, field: z.literal('seoTitle'), value: optionalText }),
  z.strictObject({ kind, field: z.literal('seoDescription'), value: optionalText }),
  z.strictObject({ kind, field: z.literal('status'), value: ProductStatus }),
  z.strictObject({ kind, field: z.literal('currency'), value: z.nullable(Currency) }),
]);

export const setField = productEdit(SetField, (product, edit, scope) => {
  switch (edit.field) {
    case 'status':
      return withFields(product, { status: edit.value });
    case 'currency':
      return withFields(product, { currency: edit.value });
    default:
      return withText(product, edit.field, edit.value, scope);
  }
});
