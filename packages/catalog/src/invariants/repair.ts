import { cutAtWord } from '../edits/text/cut.ts';
import { withFields } from '../merge/same.ts';
import type { Image, Option, Product, Variant } from '../product.ts';
import { imageIdentity } from '../stored/image-identity.ts';
import { checkProduct, combinationOf, lengthsMax } from './invariants.ts';

/** The kinds of repair of an invalid product. No repair removes anything that is sold. */
export const repairs = [
  /** A blank title or handle was made from the other one. */
  'names-filled',
  /**
   * A text longer than the program supports was cut at the end of a word; a SKU, barcode or address was cut at the
   * limit.
   */
  'texts-cut',
  /** Options with the same name were numbered, and each option lists the values that its variants have, once. */
  'options-put-right',
  /** Variants with the same option values got a number after their last value: "Red (2)". */
  'combinations-set-apart',
  /** Two variants had the same id. */
  'ids-set-apart',
  /** A variant used an image that was not among the product's images. */
  'images-added',
] as const;
export type Repair = (typeof repairs)[number];

/**
 * Returns the product in a form that every part of the program supports (`checkProduct` finds no problem), and the
 * repairs made. Returns the same object and [] for a valid product. Does not modify the given product.
 */
export function repaired(given: Product): { product: Product; repairs: Repair[] } {
  if (checkProduct(given).length === 0) {
    return { product: given, repairs: [] };
  }
  const done: Repair[] = [];
  const product = steps.reduce((held, [repair, step]) => {
    const next = step(held);
    if (next !== held) {
      done.push(repair);
    }
    return next;
  }, given);
  return { product, repairs: done };
}

type Step = (product: Product) => Product;
const steps: readonly [Repair, Step][] = [
  ['texts-cut', withTextsCut],
  ['names-filled', withNames],
  ['ids-set-apart', withIdsApart],
  ['options-put-right', withSoundOptions],
  ['combinations-set-apart', withCombinationsApart],
  ['images-added', withImagesOfVariants],
];

function withNames(product: Product): Product {
  const { title, handle } = product;
  if (title.trim() !== '' && handle.trim() !== '') {
    return product;
  }
  const name = [title, handle].find((text) => text.trim() !== '') ?? 'product';
  return {
    ...product,
    title: title.trim() === '' ? name : title,
    handle: handle.trim() === '' ? handleOf(name) : handle,
  };
}

function handleOf(name: string): string {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['product']).join('-').slice(0, lengthsMax.handle);
}

function withTextsCut(product: Product): Product {
  const { seo, tags, images, options, variants } = product;
  return withFields(product, {
    title: words(product.title, lengthsMax.title),
    handle: cutAt(product.handle, lengthsMax.handle),
    descriptionHtml: cutAt(product.descriptionHtml, lengthsMax.descriptionHtml),
    vendor: words(product.vendor, lengthsMax.vendor),
    productType: words(product.productType, lengthsMax.productType),
    tags: [...new Set(tags.map((tag) => words(tag, lengthsMax.tag)))],
    images: images.map((image) => ({ ...image, alt: words(image.alt, lengthsMax.alt) })),
    options: options.map(({ name, values }) => ({
      name: words(name, lengthsMax.optionName),
      values: values.map((value) => cutAt(value, lengthsMax.optionValue)),
    })),
    variants: variants.map((variant) => ({
      ...variant,
      sku: cutAt(variant.sku, lengthsMax.sku),
      barcode: cutAt(variant.barcode, lengthsMax.barcode),
      optionValues: variant.optionValues.map((value) => cutAt(value, lengthsMax.optionValue)),
    })),
    seo: {
      title: words(seo.title, lengthsMax.seoTitle),
      description: words(seo.description, lengthsMax.seoDescription),
    },
  });
}

function words<Text extends string | null>(text: Text, most: number): Text {
  return (text === null || text.length <= most ? text : cutAtWord(text, most) || text.slice(0, most)) as Text;
}

/** Never cuts inside a character. */
function cutAt<Text extends string | null>(text: Text, most: number): Text {
  return (
    text === null || text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  ) as Text;
}

function withIdsApart(product: Product): Product {
  const taken = new Set(product.variants.map(({ id }) => id));
  if (taken.size === product.variants.length) {
    return product;
  }
  const seen = new Set<string>();
  const variants = product.variants.map((variant) => {
    if (!seen.has(variant.id)) {
      seen.add(variant.id);
      return variant;
    }
    const id = free(taken, (number) => `${variant.id}-${number}`);
    taken.add(id);
    seen.add(id);
    return { ...variant, id };
  });
  return { ...product, variants };
}

/**
 * Returns the product with as many options as its variants use, each with a unique name and with the values that its
 * variants have.
 */
function withSoundOptions(product: Product): Product {
  const { variants } = product;
  const width = Math.max(product.options.length, ...variants.map(({ optionValues }) => optionValues.length));
  const names = new Set<string>();
  const options = Array.from({ length: width }, (_, place): Option => {
    const option = product.options[place];
    const given = option?.name.trim() ? option.name : `Option ${place + 1}`;
    const name = names.has(key(given))
      ? free(names, (number) => `${cutAt(given, lengthsMax.optionName - 8)} ${number}`, key)
      : given;
    names.add(key(name));
    const held = variants.map(({ optionValues }) => optionValues[place] ?? '-');
    return { name, values: [...new Set([...(option?.values ?? []), ...held])] };
  });
  const padded = variants.map((variant) =>
    variant.optionValues.length === width
      ? variant
      : { ...variant, optionValues: options.map((_, place) => variant.optionValues[place] ?? '-') },
  );
  const isSame =
    JSON.stringify(options) === JSON.stringify(product.options) &&
    padded.every((variant, at) => variant === variants[at]);
  return isSame ? product : { ...product, options, variants: padded };
}

const key = (name: string) => name.trim().toLowerCase();

function withCombinationsApart(product: Product): Product {
  const combinations = new Set(product.variants.map(({ optionValues }) => combinationOf(optionValues)));
  if (combinations.size === product.variants.length) {
    return product;
  }
  const isPlain = product.options.length === 0;
  const seen = new Set<string>();
  const variants = product.variants.map((variant, at): Variant => {
    const optionValues = isPlain ? [String(at + 1)] : variant.optionValues;
    const combination = combinationOf(optionValues);
    if (!seen.has(combination)) {
      seen.add(combination);
      return isPlain ? { ...variant, optionValues } : variant;
    }
    const [first, last] = [optionValues.slice(0, -1), optionValues.at(-1) ?? ''];
    const apart = free(
      new Set([...combinations, ...seen]),
      (number) => numbered(last, number),
      (value) => combinationOf([...first, value]),
    );
    seen.add(combinationOf([...first, apart]));
    return { ...variant, optionValues: [...first, apart] };
  });
  const named = isPlain ? [{ name: 'Variant', values: [] }] : product.options;
  const options = named.map(({ name, values }, place) => ({
    name,
    values: [...new Set([...values, ...variants.map(({ optionValues }) => optionValues[place] ?? '')])],
  }));
  return { ...product, options, variants };
}

function numbered(value: string, number: number): string {
  const mark = ` (${number})`;
  return `${cutAt(value, lengthsMax.optionValue - mark.length)}${mark}`;
}

/** Returns the first free name, counting from 2. */
function free(
  taken: ReadonlySet<string>,
  make: (number: number) => string,
  keyOf: (made: string) => string = (made) => made,
): string {
  for (let number = 2; ; number += 1) {
    const made = make(number);
    if (!taken.has(keyOf(made))) {
      return made;
    }
  }
}

function withImagesOfVariants(product: Product): Product {
  const known = new Set(product.images.map(imageIdentity));
  const missing = product.variants.flatMap(({ imageUrl }) =>
    imageUrl === null || known.has(imageUrl) ? [] : [imageUrl],
  );
  if (missing.length === 0) {
    return product;
  }
  const added = [...new Set(missing)].filter((url) => URL.canParse(url));
  const images: Image[] = added.map((url) => ({ url, alt: '', width: null, height: null }));
  const shown = new Set([...known, ...added]);
  return {
    ...product,
    images: [...product.images, ...images],
    variants: product.variants.map((variant) =>
      variant.imageUrl === null || shown.has(variant.imageUrl) ? variant : { ...variant, imageUrl: null },
    ),
  };
}
