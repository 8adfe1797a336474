import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { imageAddress } from '@bowerbird/catalog/stored/image-identity';
import { fittedOptions } from '../fitted-options.ts';
import { keptCells } from '../kept-cells.ts';
import { isOnWeb } from '../notices.ts';
import { kilogramsOf } from '../weights.ts';
import { categoriesCell, cellOf, descriptionCell, imagesCell } from './cells.ts';
import { attributeParts, type FixedColumn, fixedColumns, wooColumns } from './columns.ts';

/** Most options and attributes of a product that get columns. */
export const attributesMax = 30;

/** Returns the header of a file with room for so many options and attributes. */
export function wooHeader(attributes: number): string[] {
  const numbered = Array.from({ length: Math.min(attributes, attributesMax) }, (_, index) =>
    attributeParts.map((part) => `Attribute ${index + 1} ${part}`),
  );
  return [...fixedColumns.map((column) => wooColumns.nameOf(column)), ...numbered.flat()];
}

type Row = Partial<Record<FixedColumn, string>>;
interface WrittenAttribute {
  name: string;
  values: readonly string[];
}

/**
 * Returns a product's rows: one for a product without options; otherwise one that lists every value, and one for each
 * variant, which names the first row by its SKU.
 */
export function wooRows(product: Product, attributes: number): string[][] {
  const room = Math.min(attributes, attributesMax);
  const options = fittedOptions(product, Math.max(1, room));
  const further = product.attributes
    .slice(0, room - options.names.length)
    .map(({ name, value }): WrittenAttribute => ({ name, values: [value] }));
  const kept = keptCells(product, 'woocommerce');
  const images = product.images.filter(isOnWeb).map(({ url }) => url);
  const [only] = product.variants;
  const shared = { ...parentCells(product), images: imagesCell(images) };
  if (options.names.length === 0 && only) {
    const row = { type: 'simple', ...shared, ...variantCells(only), ...kept?.product };
    return [cells(row, further, room, '1')];
  }
  const taken = new Set(product.variants.map(({ sku }) => sku));
  const own = kept?.product.sku ?? product.handle;
  const sku = taken.has(own) ? `${own}-parent` : own;
  const all = options.names.map(
    (name, index): WrittenAttribute => ({
      name,
      values: [...new Set(product.variants.map((variant) => options.values(variant)[index] ?? ''))],
    }),
  );
  const parent = { type: 'variable', ...shared, ...stockCells(product.variants), ...kept?.product, sku };
  const variations = product.variants.map((variant, index) => {
    const values = options.values(variant);
    const address = imageAddress(product, variant.imageUrl);
    const row: Row = {
      type: 'variation',
      name: `${product.title} - ${values.join(', ')}`,
      published: '1',
      taxClass: 'parent',
      parent: sku,
      position: String(index),
      images: address !== null && isOnWeb({ url: address }) ? imagesCell([address]) : '',
      ...variantCells(variant),
      ...kept?.variants[variant.id],
    };
    const chosen = options.names.map((name, at): WrittenAttribute => ({ name, values: [values[at] ?? ''] }));
    return cells(row, chosen, room, '');
  });
  return [cells(parent, [...all, ...further], room, '1'), ...variations];
}

function parentCells(product: Product): Row {
  const [first] = product.variants;
  return {
    name: product.title,
    published: { active: '1', draft: '-1', archived: '0' }[product.status],
    featured: '0',
    visibility: 'visible',
    description: descriptionCell(product.descriptionHtml),
    taxStatus: first?.taxable === false ? 'none' : 'taxable',
    categories: categoriesCell(product.categories),
    tags: cellOf(product.tags),
    reviews: '1',
    position: '0',
  };
}

function stockCells(variants: readonly Variant[]): Row {
  return { inStock: variants.some(isInStock) ? '1' : '0' };
}

function isInStock({ stock, available }: Variant): boolean {
  return available !== false && (stock === null || stock > 0);
}

function variantCells(variant: Variant): Row {
  const { price, compareAtPrice, stock, weight } = variant;
  const isReduced = price !== null && compareAtPrice !== null && comparePrices(compareAtPrice, price) > 0;
  return {
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    taxStatus: variant.taxable ? 'taxable' : 'none',
    inStock: isInStock(variant) ? '1' : '0',
    stock: stock === null ? '' : String(stock),
    backorders: '0',
    soldIndividually: '0',
    weight: weight === null ? '' : kilogramsOf(weight),
    salePrice: isReduced ? price : '',
    regularPrice: (isReduced ? compareAtPrice : price) ?? '',
  };
}

function cells(row: Row, attributes: readonly WrittenAttribute[], room: number, visible: string): string[] {
  const numbered = Array.from({ length: room }, (_, index) => {
    const attribute = attributes[index];
    return attribute ? [attribute.name, cellOf(attribute.values), visible, '0'] : ['', '', '', ''];
  });
  return [...fixedColumns.map((column) => row[column] ?? ''), ...numbered.flat()];
}
