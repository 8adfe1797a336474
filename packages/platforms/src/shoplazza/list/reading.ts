import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ContentReader } from '../../listing/reader.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { storeProduct } from '../../listing/store/product.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { readJson } from './connection/client.ts';
import { variantsIn } from './seen.ts';

/**
 * One request per product, in the form in which it was sent (`readme.md`, Writing products). Only the newer versions
 * keep its type.
 */
export const contentReader: ContentReader = {
  fields: ['title', 'descriptionHtml', 'vendor', 'tags', 'status'],
  cells: ['price', 'compareAtPrice', 'stock', 'sku', 'barcode'],
  readAlways: null,
  async read(ids, store, context) {
    const all: (Product | null)[] = [];
    for (const id of ids) {
      const product = await readOne(id, store, context);
      all.push(product && productOf(product));
    }
    return all;
  },
};

async function readOne(id: string, store: StoreAccess, context: ListerContext): Promise<UnreadObject | null> {
  try {
    const route = `/products/${encodeURIComponent(id)}`;
    const { product } = await readJson({ method: 'GET', route }, store, context);
    return isObject(product) ? product : null;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'store.product-gone') {
      return null;
    }
    throw thrown;
  }
}

function productOf(product: UnreadObject): Product {
  const names = itemsOf(product.options)
    .filter(isObject)
    .flatMap(({ name }) => textOf(name) ?? []);
  const plain = product.has_only_default_variant === true;
  const isCounted = product.inventory_tracking === true;
  const tags = typeof product.tags === 'string' ? product.tags.split(',') : itemsOf(product.tags);
  return storeProduct({
    title: textOf(product.title) ?? '',
    descriptionHtml: textOf(product.description) ?? '',
    vendor: textOf(product.vendor),
    tags: tags.flatMap((tag) => textOf(tag) ?? []),
    status: product.published === true ? 'active' : 'draft',
    imageUrl: itemsOf(product.images).filter(isObject)[0]?.src,
    optionNames: plain ? [] : names,
    variants: variantsIn(product).map((variant) => ({
      id: idOf(variant.id) ?? '',
      optionValues: plain ? [] : names.map((_, at) => textOf(variant[`option${at + 1}`]) ?? ''),
      price: variant.price,
      compareAtPrice: variant.compare_at_price,
      sku: textOf(variant.sku),
      barcode: textOf(variant.barcode),
      stock: isCounted ? variant.inventory_quantity : null,
    })),
  });
}
