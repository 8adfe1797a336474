import type { SeenProduct } from '../../listing/product-seen.ts';
import type { StoreAccess } from '../../listing/store.ts';
import { originOf, sha256 } from '../../listing/store-client.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { heldChoices } from './content.ts';
import { markIn } from './mark.ts';

/** A product as the store tells it, in our words; null for what is no product. */
export async function seenOf(sent: unknown, { domain }: StoreAccess): Promise<SeenProduct | null> {
  const product = isObject(sent) ? sent : {};
  const id = idOf(product.id);
  if (id === null || typeof product.handle !== 'string') {
    return null;
  }
  const handle = decoded(product.handle);
  const mark = markIn(textOf(product.spu) ?? '');
  // Cut off before its SPU was written, it has only the handle that it was made under.
  const byHandle = /^(bb-[a-z2-7]{16})(?:-\d+)?$/.exec(handle)?.[1] ?? null;
  const halfMade = mark === null && byHandle !== null && textOf(product.spu) === null;
  const status = textOf(product.status) ?? '';
  const updatedAt = momentOf(product.updated_at);
  return {
    storeProductId: id,
    key: mark?.key ?? (halfMade ? byHandle : null),
    attemptId: mark === null || mark.isUnfinished ? null : mark.attemptId,
    ...(mark?.isUnfinished && mark.attemptId !== null && { unfinishedBy: mark.attemptId }),
    ...(halfMade && { halfMade: true as const }),
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
 * The hash of a product as read back. Not in it: what shows it and where (a twin of the same content is the same),
 * which attempt wrote it, pieces, and the pictures, which the store fetches later and under addresses of its own.
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

/** In UTC, as the store tells it in a zone of its own; '' for what is no time. */
function momentOf(sent: unknown): string {
  const at = Date.parse(textOf(sent) ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** Handles may be told percent-encoded (`readme.md`, Product fields). */
export function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}
