import { isObject, itemsOf, textOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { limits, type Version } from './settings.ts';

/** Errors in a body, by field. */
export type Errors = Record<string, string[]>;

const blank = "can't be blank";
const invalid = 'is invalid';
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Returns what the store refuses of a new product (`shoplazza/readme.md`, Versions and answers; Writing products). */
export function wrongInNew(product: UnreadObject, version: Version): Errors {
  const errors = wrongInAny(product, version);
  if (textOf(product.title) === null) {
    errors.title = ['必填'];
  }
  if (typeof product.has_only_default_variant !== 'boolean') {
    errors.has_only_default_variant = ['必填'];
  }
  if (version !== '2022-01') {
    if (itemsOf(product.images).length === 0) {
      errors.images = ['必填'];
    }
    if (itemsOf(product.variants).length === 0) {
      errors.variants = ['必填'];
    }
  }
  if (product.has_only_default_variant === false && typeof product.need_variant_image !== 'boolean') {
    errors.need_variant_image = ['必填'];
  }
  if (product.has_only_default_variant === true && itemsOf(product.options).length > 0) {
    errors.options = [invalid];
  }
  if (product.has_only_default_variant === false && itemsOf(product.options).length === 0) {
    errors.options = [blank];
  }
  if (typeof product.unique_token === 'string' && !uuid.test(product.unique_token)) {
    errors.unique_token = [invalid];
  }
  const options = itemsOf(product.options).filter(isObject);
  Object.assign(errors, wrongInVariants(itemsOf(product.variants), options, version));
  return errors;
}

/** Returns what the store refuses of any product, new or updated. */
export function wrongInAny(product: UnreadObject, version: Version): Errors {
  const errors: Errors = {};
  const tooLong: [string, number][] = [
    ['title', limits.title],
    ['brief', limits.brief],
    ['vendor', limits.vendor],
    ['note', limits.note],
    ['seo_title', limits.seo],
    ['seo_description', limits.seo],
  ];
  for (const [field, max] of tooLong) {
    const text = product[field];
    if (typeof text === 'string' && text.length > max) {
      errors[field] = [`is too long (maximum is ${max} characters)`];
    }
  }
  const lists: [string, number][] = [
    ['options', limits.options],
    ['variants', limits.variants],
    ['images', limits.images],
  ];
  for (const [field, max] of lists) {
    if (itemsOf(product[field]).length > max) {
      errors[field] = [`must be less than or equal to ${max}`];
    }
  }
  if (product.inventory_tracking === true && textOf(product.inventory_policy) === null) {
    errors.inventory_policy = ['必填'];
  }
  const tags = product.tags;
  const isOfVersion = version === '2022-01' ? typeof tags === 'string' : Array.isArray(tags);
  if (tags !== undefined && !isOfVersion) {
    errors.tags = [invalid];
  }
  if (itemsOf(tags).length > limits.tags) {
    errors.tags = [`must be less than or equal to ${limits.tags}`];
  }
  return errors;
}

/**
 * Returns what the store refuses of variants: amounts in another version's format, values that no option lists, and
 * duplicate combinations.
 */
export function wrongInVariants(
  variants: readonly unknown[],
  options: readonly UnreadObject[],
  version: Version,
): Errors {
  const errors: Errors = {};
  const seen = new Set<string>();
  for (const [at, sent] of variants.entries()) {
    const variant = isObject(sent) ? sent : {};
    const isAmount = version === '2022-01' ? 'string' : 'number';
    if (variant.price === undefined) {
      errors[`variants.${at}.price`] = ['必填'];
    }
    for (const name of ['price', 'compare_at_price', 'cost_price', 'weight']) {
      const amount = variant[name];
      const isGood = typeof amount === isAmount && Number(amount) >= 0;
      if (amount !== undefined && !isGood) {
        errors[`variants.${at}.${name}`] = [invalid];
      }
    }
    const values = options.map((_, place) => textOf(variant[`option${place + 1}`]) ?? '');
    for (const [place, option] of options.entries()) {
      if (!itemsOf(option.values).includes(values[place])) {
        errors[`variants.${at}.option${place + 1}`] = ['is not included in the list'];
      }
    }
    const name = JSON.stringify(values);
    if (options.length > 0 && seen.has(name)) {
      errors[`variants.${at}`] = ['is the same as another'];
    }
    seen.add(name);
  }
  return errors;
}
