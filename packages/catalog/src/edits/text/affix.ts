import { z } from 'zod/mini';
import type { Product } from '../../product.ts';
import { FilledText } from '../../similar/sent-text.ts';
import { productEdit, type Scope } from '../kind.ts';
import { changeText, LineField } from './fields.ts';

function prefixed(product: Product, field: LineField, prefix: string, scope: Scope): Product {
  return changeText(product, field, scope, (text) => (text.startsWith(prefix) ? text : prefix + text));
}

function suffixed(product: Product, field: LineField, suffix: string, scope: Scope): Product {
  return changeText(product, field, scope, (text) => (text.endsWith(suffix) ? text : text + suffix));
}

export const titlePrefix = productEdit(
  z.strictObject({ kind: z.literal('title-prefix'), text: FilledText }),
  (product, edit, scope) => prefixed(product, 'title', edit.text, scope),
);

export const titleSuffix = productEdit(
  z.strictObject({ kind: z.literal('title-suffix'), text: FilledText }),
  (product, edit, scope) => suffixed(product, 'title', edit.text, scope),
);

/** Puts a text before another. A prefix that is already there is not added again; an empty field stays empty. */
export const textPrefix = productEdit(
  z.strictObject({ kind: z.literal('text-prefix'), field: LineField, text: FilledText }),
  (product, edit, scope) => prefixed(product, edit.field, edit.text, scope),
);

/** Puts a text after another. A suffix that is already there is not added again; an empty field stays empty. */
export const textSuffix = productEdit(
  z.strictObject({ kind: z.literal('text-suffix'), field: LineField, text: FilledText }),
  (product, edit, scope) => suffixed(product, edit.field, edit.text, scope),
);
