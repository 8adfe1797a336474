import type { Image, Product } from '@bowerbird/catalog/product';
import { type FittedOptions, fittedOptions } from '../fitted-options.ts';
import { type Capacity, isOnWeb } from '../notices.ts';

/** Largest number of options of a Shopify product, in the file as in the store. */
export const optionsMax = 3;
export const imagesMax = 250;
export const variantsMax = 2048;

/** What Shopify writes for a product without options. */
export const noOption = { name: 'Title', value: 'Default Title' } as const;

/** What a Shopify file can carry. */
export const capacity: Capacity = {
  options: optionsMax,
  images: imagesMax,
  variants: variantsMax,
  carries: [
    'handle',
    'vendor',
    'product-type',
    'seo',
    'cost',
    'barcode',
    'archived',
    'image-texts',
    'shipping',
    'names-of-categories',
  ],
};

/** Returns the images that the file can contain: those with public addresses, at most 250. */
export function writableImages({ images }: Product): readonly Image[] {
  const fits = images.length <= imagesMax && images.every(isOnWeb);
  return fits ? images : images.filter(isOnWeb).slice(0, imagesMax);
}

const defaultValues = [noOption.value];

/** Returns one to three options with every name and value filled: the importer rejects blanks. */
export function writableOptions(product: Product): FittedOptions {
  return product.options.length === 0
    ? { names: [noOption.name], values: () => defaultValues }
    : fittedOptions(product, optionsMax);
}
