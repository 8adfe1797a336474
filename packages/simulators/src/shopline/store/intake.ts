import { isObject, itemsOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import type { StoredImage, StoredProduct, StoredVariant } from './record.ts';
import { statuses } from './record.ts';

/** Errors in a body, by field. */
export type FieldErrors = Record<string, string[]>;

/** Longest texts of a product, in characters (`shopline/readme.md`, Limits of a product). */
const longest: Record<string, number> = {
  title: 255,
  vendor: 255,
  handle: 255,
  spu: 255,
  product_category: 255,
  subtitle: 400,
  body_html: 512 * 1024,
};
const variantLongest: Record<string, number> = { sku: 255, barcode: 255 };
const most = { variants: 500, options: 5, images: 502, tags: 250 };
const units = ['g', 'kg', 'lb', 'oz', 'zh_kg'];

/** Returns the changes that a body requests, as far as it names fields, or what is wrong with it. */
export function readChange(
  body: unknown,
  current: StoredProduct | null,
  nextNumber: () => number,
): { change: Partial<StoredProduct> } | { errors: FieldErrors } {
  const sent = isObject(body) && isObject(body.product) ? body.product : {};
  const errors: FieldErrors = {};
  const wrong = (field: string, words: string) => {
    errors[field] = [...(errors[field] ?? []), words];
  };
  checkProduct(sent, current, wrong);
  const change: Partial<StoredProduct> = {};
  const texts = [
    ['title', 'title'],
    ['subtitle', 'subtitle'],
    ['body_html', 'bodyHtml'],
    ['vendor', 'vendor'],
    ['handle', 'handle'],
    ['spu', 'spu'],
    ['product_category', 'category'],
    ['seo_title', 'seoTitle'],
    ['seo_description', 'seoDescription'],
  ] as const;
  for (const [name, ours] of texts) {
    if (typeof sent[name] === 'string') {
      change[ours] = sent[name];
    }
  }
  const status = statuses.find((one) => one === sent.status);
  if (status !== undefined) {
    change.status = status;
  }
  if (sent.tags !== undefined) {
    change.tags = itemsOf(sent.tags).map(String);
  }
  if (sent.options !== undefined) {
    change.options = itemsOf(sent.options)
      .filter(isObject)
      .map((option) => ({ name: String(option.name ?? ''), valuesImages: {} }));
  }
  if (sent.images !== undefined) {
    change.images = itemsOf(sent.images).flatMap((image) => readImage(image, current, nextNumber) ?? []);
  }
  if (sent.variants !== undefined) {
    change.variants = itemsOf(sent.variants)
      .filter(isObject)
      .map((variant) => readVariant(variant, current, nextNumber));
  }
  return Object.keys(errors).length > 0 ? { errors } : { change };
}

function checkProduct(
  sent: UnreadObject,
  current: StoredProduct | null,
  wrong: (field: string, words: string) => void,
): void {
  if (current === null && !sent.title) {
    wrong('title', "can't be blank");
  }
  for (const [field, max] of Object.entries(longest)) {
    const value = sent[field];
    if (typeof value === 'string' && lengthOf(field, value) > max) {
      wrong(field, `is too long (maximum is ${max} characters)`);
    }
  }
  for (const [field, max] of Object.entries(most)) {
    if (itemsOf(sent[field]).length > max) {
      wrong(field, `has too many items (maximum is ${max})`);
    }
  }
  if (sent.status !== undefined && !statuses.some((one) => one === sent.status)) {
    wrong('status', 'is not included in the list');
  }
  if (itemsOf(sent.tags).some((tag) => String(tag).length > 255)) {
    wrong('tags', 'is too long (maximum is 255 characters)');
  }
  const images = [
    ...itemsOf(sent.images),
    ...itemsOf(sent.variants).map((one) => (isObject(one) ? one.image : null)),
  ];
  if (images.some((image) => isObject(image) && String(image.src ?? '').length > 255)) {
    wrong('images', 'src is too long (maximum is 255 characters)');
  }
  if (images.some((image) => isObject(image) && String(image.alt ?? '').length > 512)) {
    wrong('images', 'alt is too long (maximum is 512 characters)');
  }
  for (const [at, variant] of itemsOf(sent.variants).entries()) {
    checkVariant(isObject(variant) ? variant : {}, (field, words) =>
      wrong(`variants[${at}].${field}`, words),
    );
  }
}

function lengthOf(field: string, value: string): number {
  return field === 'body_html' ? new TextEncoder().encode(value).length : value.length;
}

function checkVariant(sent: UnreadObject, wrong: (field: string, words: string) => void): void {
  for (const [field, max] of Object.entries(variantLongest)) {
    if (String(sent[field] ?? '').length > max) {
      wrong(field, `is too long (maximum is ${max} characters)`);
    }
  }
  for (const field of ['price', 'compare_at_price']) {
    if (sent[field] !== undefined && !/^\d+(\.\d+)?$/.test(String(sent[field]))) {
      wrong(field, 'is not a number');
    }
  }
  if (sent.weight !== undefined && !(Number(sent.weight) > 0)) {
    wrong('weight', 'must be greater than 0');
  }
  if (sent.weight_unit !== undefined && !units.includes(String(sent.weight_unit))) {
    wrong('weight_unit', 'is not included in the list');
  }
}

/** Reads an image: one named by its id stays the same; any other is new (assumed). */
function readImage(
  sent: unknown,
  current: StoredProduct | null,
  nextNumber: () => number,
): StoredImage | null {
  if (!isObject(sent)) {
    return null;
  }
  const held = current?.images.find(({ number }) => String(number) === String(sent.id ?? ''));
  const source = held?.source ?? String(sent.src ?? '');
  return source === ''
    ? null
    : { number: held?.number ?? nextNumber(), source, alt: String(sent.alt ?? held?.alt ?? '') };
}

/**
 * Reads a variant: one named by its id is changed in the fields that were sent; one without an id is new
 * (`shopline/readme.md`, Writing products).
 */
function readVariant(
  sent: UnreadObject,
  current: StoredProduct | null,
  nextNumber: () => number,
): StoredVariant {
  const held = current?.variants.find(({ number }) => String(sent.id ?? '').endsWith(String(number)));
  const text = (name: string, kept: string | undefined, otherwise: string) =>
    typeof sent[name] === 'string' ? sent[name] : (kept ?? otherwise);
  const flag = (name: string, kept: boolean | undefined) =>
    typeof sent[name] === 'boolean' ? sent[name] : (kept ?? true);
  const choices = [1, 2, 3, 4, 5].map((place) => text(`option${place}`, held?.choices[place - 1], ''));
  return {
    number: held?.number ?? nextNumber(),
    sku: text('sku', held?.sku, ''),
    barcode: text('barcode', held?.barcode, ''),
    price: rounded(text('price', held?.price, '0')),
    compareAtPrice: rounded(text('compare_at_price', held?.compareAtPrice, '0')),
    choices,
    weight: text('weight', held?.weight, '0'),
    weightUnit: text('weight_unit', held?.weightUnit, 'g'),
    tracked: flag('inventory_tracker', held?.tracked),
    policy: text('inventory_policy', held?.policy, 'deny') === 'continue' ? 'continue' : 'deny',
    shipped: flag('required_shipping', held?.shipped),
    taxable: flag('taxable', held?.taxable),
    image: sent.image === undefined ? (held?.image ?? null) : readImage(sent.image, current, nextNumber),
  };
}

/** Rounds to two decimals, as the platform does (`shopline/readme.md`, Writing products). */
function rounded(amount: string): string {
  const number = Number(amount);
  return Number.isFinite(number) ? number.toFixed(2) : amount;
}
