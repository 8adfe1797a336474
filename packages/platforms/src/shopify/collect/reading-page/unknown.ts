import type { Product } from '@bowerbird/catalog/product';
import type { MergedVariants } from './merge.ts';
import type { FieldForms } from './stated.ts';

const pageFields = [
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'images',
  'options',
  'currency',
] as const;
/** Without these fields a product is only a part of what the shop sells; many shops leave the others empty. */
const parts: ReadonlySet<string> = new Set(['variants', 'options', 'images', 'descriptionHtml', 'currency']);

/**
 * Returns the fields that no form on the page has, or has in full. The theme's own data lacks only the currency: a
 * field that is empty there is empty. No other form has all images, and Open Graph truncates a description.
 */
export function unknownOf(product: Product, fields: FieldForms, variants: MergedVariants): string[] {
  const isWhole = fields.descriptionHtml === 'theme-json';
  return [
    ...(variants.areAll ? [] : ['variants']),
    ...pageFields.filter((field) => {
      switch (field) {
        case 'options':
          return fields.options === undefined || (!variants.areAll && product.options.length === 0);
        case 'currency':
          return product.currency === null;
        case 'images':
          return fields.images !== 'theme-json' && !isWhole;
        case 'descriptionHtml':
          return fields.descriptionHtml === undefined || fields.descriptionHtml === 'open-graph';
        default:
          return fields[field] === undefined && !isWhole;
      }
    }),
  ];
}

/** Reports whether a product without these fields is only a part of one. */
export function isPart(unknown: readonly string[]): boolean {
  return unknown.some((field) => parts.has(field));
}
