import { z } from 'zod/mini';
import { cutAtWord } from '../edits/text/cut.ts';
import { paragraphs } from '../edits/text/paragraphs.ts';
import { fillTemplate, lookupOf, oneLine } from '../edits/text/template.ts';
import type { Product } from '../product.ts';

const template = z._default(z.string().check(z.maxLength(2000)), '');

/** Placeholders that a template may contain, in braces: `{title}`. */
export const templateNames = [
  'title',
  'vendor',
  'type',
  'sku',
  'category',
  'price',
  'currency',
  'handle',
] as const;

/** Text templates for one store; an empty template changes nothing. */
export const Texts = z.object({
  title: template,
  /** Longest title, in characters; the value of `{title}` is shortened first. */
  titleMax: z._default(z.nullable(z.int().check(z.minimum(10), z.maximum(1000))), null),
  /** Plain text before and after the description; each line becomes a paragraph. */
  before: template,
  after: template,
});
export type Texts = z.infer<typeof Texts>;

/** Returns the values of the placeholders for this product; an unknown value is an empty text. */
export function templateValues(product: Product): Record<(typeof templateNames)[number], string> {
  const [first] = product.variants;
  return {
    title: product.title,
    vendor: product.vendor ?? '',
    type: product.productType ?? '',
    sku: product.variants.find(({ sku }) => sku !== null)?.sku ?? '',
    category: product.categories[0]?.at(-1) ?? '',
    price: first?.price ?? '',
    currency: product.currency ?? '',
    handle: product.handle,
  };
}

/** Returns the title built from its template, never blank and never longer than the limit. */
export function titleBy(
  { title: template, titleMax }: Texts,
  product: Product,
): { filled: string; title: string } {
  const values = templateValues(product);
  const fill = (title: string) => oneLine(fillTemplate(template || '{title}', { ...values, title }));
  const filled = template === '' ? product.title : fill(product.title) || product.title;
  if (titleMax === null || filled.length <= titleMax) {
    return { filled, title: filled };
  }
  const room = titleMax - (filled.length - product.title.length);
  const around = template.split('{title}').length === 2 && room >= Math.min(10, product.title.length);
  const shortened = around ? fill(cutAtWord(product.title, room)) : cutAtWord(filled, titleMax);
  return { filled, title: cutAtWord(shortened, titleMax) || cutAtWord(filled, titleMax) };
}

/** Returns the description with the texts before and after it. */
export function descriptionBy({ before, after }: Texts, product: Product): string {
  const lookup = lookupOf(templateValues(product));
  return paragraphs(before, lookup) + product.descriptionHtml + paragraphs(after, lookup);
}
