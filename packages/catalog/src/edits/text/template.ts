import { z } from 'zod/mini';
import type { Product, Variant } from '../../product.ts';
import { readableText } from '../../risk/text-of-html.ts';
import { sentMax } from '../../similar/sent-text.ts';
import { textOf } from './fields.ts';

/** Returns the value of `{name}` or `{name:argument}`; undefined leaves it as it is written. */
export type Lookup = (name: string, argument: string | undefined) => string | undefined;

/** `{title}` or `{option:Colour}`. */
const placeholder = /\{(\w+)(?::([^{}]*))?\}/g;

/** Replaces each `{name}` with its value; a name without a value stays as it is written. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return fillBy(template, lookupOf(values));
}

/** Returns the lookup of values that are known beforehand. */
export function lookupOf(values: Readonly<Record<string, string>>): Lookup {
  return (name, argument) =>
    argument === undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Replaces each placeholder with what the lookup returns. */
export function fillBy(template: string, lookup: Lookup): string {
  return template.replaceAll(
    placeholder,
    (whole, name: string, argument: string | undefined) => lookup(name, argument) ?? whole,
  );
}

/** Names that every template of a product may contain, in braces. */
export const productNames = [
  'title',
  'handle',
  'vendor',
  'type',
  'category',
  'description',
  'seo_title',
  'seo_description',
  'price',
  'currency',
  'sku',
] as const;

/** Names that need an argument: `{option:Colour}`, `{attribute:Material}`. */
const namesWithArgument = ['option', 'attribute'];

/** The schema of a template that may contain these names besides those with an argument. A mistyped name is refused. */
export function templateWith(names: readonly string[], numbered: readonly string[] = []) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(sentMax.short),
    z.refine(
      (template) =>
        [...template.matchAll(placeholder)].every(([, name = '', argument]) =>
          argument === undefined
            ? names.includes(name)
            : namesWithArgument.includes(name) || (numbered.includes(name) && /^[1-9]\d?$/.test(argument)),
        ),
      'A placeholder is unknown',
    ),
  );
}

export const ProductTemplate = templateWith(productNames);

/** A longer value is cut: no field takes more, and a template may repeat it. */
const valueMax = 5000;

/** Returns the values of a product's placeholders. An option stands for all of its values, or for the variant's own. */
export function lookupIn(product: Product, variant?: Variant): Lookup {
  return (name, argument) => valueFor(product, variant, name, argument)?.slice(0, valueMax);
}

function valueFor(
  product: Product,
  variant: Variant | undefined,
  name: string,
  argument: string | undefined,
): string | undefined {
  if (argument !== undefined) {
    return valueWithArgument(product, variant, name, argument);
  }
  const shown = variant ?? product.variants[0];
  switch (name) {
    case 'title':
    case 'handle':
    case 'vendor':
      return product[name] ?? '';
    case 'type':
      return product.productType ?? '';
    case 'category':
      return product.categories[0]?.at(-1) ?? '';
    case 'description':
      return oneLine(readableText(product.descriptionHtml));
    case 'seo_title':
      return textOf(product, 'seoTitle') ?? '';
    case 'seo_description':
      return textOf(product, 'seoDescription') ?? '';
    case 'price':
      return shown?.price ?? '';
    case 'currency':
      return product.currency ?? '';
    case 'sku':
      return (variant ?? product.variants.find(({ sku }) => sku !== null))?.sku ?? '';
    default:
      return undefined;
  }
}

function valueWithArgument(
  product: Product,
  variant: Variant | undefined,
  name: string,
  argument: string,
): string | undefined {
  const key = argument.trim().toLowerCase();
  const isNamed = (each: { name: string }) => each.name.trim().toLowerCase() === key;
  switch (name) {
    case 'option': {
      const place = product.options.findIndex(isNamed);
      return variant
        ? (variant.optionValues[place] ?? '')
        : (product.options[place]?.values.join(', ') ?? '');
    }
    case 'attribute':
      return product.attributes.find(isNamed)?.value ?? '';
    default:
      return undefined;
  }
}

/** Returns the text with each run of white space as one space, and none around it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
