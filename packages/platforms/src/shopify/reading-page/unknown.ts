import type { Product } from '@bowerbird/catalog/product';
import type { MergedVariants } from './merge.ts';
import type { FieldForms } from './told.ts';

const pageFields = [
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'pictures',
  'options',
  'currency',
] as const;
/** Without these a product is only a part of what the shop sells; the others many shops leave empty. */
const parts: ReadonlySet<string> = new Set([
  'variants',
  'options',
  'pictures',
  'descriptionHtml',
  'currency',
]);

/**
 * Fields that no form on the page tells, or tells whole. The theme's own data leaves nothing but the currency out: what it
 * leaves empty is empty. Nothing else tells all pictures, and Open Graph cuts a description off.
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
        case 'pictures':
          return fields.pictures !== 'theme-json' && !isWhole;
        case 'descriptionHtml':
          return fields.descriptionHtml === undefined || fields.descriptionHtml === 'open-graph';
        default:
          return fields[field] === undefined && !isWhole;
      }
    }),
  ];
}

/** Whether a product without these fields is only a part of one. */
export function isPart(unknown: readonly string[]): boolean {
  return unknown.some((field) => parts.has(field));
}
