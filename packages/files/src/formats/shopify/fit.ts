import type { Image, Option, Product, Variant } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/uploaded-image';

/** Largest number of options of a Shopify product, in the file as in the store. */
export const optionsMax = 3;
export const imagesMax = 250;
export const variantsMax = 2048;

/** What Shopify writes for a product without options. */
export const noOption = { name: 'Title', value: 'Default Title' } as const;

/** Parts of a product that this format cannot carry, or not in full. */
export type Loss =
  | 'options-joined'
  | 'pictures-over-250'
  | 'uploaded-images'
  | 'pictures-not-on-the-web'
  | 'variants-over-2048'
  | 'categories'
  | 'attributes'
  | 'price-tiers'
  | 'currency'
  | 'tags-with-comma';

/**
 * Returns what the file will not contain of this product; [] when it contains everything. `options-joined`: the third
 * option and all after it become one, with values such as "Oak / Matt", so that no variant is lost. `uploaded-images`:
 * they have no public address.
 */
export function lost(product: Product): Loss[] {
  const { options, images, variants, tags } = product;
  const losses: [Loss, boolean][] = [
    ['options-joined', options.length > optionsMax],
    ['pictures-over-250', images.filter(isOnWeb).length > imagesMax],
    ['uploaded-images', images.some(isUploaded)],
    ['pictures-not-on-the-web', !images.every((image) => isOnWeb(image) || isUploaded(image))],
    ['variants-over-2048', variants.length > variantsMax],
    ['categories', product.categories.length > 0],
    ['attributes', product.attributes.length > 0],
    ['price-tiers', product.priceTiers.length > 0],
    ['currency', product.currency !== null],
    ['tags-with-comma', tags.some((tag) => tag.includes(','))],
  ];
  return losses.filter(([, is]) => is).map(([loss]) => loss);
}

/** Returns the images that the file can contain: those with public addresses, at most 250. */
export function writableImages({ images }: Product): readonly Image[] {
  const fits = images.length <= imagesMax && images.every(isOnWeb);
  return fits ? images : images.filter(isOnWeb).slice(0, imagesMax);
}

export interface WritableOptions {
  names: readonly string[];
  values(variant: Variant): readonly string[];
}

const defaultValues = [noOption.value];

/** Returns one to three options with every name and value filled: the importer rejects blanks. */
export function writableOptions({ options }: Product): WritableOptions {
  if (options.length === 0) {
    return { names: [noOption.name], values: () => defaultValues };
  }
  const count = Math.min(options.length, optionsMax);
  return {
    names: joined(options.map(filledName), count),
    values: (variant) =>
      joined(
        options.map((_, index) => filledValue(variant.optionValues[index])),
        count,
      ),
  };
}

function filledName(option: Option, index: number): string {
  return option.name.trim() === '' ? `Option ${index + 1}` : option.name;
}

function filledValue(value: string | undefined): string {
  return value === undefined || value.trim() === '' ? '-' : value;
}

function joined(texts: readonly string[], count: number): readonly string[] {
  return texts.length === count ? texts : [...texts.slice(0, count - 1), texts.slice(count - 1).join(' / ')];
}

function isOnWeb({ url }: Image): boolean {
  return url.startsWith('https://') || /^https?:\/\//i.test(url);
}

function isUploaded({ url }: Image): boolean {
  return uploadedImageAt(url) !== null;
}
