import { trimDecimals } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { imageAddress } from '@bowerbird/catalog/stored/image-identity';
import { addressCell } from '../addresses.ts';
import { fittedOptions } from '../fitted-options.ts';
import { keptCells } from '../kept-cells.ts';
import { isOnWeb } from '../notices.ts';
import {
  type Column,
  modelledColumns,
  nameColumns,
  optionsMax,
  shoplineHeader,
  valueColumns,
} from './columns.ts';

type Row = Partial<Record<Column, string>>;

/** Most variants of a product that SHOPLINE imports. */
export const variantsMax = 500;

/** Returns a product's rows: one for each variant, all with the handle, the first with the product's own columns. */
export function shoplineRows(product: Product): string[][] {
  const options = fittedOptions(product, optionsMax);
  const kept = keptCells(product, 'shopline');
  return product.variants.slice(0, variantsMax).map((variant, index) => {
    const values = options.values(variant);
    const row: Row = {
      handle: product.handle,
      ...(index === 0 && productCells(product)),
      ...Object.fromEntries(options.names.map((name, at) => [nameColumns[at], name])),
      ...Object.fromEntries(values.map((value, at) => [valueColumns[at], value])),
      ...variantCells(product, variant),
      ...(index === 0 ? kept?.product : undefined),
      ...kept?.variants[variant.id],
    };
    const cells = modelledColumns.map((column) => row[column] ?? '');
    return [
      ...cells,
      ...shoplineHeader.slice(cells.length).map((name) => (row as Record<string, string>)[name] ?? ''),
    ];
  });
}

function productCells(product: Product): Row {
  const isActive = product.status === 'active' ? 'Y' : 'N';
  return {
    title: product.title,
    description: product.descriptionHtml,
    vendor: product.vendor ?? '',
    tags: product.tags.join(','),
    collections: product.categories.map((path) => path.at(-1) ?? '').join(','),
    images: product.images
      .filter(isOnWeb)
      .map(({ url }) => addressCell(url))
      .join(','),
    seoTitle: product.seo.title ?? '',
    seoDescription: product.seo.description ?? '',
    published: isActive,
    status: isActive,
    type: product.productType ?? '',
  };
}

function variantCells(product: Product, variant: Variant): Row {
  const address = imageAddress(product, variant.imageUrl);
  return {
    sku: variant.sku ?? '',
    variantImage: address !== null && isOnWeb({ url: address }) ? addressCell(address) : '',
    price: variant.price ?? '',
    compareAt: variant.compareAtPrice ?? '',
    weight: variant.weight === null ? '' : trimDecimals(variant.weight.value),
    weightUnit: variant.weight?.unit ?? '',
    tracker: variant.stock === null ? 'F' : 'T',
    policy: 'deny',
    quantity: variant.stock === null ? '' : String(variant.stock),
    cost: variant.cost ?? '',
    barcode: variant.barcode ?? '',
    taxable: variant.taxable ? 'T' : 'F',
    shipping: variant.requiresShipping ? 'T' : 'F',
  };
}
