import { type Product, type ProductField, productFields, type Variant } from '@bowerbird/catalog/product';
import { itemsOf, type UnreadObject } from './unread.ts';

/** Which form on a page told each field of a product; `address` where nothing but the page's address tells it. */
export type FieldForms<Form extends string> = Partial<Record<ProductField, Form | 'address'>>;

/** Whether a product has what one of its variants or images may have: told of none of them, it may be unknown. */
const hasWithin = {
  compareAtPrice: some(({ compareAtPrice }) => compareAtPrice !== null),
  stock: some(({ stock }) => stock !== null),
  availability: some(({ available }) => available !== null),
  weight: some(({ weight }) => weight !== null),
  barcode: some(({ barcode }) => barcode !== null),
  sku: some(({ sku }) => sku !== null),
  // One variant is shown by the product's own images.
  pictureUrl: ({ variants }) => variants.length < 2 || variants.some(({ pictureUrl }) => pictureUrl !== null),
  alt: ({ pictures }) => pictures.length === 0 || pictures.some(({ alt }) => alt !== ''),
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

/** What `extra.page` says of a product that was read from its page, or by a way that cannot tell all of it. */
export interface PageMark<Form extends string> {
  /** The form that told the variants. */
  way: Form | 'address';
  fields: FieldForms<Form>;
  /** Fields that the page did not tell, or not whole. A run's certificate counts them. */
  unknown: readonly MarkedField[];
  /** Those of them that this way of reading tells of no product: there is nothing to look for on the page. */
  never?: readonly MarkedField[];
}

/** What a way of reading leaves out of what products of its platform have. */
export interface Untold {
  /** Marked where a product has nothing of it: the way tells it of some shops, or never. */
  lacks?: readonly MarkedField[];
  /** Told, but not whole: marked whatever the product has of it. */
  inPart?: readonly MarkedField[];
  /**
   * Marked whatever the product has: what the run itself put there, such as the category it read, is not all. So one product
   * bears the same mark whatever was collected.
   */
  never?: readonly MarkedField[];
}

/** A product with what its way of reading could not tell added to its mark; one that lacks nothing bears none by it. */
export function withUntold(
  product: Product,
  way: string,
  { lacks = [], inPart = [], never = [] }: Untold,
): Product {
  const page = product.extra.page ?? { way, fields: {} };
  const known = itemsOf(page.unknown);
  const untold = [...never, ...inPart, ...lacks.filter((field) => !hasMarked(product, field))].filter(
    (field) => !known.includes(field),
  );
  if (untold.length === 0) {
    return product;
  }
  const mark = { ...page, unknown: [...known, ...untold], ...(never.length > 0 && { never: [...never] }) };
  return { ...product, extra: { ...product.extra, page: mark } };
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
export interface FieldsTold<Form extends string> extends Omit<PageMark<Form>, 'unknown' | 'never'> {
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
