import { encodeCsvRow } from '@bowerbird/catalog/csv';
import type { Image, Product, Variant, Weight } from '@bowerbird/catalog/product';
import { keptCells } from '../kept-cells.ts';
import { gramsOf } from '../weights.ts';
import type { ShopifyFormat } from './columns.ts';
import { variantsMax, writableImages, writableOptions } from './fit.ts';
import { type Layout, layoutOf } from './layout.ts';

/**
 * Returns the header of the format, identical to Shopify's. `more` names further columns that were kept when a file was
 * read (markets, metafields); pass the same list to the rows.
 */
export function shopifyCsvHeader(format: ShopifyFormat, more: readonly string[] = []): string[] {
  return [...layoutOf(format, more).header];
}

/** Returns the product's lines of the file, each ended by LF as in Shopify's own exports. */
export function encodeShopifyProduct(
  product: Product,
  format: ShopifyFormat,
  more: readonly string[] = [],
): string {
  let lines = '';
  for (const row of shopifyCsvRows(product, format, more)) {
    lines += encodeCsvRow(row, '\n');
  }
  return lines;
}

/**
 * Returns the product's rows of the file, before quoting. Variants and images are two parallel lists: the first row has
 * the product, the first variant and the first image, and there are as many rows as the longer list. What the format
 * cannot carry is left out or joined as `lost` reports.
 */
export function shopifyCsvRows(
  product: Product,
  format: ShopifyFormat,
  more: readonly string[] = [],
): string[][] {
  const layout = layoutOf(format, more);
  const { at } = layout;
  const images = writableImages(product);
  const options = writableOptions(product);
  const kept = keptCells(product, 'shopify');
  const handle = filled(product.handle, filled(product.title, 'product'));
  const variants = product.variants.slice(0, variantsMax);
  const areShown = variants.some(({ imageUrl }) => imageUrl !== null);
  const addresses = new Set(areShown ? images.map(({ url }) => url) : []);
  const writeGrams = gramsWriter(layout.gramsHavePoint);
  const rows: string[][] = [];
  const count = Math.max(variants.length, images.length);
  for (let index = 0; index < count; index += 1) {
    const row = [...layout.blank];
    row[at.handle] = handle;
    if (index === 0) {
      putProduct(row, product, layout);
      putOptions(row, options.names, at.name1, at.name2, at.name3);
      putKept(row, kept?.product, layout);
      if (product.status !== 'draft') {
        // The status kept from the file no longer applies once the product has been published or archived.
        row[layout.at.status] = layout.status[product.status];
      }
    }
    const variant = variants[index];
    if (variant) {
      putOptions(row, options.values(variant), at.value1, at.value2, at.value3);
      putVariant(row, variant, layout, addresses, writeGrams);
      putKept(row, kept?.variants[variant.id], layout);
    }
    const image = images[index];
    if (image) {
      putImage(row, image, index + 1, layout);
    }
    rows.push(row);
  }
  return rows;
}

function putKept(row: string[], cells: Readonly<Record<string, string>> | undefined, layout: Layout): void {
  for (const [name, value] of Object.entries(cells ?? {})) {
    const place = layout.named.get(name);
    if (place !== undefined) {
      row[place] = value;
    }
  }
}

function putProduct(row: string[], product: Product, { at, yes, no, status }: Layout): void {
  row[at.title] = filled(product.title, product.handle);
  row[at.description] = product.descriptionHtml;
  row[at.vendor] = product.vendor ?? '';
  row[at.type] = product.productType ?? '';
  row[at.tags] = product.tags.join(', ');
  row[at.published] = product.status === 'active' ? yes : no;
  row[at.status] = status[product.status];
  row[at.giftCard] = no;
  row[at.seoTitle] = product.seo.title ?? '';
  row[at.seoDescription] = product.seo.description ?? '';
}

function putOptions(
  row: string[],
  texts: readonly string[],
  first: number,
  second: number,
  third: number,
): void {
  row[first] = texts[0] ?? '';
  row[second] = texts[1] ?? '';
  row[third] = texts[2] ?? '';
}

function putVariant(
  row: string[],
  variant: Variant,
  layout: Layout,
  addresses: ReadonlySet<string>,
  writeGrams: (weight: Weight) => string,
): void {
  const { at, yes, no } = layout;
  row[at.sku] = variant.sku ?? '';
  row[at.barcode] = barcodeCell(variant.barcode ?? '');
  row[at.price] = variant.price ?? '';
  row[at.compareAt] = variant.compareAtPrice ?? '';
  row[at.cost] = variant.cost ?? '';
  row[at.taxable] = variant.taxable ? yes : no;
  row[at.shipping] = variant.requiresShipping ? yes : no;
  row[at.policy] = layout.deny;
  row[at.service] = 'manual';
  if (variant.stock !== null) {
    row[at.tracker] = 'shopify';
    row[at.quantity] = String(variant.stock);
  }
  if (variant.weight) {
    row[at.grams] = writeGrams(variant.weight);
    row[at.weightUnit] = variant.weight.unit;
  }
  if (variant.imageUrl !== null && addresses.has(variant.imageUrl)) {
    row[at.variantImage] = addressCell(variant.imageUrl);
  }
}

function putImage(row: string[], image: Image, position: number, { at }: Layout): void {
  row[at.image] = addressCell(image.url);
  row[at.position] = String(position);
  row[at.alt] = image.alt;
}

/**
 * Returns a function that writes weights in grams, exactly. The last weight is cached, as variants of a product mostly
 * weigh the same.
 */
function gramsWriter(havePoint: boolean): (weight: Weight) => string {
  let last: Weight | null = null;
  let grams = '';
  return (weight) => {
    if (last === null || weight.value !== last.value || weight.unit !== last.unit) {
      const trimmed = gramsOf(weight);
      grams = havePoint && !trimmed.includes('.') ? `${trimmed}.0` : trimmed;
      last = weight;
    }
    return grams;
  };
}

/**
 * Shopify's exports put an apostrophe before numeric barcodes and readers remove it; a barcode that really begins with
 * one gets a second.
 */
function barcodeCell(barcode: string): string {
  return /^'+\d+$/.test(barcode) ? `'${barcode}` : barcode;
}

/** White space in an address, which shops have and the importer cannot fetch, is percent-encoded. */
function addressCell(address: string): string {
  return /\s/.test(address) ? address.trim().replaceAll(/\s/g, encodeURIComponent) : address;
}

function filled(text: string, otherwise: string): string {
  return text.trim() === '' ? otherwise : text;
}
