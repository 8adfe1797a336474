import { checkProduct, combinationOf, lengthsMax } from './invariants.ts';
import { cutAtWord } from './listing-rules/texts.ts';
import type { Option, Picture, Product, Variant } from './product.ts';
import { withFields } from './same.ts';

/** What was repaired of a product that was not sound, and how. Nothing that is sold is left out. */
export const repairs = [
  /** A blank title or handle was made of the other. */
  'names-filled',
  /** A text longer than the program carries was cut where a word ends; a code or an address, where it had to. */
  'texts-cut',
  /** Options of one name were numbered, and each lists the values its variants have, once. */
  'options-put-right',
  /** Variants with the same choice got numbers behind their last value: "Red (2)". */
  'combinations-set-apart',
  /** Two variants bore one id. */
  'ids-set-apart',
  /** A variant showed an image that was not among the product's. */
  'images-added',
] as const;
export type Repair = (typeof repairs)[number];

/**
 * The product as every part of the program can carry it (`checkProduct` finds nothing), with what was repaired; the very same
 * product and [] for a sound one. The given product is left alone.
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
  const { seo, tags, pictures, options, variants } = product;
  return withFields(product, {
    title: words(product.title, lengthsMax.title),
    handle: cutAt(product.handle, lengthsMax.handle),
    descriptionHtml: cutAt(product.descriptionHtml, lengthsMax.descriptionHtml),
    vendor: words(product.vendor, lengthsMax.vendor),
    productType: words(product.productType, lengthsMax.productType),
    tags: [...new Set(tags.map((tag) => words(tag, lengthsMax.tag)))],
    pictures: pictures.map((picture) => ({ ...picture, alt: words(picture.alt, lengthsMax.alt) })),
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

/** Never in the middle of a sign. */
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

/** As many options as the variants choose from, each named once, each with the values that its variants have. */
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

/** The first that is not taken, counted from 2. */
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
  const known = new Set(product.pictures.map(({ url }) => url));
  const missing = product.variants.flatMap(({ pictureUrl }) =>
    pictureUrl === null || known.has(pictureUrl) ? [] : [pictureUrl],
  );
  if (missing.length === 0) {
    return product;
  }
  const added = [...new Set(missing)].filter((url) => URL.canParse(url));
  const pictures: Picture[] = added.map((url) => ({ url, alt: '', width: null, height: null }));
  const shown = new Set([...known, ...added]);
  return {
    ...product,
    pictures: [...product.pictures, ...pictures],
    variants: product.variants.map((variant) =>
      variant.pictureUrl === null || shown.has(variant.pictureUrl)
        ? variant
        : { ...variant, pictureUrl: null },
    ),
  };
}
