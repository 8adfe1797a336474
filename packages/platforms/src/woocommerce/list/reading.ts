import type { Product } from '@bowerbird/catalog/product';
import type { ContentReader } from '../../listing/reader.ts';
import { type StatedVariant, storeProduct } from '../../listing/store/product.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { held } from './held.ts';

/**
 * The store's products in the edit form: its prices are plain, and its variations are separate (`readme.md`, Writing
 * products).
 */
export const contentReader: ContentReader = {
  fields: ['title', 'descriptionHtml', 'tags', 'status'],
  // Barcodes as digits, from WooCommerce 9.2 on (`readme.md`, Writing products).
  cells: ['price', 'compareAtPrice', 'stock', 'sku', 'barcode'],
  // A variation's price is not in its product's own answer.
  readAlways: ({ options }) => options.length > 0,
  async read(ids, store, context) {
    const found = await held(ids, 'update', store, context);
    return found.map((stated) =>
      isObject(stated) && isObject(stated.product) ? productOf(stated.product, stated) : null,
    );
  },
};

function productOf(product: UnreadObject, stated: UnreadObject): Product {
  const isVariable = product.type === 'variable';
  const names = itemsOf(product.attributes)
    .filter(isObject)
    .filter(({ variation }) => variation === true)
    .flatMap(({ name }) => textOf(name) ?? []);
  const rows = itemsOf(stated.variations).filter(isObject);
  return storeProduct({
    title: plainText(textOf(product.name) ?? ''),
    descriptionHtml: textOf(product.description) ?? '',
    tags: itemsOf(product.tags)
      .filter(isObject)
      .flatMap(({ name }) => plainText(textOf(name) ?? '') || []),
    status: product.status === 'publish' ? 'active' : 'draft',
    imageUrl: itemsOf(product.images).filter(isObject)[0]?.src,
    optionNames: isVariable ? names : [],
    variants: isVariable
      ? rows.map((row) => variantOf(row, valuesOf(row, names), product))
      : [variantOf(product, [], product)],
  });
}

function valuesOf(row: UnreadObject, names: readonly string[]): string[] {
  const chosen = itemsOf(row.attributes).filter(isObject);
  return names.map((name) => {
    const one = chosen.find((each) => textOf(each.name)?.toLowerCase() === name.toLowerCase());
    return plainText(textOf(one?.option) ?? '');
  });
}

function variantOf(row: UnreadObject, optionValues: string[], product: UnreadObject): StatedVariant {
  const [regular, sale] = [textOf(row.regular_price), textOf(row.sale_price)];
  const own = row === product || row.sku !== product.sku;
  return {
    id: idOf(row.id) ?? '',
    optionValues,
    price: sale ?? regular,
    compareAtPrice: sale === null ? null : regular,
    // A variation without a SKU of its own shows its product's.
    sku: own ? textOf(row.sku) : null,
    barcode: textOf(row.global_unique_id),
    stock: row.manage_stock === true ? row.stock_quantity : null,
  };
}
