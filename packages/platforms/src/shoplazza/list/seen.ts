import type { SeenProduct } from '../../listing/product-seen.ts';
import type { StoreAccess } from '../../listing/store/access.ts';
import { originOf, sha256 } from '../../listing/store/client.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { keyIn, markIn } from './mark.ts';

/** Converts a product from the store's answer to ours; returns null for anything else. */
export async function seenOf(sent: unknown, store: StoreAccess): Promise<SeenProduct | null> {
  const product = isObject(sent) ? sent : {};
  const id = idOf(product.id);
  if (id === null || typeof product.published !== 'boolean') {
    return null;
  }
  const handle = textOf(product.handle);
  const mark = markIn(textOf(product.note) ?? '');
  const updated = textOf(product.updated_at) ?? '';
  return {
    storeProductId: id,
    key: keyIn(textOf(product.spu) ?? '') ?? mark?.key ?? null,
    attemptId: mark === null || mark.isUnfinished ? null : mark.attemptId,
    ...(mark?.isUnfinished && { unfinishedBy: mark.attemptId }),
    handle,
    skus: variantsIn(product).flatMap(({ sku }) => textOf(sku) ?? []),
    hash: await hashReadBack(product),
    status: product.published ? 'published' : 'unpublished',
    createdAt: textOf(product.created_at) ?? '',
    updatedAt: updated,
    version: updated,
    address:
      product.published && handle !== null
        ? `${originOf(store.domain)}/products/${encodeURIComponent(handle)}`
        : null,
  };
}

export function variantsIn(product: UnreadObject): UnreadObject[] {
  return itemsOf(product.variants).filter(isObject);
}

/**
 * Returns the hash of a product as read back. Independent of the attempt that wrote it, of its visibility, of its
 * inventory, which every order changes, and of the version's format.
 */
function hashReadBack(product: UnreadObject): Promise<string> {
  const words = (given: unknown) =>
    (typeof given === 'string' ? given.split(',') : itemsOf(given)).flatMap((word) => textOf(word) ?? []);
  return sha256(
    JSON.stringify([
      product.title ?? '',
      product.description ?? '',
      product.vendor ?? '',
      words(product.tags).sort(),
      product.seo_title ?? '',
      product.seo_description ?? '',
      itemsOf(product.options).map((option) => (isObject(option) ? [option.name, option.values] : [])),
      variantsIn(product).map((variant) => [
        [variant.option1 ?? '', variant.option2 ?? '', variant.option3 ?? ''],
        Number(variant.price ?? 0),
        Number(variant.compare_at_price ?? 0),
        variant.sku ?? '',
        variant.barcode ?? '',
        Number(variant.weight ?? 0),
        variant.weight_unit ?? '',
      ]),
      itemsOf(product.images).length,
    ]),
  );
}
