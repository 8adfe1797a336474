import type { Product, ProductField } from '@bowerbird/catalog/product';

/** Which form on a page told each field of a product; `address` where nothing but the page's address tells it. */
export type FieldForms<Form extends string> = Partial<Record<ProductField, Form | 'address'>>;

/** What `extra.page` says of a product that was read from its page. */
export interface PageMark<Form extends string> {
  /** The form that told the variants. */
  way: Form | 'address';
  fields: FieldForms<Form>;
  /** Fields that the page did not tell, or not whole. A run's certificate counts them. */
  unknown: readonly ProductField[];
}

/** A product with the mark of the page it was read from. */
export function withPageMark<Form extends string>(product: Product, mark: PageMark<Form>): Product {
  return { ...product, extra: { ...product.extra, page: { ...mark } } };
}
