import type { Column } from './columns.ts';

/** The column at which an error of a product's field is named. */
export const places: Readonly<Record<string, Column>> = {
  handle: 'handle',
  vendor: 'vendor',
  productType: 'type',
  tags: 'tags',
  descriptionHtml: 'description',
  variants: 'sku',
  options: 'value1',
  images: 'alt',
  seo: 'seoTitle',
};
