import type { Product } from '@bowerbird/catalog/product';
import type { ContentReader } from '../../listing/reader.ts';
import { storeProduct } from '../../listing/store/product.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { productAt } from './look.ts';

/** One request per product, in the form in which it was sent (`readme.md`, Writing products). */
export const contentReader: ContentReader = {
  fields: ['title', 'descriptionHtml', 'vendor', 'productType', 'tags', 'status'],
  cells: ['price', 'compareAtPrice', 'stock', 'sku', 'barcode'],
  readAlways: null,
  async read(ids, store, context) {
    const all: (Product | null)[] = [];
    for (const id of ids) {
      const product = await productAt(id, store, context);
      all.push(product && productOf(product));
    }
    return all;
  },
};

function productOf(product: UnreadObject): Product {
  const names = itemsOf(product.options)
    .filter(isObject)
    .flatMap(({ name }) => textOf(name) ?? []);
  const tags = Array.isArray(product.tags)
    ? product.tags.map(String)
    : (textOf(product.tags) ?? '').split(',');
  return storeProduct({
    title: textOf(product.title) ?? '',
    descriptionHtml: textOf(product.body_html) ?? '',
    vendor: textOf(product.vendor),
    productType: textOf(product.product_category),
    tags: tags.flatMap((tag) => tag.trim() || []),
    status: product.status === 'active' ? 'active' : 'draft',
    imageUrl: itemsOf(product.images).filter(isObject)[0]?.src,
    optionNames: names,
    variants: itemsOf(product.variants)
      .filter(isObject)
      .map((variant) => ({
        id: idOf(variant.id) ?? '',
        optionValues: names.map((_, at) => textOf(variant[`option${at + 1}`]) ?? ''),
        price: variant.price,
        compareAtPrice: variant.compare_at_price,
        sku: textOf(variant.sku),
        barcode: textOf(variant.barcode),
        stock: variant.inventory_tracker === true ? variant.inventory_quantity : null,
      })),
  });
}
