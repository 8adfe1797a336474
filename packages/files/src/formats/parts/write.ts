import { trimDecimals } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { imageAddress } from '@bowerbird/catalog/stored/image-identity';
import { addressCell } from '../addresses.ts';
import { fittedOptions } from '../fitted-options.ts';
import { keptCells } from '../kept-cells.ts';
import { isOnWeb } from '../notices.ts';
import { kilogramsOf } from '../weights.ts';
import { attributeColumns, type Column, type PartsDialect } from './dialect.ts';

type Row = Partial<Record<Column, string>>;

export const optionsMax = 3;

/** Returns a product's rows: `S` for a product without options, otherwise `M` and a `P` for each variant. */
export function partsRows(product: Product, dialect: PartsDialect): string[][] {
  const options = fittedOptions(product, optionsMax);
  const kept = keptCells(product, dialect.id);
  const [only] = product.variants;
  const own = productCells(product, dialect);
  const later = (id: string) => kept?.variants[id] ?? {};
  if (options.names.length === 0 && only) {
    return [
      cells(
        { ...own, part: 'S', ...variantCells(only, dialect), ...kept?.product, ...later(only.id) },
        dialect,
      ),
    ];
  }
  const names = Object.fromEntries(options.names.map((name, at) => [attributeColumns[at], name]));
  const variants = product.variants.map((variant) => {
    const values = Object.fromEntries(
      options.values(variant).map((value, at) => [attributeColumns[at], value]),
    );
    const address = imageAddress(product, variant.imageUrl);
    const image = address !== null && isOnWeb({ url: address }) ? addressCell(address) : '';
    const row = { title: product.title, part: 'P', ...values, ...variantCells(variant, dialect) };
    return cells(
      { ...row, [has(dialect, 'variantImage') ? 'variantImage' : 'images']: image, ...later(variant.id) },
      dialect,
    );
  });
  return [cells({ ...own, part: 'M', ...names, ...kept?.product }, dialect), ...variants];
}

function has({ header, columns }: PartsDialect, column: Column): boolean {
  return header.some((name) => columns.named(name) === column);
}

function productCells(product: Product, dialect: PartsDialect): Row {
  const [first] = product.variants;
  const images = product.images.filter(isOnWeb).map(({ url }) => addressCell(url));
  const isApart = has(dialect, 'furtherImages');
  return {
    title: product.title,
    handle: product.handle,
    description: product.descriptionHtml,
    seoTitle: product.seo.title ?? '',
    seoDescription: product.seo.description ?? '',
    published: product.status === 'active' ? 'Y' : 'N',
    shipping: first?.requiresShipping === false ? 'N' : 'Y',
    taxable: first?.taxable === false ? 'N' : 'Y',
    tracked: product.variants.some(({ stock }) => stock !== null) ? 'Y' : 'N',
    rule: dialect.rule.deny,
    collections: product.categories.map((path) => path.at(-1) ?? '').join(','),
    tags: product.tags.join(','),
    vendor: product.vendor ?? '',
    type: product.productType ?? '',
    images: isApart ? (images[0] ?? '') : images.join(','),
    furtherImages: isApart ? images.slice(1).join(',') : '',
  };
}

function variantCells(variant: Variant, dialect: PartsDialect): Row {
  const { weight } = variant;
  const inOwnUnit = has(dialect, 'weightUnit');
  return {
    price: variant.price ?? '',
    compareAt: variant.compareAtPrice ?? '',
    sku: variant.sku ?? '',
    weight: weight === null ? '' : inOwnUnit ? trimDecimals(weight.value) : kilogramsOf(weight),
    weightUnit: weight?.unit ?? '',
    barcode: variant.barcode ?? '',
    quantity: variant.stock === null ? '' : String(variant.stock),
  };
}

function cells(row: Row & Record<string, string>, { header, columns }: PartsDialect): string[] {
  return header.map((name) => {
    const column = columns.named(name);
    return row[column ?? name] ?? '';
  });
}
