import type { Repair } from '@bowerbird/catalog/invariants/repair';
import type { Product } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';

/** Why a product is left out of a file. */
export type LeftOut =
  /** No variant has a price: the importer would sell it for nothing. */
  | 'no-price'
  /** The importer would reject its rows. */
  | 'refused-by-importer'
  /** A text is longer than a cell of a spreadsheet. */
  | 'text-over-spreadsheet';

/** Parts of a product that a format cannot carry, or not in full. */
export const losses = [
  'options-joined',
  'images-over-limit',
  'uploaded-images',
  'images-not-on-the-web',
  'variants-over-limit',
  'categories',
  'attributes',
  'price-tiers',
  'currency',
  'tags-with-comma',
  'names-of-categories',
  'handle',
  'vendor',
  'product-type',
  'seo',
  'cost',
  'barcode',
  'archived',
  'image-texts',
  'shipping',
] as const;
export type Loss = (typeof losses)[number];

/**
 * What is reported to a merchant about a product in a file: that it was left out, what was repaired, and what the
 * format cannot carry.
 */
export type ExportNotice = LeftOut | 'variants-without-price' | 'sku-twice' | Repair | Loss;

/** A product in a file: its rows, none where it was left out, and the notices about it. */
export interface WrittenProduct {
  rows: string[][];
  notices: ExportNotice[];
}

/** What a format can carry of a product. */
export interface Capacity {
  options: number;
  images: number;
  variants: number;
  /** Losses that cannot occur in this format: it has a column for them. */
  carries: readonly Loss[];
}

/** Returns what a format cannot carry of this product; [] when its file will contain everything. */
export function lostIn(product: Product, capacity: Capacity): Loss[] {
  return losses.filter((loss) => isLost[loss](product, capacity) && !capacity.carries.includes(loss));
}

/** Whether a product has what a format without a column for it loses. */
const isLost: Readonly<Record<Loss, (product: Product, capacity: Capacity) => boolean>> = {
  'options-joined': ({ options }, capacity) => options.length > capacity.options,
  'images-over-limit': ({ images }, capacity) =>
    images.length > capacity.images && images.filter(isOnWeb).length > capacity.images,
  'uploaded-images': ({ images }) => images.some((image) => !isOnWeb(image) && isUploaded(image)),
  'images-not-on-the-web': ({ images }) => images.some((image) => !isOnWeb(image) && !isUploaded(image)),
  'variants-over-limit': ({ variants }, capacity) => variants.length > capacity.variants,
  categories: ({ categories }) => categories.length > 0,
  attributes: ({ attributes }) => attributes.length > 0,
  'price-tiers': ({ priceTiers }) => priceTiers.length > 0,
  currency: ({ currency }) => currency !== null,
  'tags-with-comma': ({ tags }) => tags.some((tag) => tag.includes(',')),
  'names-of-categories': ({ categories }) =>
    categories.some((path) => path.length > 1 || path[0]?.includes(',')),
  handle: () => true,
  vendor: ({ vendor }) => vendor !== null,
  'product-type': ({ productType }) => productType !== null,
  seo: ({ seo }) => seo.title !== null || seo.description !== null,
  cost: ({ variants }) => variants.some(({ cost }) => cost !== null),
  barcode: ({ variants }) => variants.some(({ barcode }) => barcode !== null),
  archived: ({ status }) => status === 'archived',
  'image-texts': ({ images }) => images.some(({ alt }) => alt !== ''),
  shipping: ({ variants }) => variants.some(({ requiresShipping }) => !requiresShipping),
};

/** Reports whether an importer can fetch an image. */
export function isOnWeb({ url }: { url: string }): boolean {
  return url.startsWith('https://') || /^https?:\/\//i.test(url);
}

function isUploaded({ url }: { url: string }): boolean {
  return uploadedImageAt(url) !== null;
}
