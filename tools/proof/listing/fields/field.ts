import { createHash } from 'node:crypto';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { imageBytes } from '../products.ts';

/** Everything of a product that any platform receives. Visibility to shoppers is a separate state. */
export const fields = [
  'title',
  'description',
  'vendor',
  'productType',
  'tags',
  'handle',
  'seoTitle',
  'seoDescription',
  'images',
  'imageAlts',
  'options',
  'variants',
  'price',
  'compareAtPrice',
  'cost',
  'sku',
  'barcode',
  'inventory',
  'selling',
  'weight',
  'variantImages',
  'shipping',
  'tax',
  'collections',
  'attributes',
  'source',
] as const;
export type Field = (typeof fields)[number];

/** Returns all fields but those that a platform does not carry. */
export function fieldsBut(...others: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !others.includes(field));
}

/** A product's content, each field as one text in a form that is the same for all platforms. */
export type Content = Partial<Record<Field, string>>;

/** How one platform's products are compared. */
export interface FieldRules<Stored> {
  /** Fields that this platform carries; none of these may differ. */
  compared: readonly Field[];
  /**
   * Fields in which a store keeps what an earlier edition put there: everything wanted must be there, and nothing that
   * no edition ever had.
   */
  added: readonly Field[];
  /** Fields in which a store keeps the edition under which it was first published. */
  once: readonly Field[];
  /**
   * While a published product is changed by several requests, these fields may be between two editions; at rest and
   * when first published they may not.
   */
  between: readonly Field[];
  /** Returns the wanted content of a product. */
  wanted(product: Product): Content;
  /** Returns the stored content. */
  held(stored: Stored): Content;
}

/** Returns one value for each variant, by its option values; the order of variants is a separate field. */
export function perVariant<Row>(
  rows: readonly Row[],
  values: (row: Row) => unknown,
  of: (row: Row) => unknown,
) {
  return JSON.stringify(
    rows.map((row) => JSON.stringify([values(row), of(row)]).replaceAll('"', "'")).sort(),
  );
}

export function list(words: Iterable<string>): string {
  return JSON.stringify([...words]);
}

export function sorted(words: Iterable<string>): string {
  return JSON.stringify([...new Set(words)].sort());
}

/** Formats with two decimals; null for none. */
export function money(amount: string | number | null | undefined): string | null {
  const number = Number(amount);
  return amount === null || amount === undefined || amount === '' || !Number.isFinite(number)
    ? null
    : number.toFixed(2);
}

/** Formats likewise, with null for zero. */
export function moneyOrNone(amount: string | number | null | undefined): string | null {
  const text = money(amount);
  return text === '0.00' ? null : text;
}

const gramsIn: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1000,
  oz: 28.349523125,
  lb: 453.59237,
  lbs: 453.59237,
  GRAMS: 1,
  KILOGRAMS: 1000,
  OUNCES: 28.349523125,
  POUNDS: 453.59237,
};

/** Returns whole grams; null for zero. */
export function grams(value: string | number | null | undefined, unit: string): number | null {
  const number = Number(value ?? 0) * (gramsIn[unit] ?? Number.NaN);
  return number === 0 ? null : Math.round(number);
}

/** Returns the mark in the name of every image with this content, whatever else its file is called. */
export function imageMark(url: string): string {
  return `bb-${createHash('sha256').update(imageBytes(url)).digest('hex').slice(0, 16)}`;
}

/** Returns the mark in a file's name; the name itself if it has none. */
export function markIn(file: string): string {
  return /bb-[\da-f]{16}/.exec(file)?.[0] ?? file;
}

/** Fields of each variant. */
export const variantFields: readonly Field[] = [
  'variants',
  'price',
  'compareAtPrice',
  'cost',
  'sku',
  'barcode',
  'inventory',
  'selling',
  'weight',
  'variantImages',
  'shipping',
  'tax',
];

/** Returns the wanted content of a product in the form that most platforms share; a platform states its differences. */
export function wantedContent(product: Product): Record<Field, string> {
  const { variants, options, images } = product;
  const each = (of: (variant: Variant) => unknown) =>
    perVariant(variants, ({ optionValues }) => optionValues, of);
  return {
    title: product.title,
    description: product.descriptionHtml,
    vendor: product.vendor ?? '',
    productType: product.productType ?? '',
    tags: sorted(product.tags),
    handle: product.handle,
    seoTitle: product.seo.title ?? '',
    seoDescription: product.seo.description ?? '',
    images: list(images.map(({ url }) => url)),
    imageAlts: list(images.map(({ alt }) => alt)),
    options: JSON.stringify(options.map(({ name, values }) => [name, values])),
    variants: JSON.stringify(variants.map(({ optionValues }) => optionValues)),
    price: each(({ price }) => money(price)),
    compareAtPrice: each(({ compareAtPrice }) => moneyOrNone(compareAtPrice)),
    cost: each(({ cost }) => moneyOrNone(cost)),
    sku: each(({ sku }) => sku ?? ''),
    barcode: each(({ barcode }) => barcode ?? ''),
    inventory: each(({ stock }) => stock),
    selling: each(() => 'until sold out'),
    weight: each(({ weight }) => (weight ? grams(weight.value, weight.unit) : null)),
    variantImages: each(({ imageUrl }) => imageUrl),
    shipping: each(({ requiresShipping }) => requiresShipping),
    tax: each(({ taxable }) => taxable),
    collections: sorted(product.categories.flatMap((path) => path.at(-1) ?? [])),
    attributes: JSON.stringify(product.attributes.map(({ name, value }) => [name, value])),
    source: product.source?.url ?? '',
  };
}

/** Returns the fields of a content that a platform compares. */
export function only(compared: readonly Field[], content: Record<Field, string>): Content {
  return Object.fromEntries(compared.map((field) => [field, content[field]]));
}

/** Returns the fields in which the stored content matches none of these editions, the newest first. */
export function differing(
  held: Content,
  editions: readonly Content[],
  { compared, added, once }: Pick<FieldRules<never>, 'compared' | 'added' | 'once'>,
): Field[] {
  return compared.filter((field) => {
    const ever = editions.map((edition) => edition[field]);
    return added.includes(field)
      ? !isBetween(held[field], ever)
      : once.includes(field)
        ? !ever.includes(held[field])
        : held[field] !== ever[0];
  });
}

/** Reports whether everything of the newest list is present, and nothing that is in no list. */
function isBetween(held: string | undefined, [newest, ...older]: (string | undefined)[]): boolean {
  const parts = (text: string | undefined) => (text === undefined ? [] : (JSON.parse(text) as unknown[]));
  const there = new Set(parts(held));
  const ever = new Set([newest, ...older].flatMap(parts));
  return parts(newest).every((part) => there.has(part)) && [...there].every((part) => ever.has(part));
}
