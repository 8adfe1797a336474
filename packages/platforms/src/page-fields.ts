import type { Product, ProductField } from '@bowerbird/catalog/product';
import type { UnreadObject } from './unread.ts';

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

/** Fields that pages leave out; what is empty without having been told is unknown. */
const leftOutFields = [
  'variants',
  'options',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'pictures',
  'categories',
  'currency',
] as const satisfies readonly ProductField[];

/** What a page told of its product. */
export interface FieldsTold<Form extends string> extends Omit<PageMark<Form>, 'unknown'> {
  /** Fields that the page told, but not whole. */
  inPart?: readonly ProductField[];
  /** Fields that products of this platform do not have. */
  lacking?: readonly ProductField[];
}

/** A product with the mark of a page that told these fields and no others. */
export function withFieldsTold<Form extends string>(
  product: Product,
  { way, fields, inPart = [], lacking = [] }: FieldsTold<Form>,
): Product {
  const isTold = (field: ProductField) => fields[field] !== undefined && !inPart.includes(field);
  const unknown = leftOutFields.filter((field) => !isTold(field) && !lacking.includes(field));
  return withPageMark(product, { way, fields, unknown });
}

/** Keys of an object on a page, by the field that each tells. */
export type FieldKeys = Partial<Record<ProductField, readonly string[]>>;

/** The fields that an object on a page tells, all by one form: a key with nothing behind it tells that there is nothing. */
export function fieldsIn<Form extends string>(
  sent: UnreadObject,
  form: Form,
  keys: FieldKeys,
): FieldForms<Form> {
  const told = Object.entries(keys).filter(([, names]) =>
    names.some((name) => sent[name] !== undefined && sent[name] !== null),
  );
  return Object.fromEntries(told.map(([field]) => [field, form]));
}
