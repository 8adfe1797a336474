import type { Option, Product, Variant } from '../product.ts';
import { imageIdentity } from '../stored/image-identity.ts';

/** A problem of a product that its schema cannot detect: its path and its code. */
export interface ProductIssue {
  path: (string | number)[];
  code: ProductIssueCode;
  /** Values for the translated message. */
  params: Record<string, string | number>;
}

export type ProductIssueCode =
  | 'product.title-blank'
  | 'product.handle-blank'
  | 'product.too-long'
  | 'option.name-blank'
  | 'option.name-twice'
  | 'option.value-twice'
  | 'variant.id-twice'
  | 'variant.option-count'
  | 'variant.option-value-unknown'
  | 'variant.combination-twice'
  | 'variant.image-unknown';

/**
 * Longest allowed length of each field, in characters. This is our own limit, which every part of the program supports;
 * a store may allow less.
 */
export const lengthsMax = {
  title: 1000,
  handle: 255,
  descriptionHtml: 1_000_000,
  vendor: 255,
  productType: 255,
  tag: 255,
  sku: 255,
  barcode: 255,
  optionName: 255,
  optionValue: 255,
  alt: 2000,
  seoTitle: 1000,
  seoDescription: 5000,
} as const;

/**
 * Returns the problems of a product beyond its schema, in reading order; [] for a valid product. The server refuses to
 * save a product that has any of these, and the editor shows them at their fields.
 */
export function checkProduct(product: Product): ProductIssue[] {
  return [...structureIssues(product), ...textIssues(product)];
}

/** Returns the part of the check that covers the consistency of options, variants and images. No edit may break it. */
export function structureIssues(product: Product): ProductIssue[] {
  return [...optionIssues(product), ...variantIssues(product)];
}

function issue(
  code: ProductIssueCode,
  path: (string | number)[],
  params: Record<string, string | number> = {},
): ProductIssue {
  return { path, code, params };
}

function optionIssues({ options }: Product): ProductIssue[] {
  const issues: ProductIssue[] = [];
  const names = new Set<string>();
  options.forEach((option, index) => {
    const name = option.name.trim().toLowerCase();
    if (names.has(name)) {
      issues.push(issue('option.name-twice', ['options', index, 'name'], { name: option.name }));
    }
    names.add(name);
    const values = new Set<string>();
    option.values.forEach((value, at) => {
      if (values.has(value)) {
        issues.push(issue('option.value-twice', ['options', index, 'values', at], { value }));
      }
      values.add(value);
    });
  });
  return issues;
}

function variantIssues({ options, variants, images }: Product): ProductIssue[] {
  const issues: ProductIssue[] = [];
  const ids = new Set<string>();
  const combinations = new Set<string>();
  const addresses = new Set(images.map(imageIdentity));
  const values = options.map((option) => new Set(option.values));
  variants.forEach((variant, index) => {
    const path = ['variants', index];
    if (ids.has(variant.id)) {
      issues.push(issue('variant.id-twice', [...path, 'id'], { id: variant.id }));
    }
    ids.add(variant.id);
    issues.push(...optionValueIssues(variant, path, values));
    const combination = combinationOf(variant.optionValues);
    if (combinations.has(combination)) {
      const shown = variant.optionValues.join(' / ');
      issues.push(issue('variant.combination-twice', [...path, 'optionValues'], { values: shown }));
    }
    combinations.add(combination);
    if (variant.imageUrl !== null && !addresses.has(variant.imageUrl)) {
      issues.push(issue('variant.image-unknown', [...path, 'imageUrl'], { address: variant.imageUrl }));
    }
  });
  return issues;
}

function optionValueIssues(
  variant: Variant,
  path: (string | number)[],
  values: readonly ReadonlySet<string>[],
): ProductIssue[] {
  const { optionValues } = variant;
  if (optionValues.length !== values.length) {
    const params = { got: optionValues.length, expected: values.length };
    return [issue('variant.option-count', [...path, 'optionValues'], params)];
  }
  return optionValues.flatMap((value, at) =>
    values[at]?.has(value)
      ? []
      : [issue('variant.option-value-unknown', [...path, 'optionValues', at], { value })],
  );
}

/** Returns one text per combination of option values; two variants of a product never share it. */
export function combinationOf(optionValues: readonly string[]): string {
  return JSON.stringify(optionValues);
}

function textIssues(product: Product): ProductIssue[] {
  const { title, handle, seo } = product;
  return [
    ...(title.trim() === '' ? [issue('product.title-blank', ['title'])] : []),
    ...(handle.trim() === '' ? [issue('product.handle-blank', ['handle'])] : []),
    ...(['title', 'handle', 'descriptionHtml', 'vendor', 'productType'] as const).flatMap((field) =>
      tooLong(product[field], lengthsMax[field], [field]),
    ),
    ...tooLong(seo.title, lengthsMax.seoTitle, ['seo', 'title']),
    ...tooLong(seo.description, lengthsMax.seoDescription, ['seo', 'description']),
    ...product.tags.flatMap((tag, index) => tooLong(tag, lengthsMax.tag, ['tags', index])),
    ...product.images.flatMap(({ alt }, index) => tooLong(alt, lengthsMax.alt, ['images', index, 'alt'])),
    ...product.options.flatMap(optionTextIssues),
    ...product.variants.flatMap(({ sku, barcode }, index) => [
      ...tooLong(sku, lengthsMax.sku, ['variants', index, 'sku']),
      ...tooLong(barcode, lengthsMax.barcode, ['variants', index, 'barcode']),
    ]),
  ];
}

function optionTextIssues({ name, values }: Option, index: number): ProductIssue[] {
  const path = ['options', index];
  return [
    ...(name.trim() === '' ? [issue('option.name-blank', [...path, 'name'])] : []),
    ...tooLong(name, lengthsMax.optionName, [...path, 'name']),
    ...values.flatMap((value, at) => tooLong(value, lengthsMax.optionValue, [...path, 'values', at])),
  ];
}

function tooLong(text: string | null, max: number, path: (string | number)[]): ProductIssue[] {
  return text === null || text.length <= max
    ? []
    : [issue('product.too-long', path, { length: text.length, max })];
}
