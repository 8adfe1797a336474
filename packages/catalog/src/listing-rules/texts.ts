import { z } from 'zod/mini';
import { escapeHtml, fillTemplate } from '../edits/replace.ts';
import type { Product } from '../product.ts';

const template = z._default(z.string().check(z.maxLength(2000)), '');

/** What a template may name, in braces: `{title}`. */
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

/** Texts as a store shall have them; an empty template changes nothing. */
export const Texts = z.object({
  title: template,
  /** The most characters of the title; what `{title}` stands for is shortened first. */
  titleMax: z._default(z.nullable(z.int().check(z.minimum(10), z.maximum(1000))), null),
  /** Plain text, a paragraph for each line, before and after the description. */
  before: template,
  after: template,
});
export type Texts = z.infer<typeof Texts>;

/** What the names stand for in this product; nothing known is an empty text. */
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

/** The title by its template, never blank and never longer than it may be. */
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

/** The description with what stands before and after it. */
export function descriptionBy({ before, after }: Texts, product: Product): string {
  const values = templateValues(product);
  return paragraphs(before, values) + product.descriptionHtml + paragraphs(after, values);
}

function paragraphs(template: string, values: Record<string, string>): string {
  return template
    .split(/\r?\n/)
    .map((line) => oneLine(fillTemplate(line, values)))
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** At most so many characters, ending with a whole word where one ends near by, and never with half a character. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const half = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? 1 : 0;
  const cut = text.slice(0, max - half);
  const end = /\s/.test(text.charAt(cut.length)) ? cut.length : cut.search(/\s\S*$/);
  const whole = end > max * 0.6 ? cut.slice(0, end) : cut;
  return whole.replace(/(?<![\s\-–—|,;:/·])[\s\-–—|,;:/·]+$/u, '') || cut;
}
