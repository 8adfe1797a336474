import type { SeenProduct } from '../../listing/product-seen.ts';
import type { StoreAccess } from '../../listing/store/access.ts';
import { originOf, sha256 } from '../../listing/store/client.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { markIn } from './mark.ts';
import { heldChoices } from './write/content.ts';

/** Converts a product from the store's answer to ours; returns null for anything else. */
export async function seenOf(sent: unknown, { domain }: StoreAccess): Promise<SeenProduct | null> {
  const product = isObject(sent) ? sent : {};
  const id = idOf(product.id);
  if (id === null || typeof product.handle !== 'string') {
    return null;
  }
  const handle = decoded(product.handle);
  const mark = markIn(textOf(product.spu) ?? '');
  // When its creation was interrupted before the SPU was written, it has only the handle it was created under.
  const byHandle = /^(bb-[a-z2-7]{16})(?:-\d+)?$/.exec(handle)?.[1] ?? null;
  const partial = mark === null && byHandle !== null && textOf(product.spu) === null;
  const status = textOf(product.status) ?? '';
  const updatedAt = momentOf(product.updated_at);
  return {
    storeProductId: id,
    key: mark?.key ?? (partial ? byHandle : null),
    attemptId: mark === null || mark.isUnfinished ? null : mark.attemptId,
    ...(mark?.isUnfinished && mark.attemptId !== null && { unfinishedBy: mark.attemptId }),
    ...(partial && { partial: true as const }),
    handle,
    skus: itemsOf(product.variants).flatMap((variant) =>
      isObject(variant) ? (textOf(variant.sku) ?? []) : [],
    ),
    hash: await hashReadBack(product),
    status,
    createdAt: momentOf(product.created_at),
    updatedAt,
    version: updatedAt,
    address: status === 'active' ? `${originOf(domain)}/products/${encodeURIComponent(handle)}` : null,
  };
}

/**
 * Returns the hash of a product as read back. Leaves out its visibility and handle (so a duplicate with the same
 * content has the same hash), the attempt that wrote it, inventory, and images, which the store fetches later under its
 * own addresses.
 */
function hashReadBack(product: UnreadObject): Promise<string> {
  const texts = ['title', 'body_html', 'vendor', 'product_category'].map((name) => textOf(product[name]));
  const tags = (textOf(product.tags) ?? '').split(/(?:(?<!\s)\s+)?,\s*/).sort();
  const variants = itemsOf(product.variants)
    .filter(isObject)
    .map((variant) => [
      heldChoices(variant),
      ...['sku', 'barcode'].map((name) => textOf(variant[name])),
      ...['price', 'compare_at_price'].map((name) => Number(variant[name] ?? 0)),
    ]);
  return sha256(JSON.stringify([texts, tags, variants]));
}

/** Returns a time in UTC, because the store gives it in its own time zone; '' for anything that is not a time. */
function momentOf(sent: unknown): string {
  const at = Date.parse(textOf(sent) ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** Decodes a handle that may be percent-encoded (`readme.md`, Product fields). */
export function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}
