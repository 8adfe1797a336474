import { z } from 'zod/mini';
import { productEdit } from '../kind.ts';
import { cutAtWord, TextMax } from './cut.ts';
import { LineField, textOf, withText } from './fields.ts';
import { fillBy, lookupIn, oneLine, ProductTemplate } from './template.ts';

/**
 * Writes a field by a template with `{title}`, `{vendor}`, `{option:Colour}`, `{attribute:Material}` and the other names
 * of `productNames`, cut at a word to `max` characters. A template that gives no text changes nothing.
 */
export const fillText = productEdit(
  z.strictObject({
    kind: z.literal('fill-text'),
    field: LineField,
    template: ProductTemplate,
    max: z.optional(TextMax),
    onlyWhereEmpty: z.optional(z.boolean()),
  }),
  (product, { field, template, max, onlyWhereEmpty }, scope) => {
    if (onlyWhereEmpty && (textOf(product, field) ?? '').trim() !== '') {
      return product;
    }
    const filled = oneLine(fillBy(template, lookupIn(product)));
    const text = max === undefined ? filled : cutAtWord(filled, max);
    return text === '' ? product : withText(product, field, text, scope);
  },
);
