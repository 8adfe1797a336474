import { z } from 'zod/mini';
import { Currency, type Product, ProductStatus } from '../product.ts';
import { withFields } from '../same.ts';
import { FilledText, HtmlText, ShortText } from '../sent-text.ts';
import { replaceInHtml, replaceText } from './replace.ts';

const kind = z.literal('set-field');
const optionalText = z.nullable(ShortText);

/** Sets the value of one field. Empty text clears a field that may be empty. */
export const SetField = z.discriminatedUnion('field', [
  z.object({ kind, field: z.literal('title'), value: FilledText }),
  z.object({ kind, field: z.literal('handle'), value: FilledText }),
  z.object({ kind, field: z.literal('descriptionHtml'), value: HtmlText }),
  z.object({ kind, field: z.literal('vendor'), value: optionalText }),
  z.object({ kind, field: z.literal('productType'), value: optionalText }),
  z.object({ kind, field: z.literal('seoTitle'), value: optionalText }),
  z.object({ kind, field: z.literal('seoDescription'), value: optionalText }),
  z.object({ kind, field: z.literal('status'), value: ProductStatus }),
  z.object({ kind, field: z.literal('currency'), value: z.nullable(Currency) }),
]);
export type SetField = z.infer<typeof SetField>;

/** Fields in which text can be replaced. */
export const TextField = z.enum([
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'seoTitle',
  'seoDescription',
]);
export type TextField = z.infer<typeof TextField>;

const replacing = { find: FilledText, replaceWith: ShortText, ignoreCase: z.optional(z.boolean()) };

export const TextEdit = z.discriminatedUnion('kind', [
  SetField,
  z.object({ kind: z.literal('replace-in-title'), ...replacing }),
  z.object({ kind: z.literal('replace-text'), field: TextField, ...replacing }),
  z.object({ kind: z.literal('title-prefix'), text: FilledText }),
  z.object({ kind: z.literal('title-suffix'), text: FilledText }),
]);
export type TextEdit = z.infer<typeof TextEdit>;

/**
 * Applies an edit of texts. The search text and the replacement are taken literally. In the description, only the text
 * that a shopper reads is changed, never a tag or an attribute. A title or handle that would become blank stays
 * unchanged; a prefix or suffix that is already there is not added again.
 */
export function applyTextEdit(product: Product, edit: TextEdit): Product {
  switch (edit.kind) {
    case 'set-field':
      return setField(product, edit);
    case 'replace-in-title':
      return replaceInField(product, 'title', edit);
    case 'replace-text':
      return replaceInField(product, edit.field, edit);
    case 'title-prefix':
      return product.title.startsWith(edit.text) ? product : withTitle(product, edit.text + product.title);
    case 'title-suffix':
      return product.title.endsWith(edit.text) ? product : withTitle(product, product.title + edit.text);
  }
}

function setField(product: Product, edit: SetField): Product {
  switch (edit.field) {
    case 'title':
      return withTitle(product, edit.value);
    case 'handle':
      return withHandle(product, edit.value);
    case 'descriptionHtml':
      return withFields(product, { descriptionHtml: edit.value });
    case 'vendor':
      return withFields(product, { vendor: edit.value || null });
    case 'productType':
      return withFields(product, { productType: edit.value || null });
    case 'seoTitle':
      return withFields(product, { seo: { ...product.seo, title: edit.value || null } });
    case 'seoDescription':
      return withFields(product, { seo: { ...product.seo, description: edit.value || null } });
    case 'status':
      return withFields(product, { status: edit.value });
    case 'currency':
      return withFields(product, { currency: edit.value });
  }
}

interface Replacing {
  find: string;
  replaceWith: string;
  ignoreCase?: boolean | undefined;
}

function replaceInField(product: Product, field: TextField, edit: Replacing): Product {
  const replace = (text: string | null) =>
    text === null ? null : replaceText(text, edit.find, edit.replaceWith, edit.ignoreCase) || null;
  switch (field) {
    case 'title':
      return withTitle(product, replace(product.title) ?? '');
    case 'handle':
      return withHandle(product, replace(product.handle) ?? '');
    case 'descriptionHtml': {
      const html = replaceInHtml(product.descriptionHtml, edit.find, edit.replaceWith, edit.ignoreCase);
      return withFields(product, { descriptionHtml: html });
    }
    case 'vendor':
      return withFields(product, { vendor: replace(product.vendor) });
    case 'productType':
      return withFields(product, { productType: replace(product.productType) });
    case 'seoTitle':
      return withFields(product, { seo: { ...product.seo, title: replace(product.seo.title) } });
    case 'seoDescription':
      return withFields(product, { seo: { ...product.seo, description: replace(product.seo.description) } });
  }
}

function withTitle(product: Product, title: string): Product {
  return title.trim() === '' ? product : withFields(product, { title });
}

function withHandle(product: Product, handle: string): Product {
  return handle.trim() === '' ? product : withFields(product, { handle });
}
