import type { Product } from '@bowerbird/catalog/product';
import type { FileMapping, MappedField } from '@bowerbird/contract/files/mapping';
import { fileFormats } from '@bowerbird/files/formats/all';
import { headerKey } from '@bowerbird/files/formats/table/header';
import type { StagedTable } from '@bowerbird/files/staging/staged-table';

/**
 * A product as this file would give it back if nobody had edited the file: what differs from it was edited there. Fields
 * that the file has no column for are never different.
 */
export interface Reference {
  product: Product;
  /** Reports whether the file says anything of a field: `title`, `variants.price`. */
  has(field: string): boolean;
}

/** Returns the reference of a product; null where the file's format cannot hold the product. */
export function referenceOf(
  product: Product,
  reading: StagedTable,
  { products }: FileMapping,
): Reference | null {
  if (products.by === 'columns') {
    const mapped = new Set(products.columns.flatMap(({ field }) => fieldsOfColumn[field] ?? []));
    return { product, has: (field) => mapped.has(field) };
  }
  const attributes = product.attributes.length + product.options.length;
  const sheet = fileFormats[products.format].sheet({ attributes });
  const places = reading.header.map((name) => placeIn(sheet.header, name));
  const rows = sheet.write(product).rows.map((row, at) => ({
    number: at + 2,
    cells: places.map((place) => row[place] ?? ''),
  }));
  const back = rows.length === 0 ? null : reading.readPlain(rows).product;
  return back === null || back.variants.length !== product.variants.length
    ? null
    : { product: back, has: () => true };
}

function placeIn(header: readonly string[], name: string): number {
  const exact = header.indexOf(name);
  return exact === -1 ? header.findIndex((cell) => headerKey(cell) === headerKey(name)) : exact;
}

/** The fields of a product that a mapped column fills. */
const fieldsOfColumn: Readonly<Record<MappedField, readonly string[]>> = {
  title: ['title'],
  handle: ['handle'],
  descriptionHtml: ['descriptionHtml'],
  vendor: ['vendor'],
  productType: ['productType'],
  tags: ['tags'],
  categories: ['categories'],
  status: ['status'],
  'seo.title': ['seo.title'],
  'seo.description': ['seo.description'],
  images: ['images'],
  sku: ['variants.sku'],
  barcode: ['variants.barcode'],
  price: ['variants.price'],
  compareAtPrice: ['variants.compareAtPrice'],
  cost: ['variants.cost'],
  stock: ['variants.stock'],
  weight: ['variants.weight'],
  weightUnit: ['variants.weight'],
  variantImage: ['variants.imageUrl'],
  requiresShipping: ['variants.requiresShipping'],
  taxable: ['variants.taxable'],
  currency: ['currency'],
  optionName: ['options'],
  optionValue: ['options', 'variants.optionValues'],
  options: ['options', 'variants.optionValues'],
  attribute: ['attributes'],
};
