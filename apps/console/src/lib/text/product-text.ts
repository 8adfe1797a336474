import { isSame } from '@bowerbird/catalog/merge/same';
import type { Image, ProductField, Variant } from '@bowerbird/catalog/product';
import { Product } from '@bowerbird/catalog/product';
import { imageIdentity } from '@bowerbird/catalog/stored/image-identity';
import { safeParse } from 'zod/mini';
import type { Text } from './text.ts';

/** One line of a difference: its name, and the values before and after as text. */
export interface DifferenceLine {
  what: string;
  before: string | null;
  after: string | null;
}

const linesMax = 8;
const textMax = 400;

/** Describes the differences between two values of a field: at most eight lines, and how many more there are. */
export function differenceOf(text: Text, field: string, before: unknown, after: unknown) {
  const lines = linesOf(text, field, before, after);
  return { lines: lines.slice(0, linesMax), more: Math.max(0, lines.length - linesMax) };
}

function linesOf(text: Text, field: string, before: unknown, after: unknown): DifferenceLine[] {
  if (field === 'variants') {
    const [was, is] = [readField('variants', before), readField('variants', after)];
    return was === null || is === null ? [] : variantLines(text, was, is);
  }
  if (field === 'images') {
    const [was, is] = [readField('images', before) ?? [], readField('images', after) ?? []];
    const lines = imageLines(was, is);
    // Only the order or the alternative text differs.
    return lines.length > 0 ? lines : [{ what: '', ...wordsOf(text, field, before, after) }];
  }
  return [{ what: '', ...wordsOf(text, field, before, after) }];
}

function wordsOf(text: Text, field: string, before: unknown, after: unknown) {
  const words = { before: valueText(text, field, before), after: valueText(text, field, after) };
  // If a description's text is unchanged, its markup has changed.
  return field === 'descriptionHtml' && words.before === words.after
    ? { before: startOf(before), after: startOf(after) }
    : words;
}

/** Returns removed and added images. */
function imageLines(before: readonly Image[], after: readonly Image[]): DifferenceLine[] {
  const without = (some: readonly Image[], others: readonly Image[]) =>
    some
      .filter((image) => !others.some((other) => imageIdentity(other) === imageIdentity(image)))
      .map(imageName);
  return [
    ...without(before, after).map((name) => ({ what: '', before: name, after: null })),
    ...without(after, before).map((name) => ({ what: '', before: null, after: name })),
  ];
}

/** Returns the words by which people know an image: its alternative text, else its file name. */
export function imageName({ url, alt }: Image): string {
  return alt || (url.split('/').at(-1)?.split('?')[0] ?? url);
}

function startOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, textMax) || null : null;
}

/** Markup that was escaped once too often, as some stores return it. */
const escapedMarkup = /<\/?(?:p|br|div|span|ul|ol|li|strong|em|b|i|h\d|table|tr|td|img|a)\b[^>]*>/i;

/** Returns the plain text of a description, without tags even if they were escaped; null for none. */
export function descriptionText(html: string): string | null {
  const once = wordsIn(html);
  return (escapedMarkup.test(once) ? wordsIn(once) : once) || null;
}

function wordsIn(html: string): string {
  const spaced = html.replaceAll(/<(?:br|\/p|\/li|\/h\d|\/div|\/tr)[^>]*>/gi, ' ');
  const read = new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? '';
  return read.replaceAll(/\s+/g, ' ').trim();
}

/** Returns a field's value as parsed by the schema; null if invalid. */
export function readField<Field extends ProductField>(field: Field, value: unknown): Product[Field] | null {
  const read = safeParse(Product.shape[field], value);
  // Cast: the type is inferred from the schema that has just parsed it.
  return read.success ? (read.data as Product[Field]) : null;
}

/** Formats a field's value on one line; null for nothing. */
export function valueText(text: Text, field: string, value: unknown): string | null {
  switch (field) {
    case 'tags':
      return readField('tags', value)?.join(', ') || null;
    case 'categories':
      return (
        readField('categories', value)
          ?.map((path) => path.join(' / '))
          .join('; ') || null
      );
    case 'options':
      return (
        readField('options', value)
          ?.map(({ name, values }) => `${name}: ${values.join(', ')}`)
          .join('; ') || null
      );
    case 'images': {
      const images = readField('images', value);
      return images === null
        ? null
        : [text('products.difference.images', { n: images.length }), ...images.map(imageName)].join(', ');
    }
    case 'attributes':
      return (
        readField('attributes', value)
          ?.map((attribute) => `${attribute.name}: ${attribute.value}`)
          .join('; ') || null
      );
    case 'priceTiers':
      return (
        readField('priceTiers', value)
          ?.map((tier) => `${tier.minimumQuantity}+: ${tier.price}`)
          .join('; ') || null
      );
    case 'seo': {
      const seo = readField('seo', value);
      return [seo?.title, seo?.description].filter(Boolean).join(' · ') || null;
    }
    case 'status': {
      const status = readField('status', value);
      return status === null ? null : text(`products.status.${status}`);
    }
    case 'descriptionHtml':
      return typeof value === 'string' ? (descriptionText(value)?.slice(0, textMax) ?? null) : null;
    default:
      return startOf(value);
  }
}

function variantLines(text: Text, before: readonly Variant[], after: readonly Variant[]): DifferenceLine[] {
  const held = new Map(before.map((variant) => [variant.id, variant]));
  const left = new Set(after.map(({ id }) => id));
  const nameOf = ({ optionValues }: Variant) => optionValues.join(' · ') || text('products.variant.only');
  const gone = before
    .filter(({ id }) => !left.has(id))
    .map((variant) => ({ what: nameOf(variant), before: variant.price, after: null }));
  const others = after.flatMap((variant) => {
    const was = held.get(variant.id);
    return was === undefined
      ? [{ what: nameOf(variant), before: null, after: variant.price }]
      : changedCells(was, variant).map((cell) => ({
          what: `${nameOf(variant)}, ${cellName(text, cell)}`,
          before: cellText(was[cell]),
          after: cellText(variant[cell]),
        }));
  });
  return [...gone, ...others];
}

/** Returns the label of a variant's cell. */
export function cellName(text: Text, cell: keyof Variant): string {
  return text.named(`products.variant.${cell}`);
}

/** Formats a variant's cell on one line; null for nothing. */
export function cellText(value: Variant[keyof Variant]): string | null {
  return value === null
    ? null
    : Array.isArray(value)
      ? value.join(' · ')
      : typeof value === 'object'
        ? `${value.value} ${value.unit}`
        : String(value);
}

/** Returns a field's label; an unknown field keeps its own name. */
export function fieldName(text: Text, field: string): string {
  return text.named(`products.field.${field}`, {}, field);
}

/** Returns the cells in which a variant differs from its earlier state. */
export function changedCells(before: Variant, after: Variant): (keyof Variant)[] {
  return (Object.keys(after) as (keyof Variant)[]).filter((key) => !isSame(before[key], after[key]));
}
