import type { Product } from '@bowerbird/catalog/product';
import type { ContentReader } from '../../listing/reader.ts';
import { storeProduct } from '../../listing/store/product.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { readProduct } from './client.ts';
import { withoutMark } from './marker.ts';
import { ownSku, rowsOf, valuesOf } from './seen.ts';

/** One request per product (`readme.md`, Versions and answers). */
export const contentReader: ContentReader = {
  fields: ['title', 'descriptionHtml', 'vendor', 'productType', 'tags', 'status'],
  cells: ['price', 'compareAtPrice', 'stock', 'sku', 'barcode'],
  readAlways: null,
  async read(ids, store, context) {
    const all: (Product | null)[] = [];
    for (const id of ids) {
      const product = await readProduct(id, store, context);
      all.push(product && productOf(product));
    }
    return all;
  },
};

function productOf(product: UnreadObject): Product {
  const rows = rowsOf(product);
  const names = [1, 2, 3].flatMap((place) => textOf(rows[0]?.[`option${place}_title`]) ?? []);
  const isCounted = wholeOf(product.inventory_tracking) === 1;
  return storeProduct({
    title: textOf(product.title) ?? '',
    descriptionHtml: withoutMark(textOf(product.body_html) ?? ''),
    vendor: textOf(product.vendor),
    productType: textOf(product.product_type),
    tags: itemsOf(product.tags).flatMap((tag) => textOf(isObject(tag) ? tag.title : tag) ?? []),
    status: wholeOf(product.status) === 1 ? 'active' : 'draft',
    imageUrl: itemsOf(product.images).filter(isObject)[0]?.src,
    optionNames: names,
    variants: rows.map((row) => ({
      id: idOf(row.id) ?? '',
      optionValues: valuesOf(row).slice(0, names.length),
      price: row.price,
      compareAtPrice: row.compare_at_price,
      sku: ownSku(row),
      barcode: textOf(row.barcode),
      stock: isCounted ? row.inventory_quantity : null,
    })),
  });
}
