import type { Option, Picture, Product, Variant } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/uploaded-image';

/** Options a product of Shopify's can have, in the file as in the store. */
export const optionsMax = 3;
export const picturesMax = 250;
export const variantsMax = 2048;

/** What Shopify writes for a product without options. */
export const noOption = { name: 'Title', value: 'Default Title' } as const;

/** What a product has that this format cannot carry, or not in full. */
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
 * What the file will not say of this product; [] when it says all. `options-joined`: the third option and all after it
 * become one, its values "Oak / Matt", so that no variant is lost. `uploaded-images`: they have no public address.
 */
export function lost(product: Product): Loss[] {
  const { options, pictures, variants, tags } = product;
  const losses: [Loss, boolean][] = [
    ['options-joined', options.length > optionsMax],
    ['pictures-over-250', pictures.filter(isOnWeb).length > picturesMax],
    ['uploaded-images', pictures.some(isUploaded)],
    ['pictures-not-on-the-web', !pictures.every((picture) => isOnWeb(picture) || isUploaded(picture))],
    ['variants-over-2048', variants.length > variantsMax],
    ['categories', product.categories.length > 0],
    ['attributes', product.attributes.length > 0],
    ['price-tiers', product.priceTiers.length > 0],
    ['currency', product.currency !== null],
    ['tags-with-comma', tags.some((tag) => tag.includes(','))],
  ];
  return losses.filter(([, is]) => is).map(([loss]) => loss);
}

/** The pictures that can stand in the file: public addresses, at most 250. */
export function writablePictures({ pictures }: Product): readonly Picture[] {
  const fits = pictures.length <= picturesMax && pictures.every(isOnWeb);
  return fits ? pictures : pictures.filter(isOnWeb).slice(0, picturesMax);
}

export interface WritableOptions {
  names: readonly string[];
  values(variant: Variant): readonly string[];
}

const defaultValues = [noOption.value];

/** One to three options, every name and value filled: the importer refuses blanks. */
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

function isOnWeb({ url }: Picture): boolean {
  return url.startsWith('https://') || /^https?:\/\//i.test(url);
}

function isUploaded({ url }: Picture): boolean {
  return uploadedImageAt(url) !== null;
}
