import { type Product, type ProductField, productFields, type Variant } from '@bowerbird/catalog/product';
import { itemsOf, type UnreadObject } from './unread.ts';

/** Which format of a page gave each field of a product; `address` when only the page's address gives it. */
export type FieldForms<Form extends string> = Partial<Record<ProductField, Form | 'address'>>;

/** Whether a product has something that its variants or images can have: when none has it, it may be unknown. */
const hasWithin = {
  compareAtPrice: some(({ compareAtPrice }) => compareAtPrice !== null),
  stock: some(({ stock }) => stock !== null),
  availability: some(({ available }) => available !== null),
  weight: some(({ weight }) => weight !== null),
  barcode: some(({ barcode }) => barcode !== null),
  sku: some(({ sku }) => sku !== null),
  // A single variant is shown by the product's own images.
  imageUrl: ({ variants }) => variants.length < 2 || variants.some(({ imageUrl }) => imageUrl !== null),
  alt: ({ images }) => images.length === 0 || images.some(({ alt }) => alt !== ''),
} satisfies Record<string, (product: Product) => boolean>;

/** What a mark can name: a field of a product, or one of its variants and images. */
export type MarkedField = ProductField | keyof typeof hasWithin;

export const markedFields: readonly MarkedField[] = [
  ...productFields,
  ...(Object.keys(hasWithin) as (keyof typeof hasWithin)[]),
];

function some(has: (variant: Variant) => boolean): (product: Product) => boolean {
  return ({ variants }) => variants.some(has);
}

function hasMarked(product: Product, field: MarkedField): boolean {
  if (field in hasWithin) {
    return hasWithin[field as keyof typeof hasWithin](product);
  }
  const value = product[field as ProductField];
  return field === 'seo'
    ? product.seo.title !== null || product.seo.description !== null
    : value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Content of `extra.page` for a product that was read from its page, or by a method that cannot give everything. */
export interface PageMark<Form extends string> {
  /** The format that gave the variants. */
  way: Form | 'address';
  fields: FieldForms<Form>;
  /** Fields that the page did not give, or only in part. A run's certificate counts them. */
  unknown: readonly MarkedField[];
  /** Those of them that this method never gives for any product: the page need not be searched for them. */
  never?: readonly MarkedField[];
}

/** What a method of reading leaves out, although products of its platform have it. */
export interface Unstated {
  /** Marked when the product has no value: the method gives it for some shops, or never. */
  lacks?: readonly MarkedField[];
  /** Given only in part: marked whatever value the product has. */
  inPart?: readonly MarkedField[];
  /**
   * Marked whatever value the product has: a value that the run itself added, such as the category it read, is
   * incomplete. So a product has the same mark whatever was collected.
   */
  never?: readonly MarkedField[];
}

/**
 * Returns a product whose mark also names what its method could not give; when nothing is missing, no mark is added.
 */
export function withUnstated(
  product: Product,
  way: string,
  { lacks = [], inPart = [], never = [] }: Unstated,
): Product {
  const page = product.extra.page ?? { way, fields: {} };
  const known = itemsOf(page.unknown);
  const unstated = [...never, ...inPart, ...lacks.filter((field) => !hasMarked(product, field))].filter(
    (field) => !known.includes(field),
  );
  if (unstated.length === 0) {
    return product;
  }
  const mark = { ...page, unknown: [...known, ...unstated], ...(never.length > 0 && { never: [...never] }) };
  return { ...product, extra: { ...product.extra, page: mark } };
}

/** Returns a product with the mark of the page it was read from. */
export function withPageMark<Form extends string>(product: Product, mark: PageMark<Form>): Product {
  return { ...product, extra: { ...product.extra, page: { ...mark } } };
}

/** Fields that pages may leave out; an empty one that was not given is unknown. */
const leftOutFields = [
  'variants',
  'options',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'images',
  'categories',
  'currency',
] as const satisfies readonly ProductField[];

/** What a page gave of its product. */
export interface FieldsStated<Form extends string> extends Omit<PageMark<Form>, 'unknown' | 'never'> {
  /** Fields that the page gave only in part. */
  inPart?: readonly ProductField[];
  /** Fields that products of this platform do not have. */
  lacking?: readonly ProductField[];
}

/** Returns a product with the mark of a page that gave exactly these fields. */
export function withFieldsStated<Form extends string>(
  product: Product,
  { way, fields, inPart = [], lacking = [] }: FieldsStated<Form>,
): Product {
  const isStated = (field: ProductField) => fields[field] !== undefined && !inPart.includes(field);
  const unknown = leftOutFields.filter((field) => !isStated(field) && !lacking.includes(field));
  return withPageMark(product, { way, fields, unknown });
}

/** Keys of an object on a page, by the field that each gives. */
export type FieldKeys = Partial<Record<ProductField, readonly string[]>>;

/**
 * Returns the fields that an object on a page gives, all in one format; a key with an empty value means that there is
 * no value.
 */
export function fieldsIn<Form extends string>(
  sent: UnreadObject,
  form: Form,
  keys: FieldKeys,
): FieldForms<Form> {
  const stated = Object.entries(keys).filter(([, names]) =>
    names.some((name) => sent[name] !== undefined && sent[name] !== null),
  );
  return Object.fromEntries(stated.map(([field]) => [field, form]));
}
