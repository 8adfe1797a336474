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
  const issues = structureIssues(product);
  addTextIssues(issues, product);
  return issues;
}

/** Returns the part of the check that covers the consistency of options, variants and images. No edit may break it. */
export function structureIssues(product: Product): ProductIssue[] {
  const issues: ProductIssue[] = [];
  addOptionIssues(issues, product);
  addVariantIssues(issues, product);
  return issues;
}

function issue(
  code: ProductIssueCode,
  path: (string | number)[],
  params: Record<string, string | number> = {},
): ProductIssue {
  return { path, code, params };
}

function addOptionIssues(issues: ProductIssue[], { options }: Product): void {
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
}

function addVariantIssues(issues: ProductIssue[], { options, variants, images }: Product): void {
  const ids = new Set<string>();
  const combinations = new Set<string>();
  const hasImages = variants.some(({ imageUrl }) => imageUrl !== null);
  const addresses = new Set(hasImages ? images.map(imageIdentity) : []);
  const values = options.map((option) => new Set(option.values));
  variants.forEach((variant, index) => {
    if (ids.has(variant.id)) {
      issues.push(issue('variant.id-twice', ['variants', index, 'id'], { id: variant.id }));
    }
    ids.add(variant.id);
    addOptionValueIssues(issues, variant, index, values);
    const combination = combinationOf(variant.optionValues);
    if (combinations.has(combination)) {
      const shown = variant.optionValues.join(' / ');
      issues.push(issue('variant.combination-twice', ['variants', index, 'optionValues'], { values: shown }));
    }
    combinations.add(combination);
    if (variant.imageUrl !== null && !addresses.has(variant.imageUrl)) {
      const params = { address: variant.imageUrl };
      issues.push(issue('variant.image-unknown', ['variants', index, 'imageUrl'], params));
    }
  });
}

function addOptionValueIssues(
  issues: ProductIssue[],
  { optionValues }: Variant,
  index: number,
  values: readonly ReadonlySet<string>[],
): void {
  if (optionValues.length !== values.length) {
    const params = { got: optionValues.length, expected: values.length };
    issues.push(issue('variant.option-count', ['variants', index, 'optionValues'], params));
    return;
  }
  optionValues.forEach((value, at) => {
    if (!values[at]?.has(value)) {
      const path = ['variants', index, 'optionValues', at];
      issues.push(issue('variant.option-value-unknown', path, { value }));
    }
  });
}

/** Returns one text per combination of option values; two variants of a product never share it. */
export function combinationOf(optionValues: readonly string[]): string {
  let text = '';
  // With its length before it, no value can be taken for two.
  for (const value of optionValues) {
    text += `${value.length}:${value}`;
  }
  return text;
}

const textFields = ['title', 'handle', 'descriptionHtml', 'vendor', 'productType'] as const;

function addTextIssues(issues: ProductIssue[], product: Product): void {
  const { title, handle, seo } = product;
  if (title.trim() === '') {
    issues.push(issue('product.title-blank', ['title']));
  }
  if (handle.trim() === '') {
    issues.push(issue('product.handle-blank', ['handle']));
  }
  for (const field of textFields) {
    addIfTooLong(issues, product[field], lengthsMax[field], field);
  }
  addIfTooLong(issues, seo.title, lengthsMax.seoTitle, 'seo', 'title');
  addIfTooLong(issues, seo.description, lengthsMax.seoDescription, 'seo', 'description');
  product.tags.forEach((tag, index) => {
    addIfTooLong(issues, tag, lengthsMax.tag, 'tags', index);
  });
  product.images.forEach(({ alt }, index) => {
    addIfTooLong(issues, alt, lengthsMax.alt, 'images', index, 'alt');
  });
  product.options.forEach((option, index) => {
    addOptionTextIssues(issues, option, index);
  });
  product.variants.forEach(({ sku, barcode }, index) => {
    addIfTooLong(issues, sku, lengthsMax.sku, 'variants', index, 'sku');
    addIfTooLong(issues, barcode, lengthsMax.barcode, 'variants', index, 'barcode');
  });
}

function addOptionTextIssues(issues: ProductIssue[], { name, values }: Option, index: number): void {
  if (name.trim() === '') {
    issues.push(issue('option.name-blank', ['options', index, 'name']));
  }
  addIfTooLong(issues, name, lengthsMax.optionName, 'options', index, 'name');
  values.forEach((value, at) => {
    addIfTooLong(issues, value, lengthsMax.optionValue, 'options', index, 'values', at);
  });
}

function addIfTooLong(
  issues: ProductIssue[],
  text: string | null,
  max: number,
  ...path: (string | number)[]
): void {
  if (text !== null && text.length > max) {
    issues.push(issue('product.too-long', path, { length: text.length, max }));
  }
}
