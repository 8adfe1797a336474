import type { SeenProduct } from '../../listing/product-seen.ts';
import type { StoreAccess } from '../../listing/store/access.ts';
import { originOf, sha256 } from '../../listing/store/client.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { markIn, withoutMark } from './marker.ts';

const keyForm = /^bb-[a-z2-7]{16}$/;

/** Returns our key that a product has: in its SPU, in the mark of its description, or as its handle. */
export function keyIn(product: UnreadObject): string | null {
  const spu = textOf(product.spu) ?? '';
  const marked = markIn(textOf(product.body_html) ?? '')?.key;
  const byHandle = /^(bb-[a-z2-7]{16})(?:-\d+)?$/.exec(textOf(product.handle) ?? '')?.[1];
  return keyForm.test(spu) ? spu : (marked ?? byHandle ?? null);
}

/** Converts a complete product from the store's answer. */
export async function seenOf(product: UnreadObject, store: StoreAccess): Promise<SeenProduct | null> {
  const id = idOf(product.id);
  if (id === null) {
    return null;
  }
  const key = keyIn(product);
  const mark = markIn(textOf(product.body_html) ?? '');
  // Interrupted before all of it was written: the attempt that wrote it says nothing about its content.
  const byHandleAlone = mark === null && !keyForm.test(textOf(product.spu) ?? '');
  const partial = key !== null && (byHandleAlone || rowsOf(product).length === 0);
  return {
    ...briefly(product, id, store),
    key,
    attemptId: partial || mark?.key !== key ? null : mark.attemptId,
    ...(partial && { partial: true as const }),
    hash: await hashReadBack(product),
  };
}

/** Converts a product from a list: without its description, so that neither content nor writer is known. */
export function listedOf(product: UnreadObject, store: StoreAccess): SeenProduct | null {
  const id = idOf(product.id);
  return id === null
    ? null
    : { ...briefly(product, id, store), key: keyIn(product), attemptId: null, hash: '' };
}

function briefly(product: UnreadObject, id: string, store: StoreAccess) {
  const status = wholeOf(product.status) === 1 ? 'active' : 'hidden';
  const handle = textOf(product.handle);
  const updatedAt = instantOf(product.updated_at);
  return {
    storeProductId: id,
    handle,
    skus: rowsOf(product).flatMap((row) => ownSku(row) ?? []),
    status,
    createdAt: instantOf(product.created_at),
    updatedAt,
    version: updatedAt,
    address:
      status === 'active' && handle !== null
        ? `${siteOf(product, store)}/products/${encodeURIComponent(handle)}`
        : null,
  };
}

/**
 * Returns the hash of a product as read back. Leaves out what publishing, selling or another attempt changes: handle,
 * status, inventory, and the numbers of variants, which every write renews.
 */
function hashReadBack(product: UnreadObject): Promise<string> {
  const words = [
    'title',
    'subtitle',
    'mini_detail',
    'vendor',
    'product_type',
    'meta_title',
    'meta_descript',
  ].map((field) => textOf(product[field]) ?? '');
  const images = itemsOf(product.images).filter(isObject);
  return sha256(
    JSON.stringify([
      words,
      withoutMark(textOf(product.body_html) ?? ''),
      itemsOf(product.tags).map(String).sort(),
      rowsOf(product).map((row) => [
        valuesOf(row),
        decimal(row.price),
        decimal(row.compare_at_price),
        ownSku(row),
        textOf(row.barcode),
        decimal(row.weight),
      ]),
      images.map(({ src, alt }) => [textOf(src), textOf(alt)]),
    ]),
  );
}

export function rowsOf(product: UnreadObject): readonly UnreadObject[] {
  return itemsOf(product.variants).filter(isObject);
}

export function valuesOf(row: UnreadObject): string[] {
  return [1, 2, 3].map((place) => textOf(row[`option${place}_value_title`]) ?? '');
}

/** Returns an amount from a number or text in normal form (`readme.md`, Product fields). */
export function decimal(sent: unknown): string {
  const number = Number(sent ?? 0);
  return Number.isFinite(number) ? String(number) : '0';
}

/** Returns an SKU, unless the store made it from its own numbers (`readme.md`, Product fields). */
export function ownSku(row: UnreadObject): string | null {
  const sku = idOf(row.sku);
  const code = textOf(row.sku_code);
  return sku !== null && code !== null && sku.endsWith(code) ? null : sku;
}

/** Reads ISO 8601 or seconds since 1970 (`readme.md`, Product fields); returns an empty text for anything else. */
function instantOf(sent: unknown): string {
  const seconds = wholeOf(sent);
  const at = seconds === null ? Date.parse(textOf(sent) ?? '') : seconds * 1000;
  return Number.isFinite(at) ? new Date(at).toISOString() : '';
}

function siteOf(product: UnreadObject, { prepared, domain }: StoreAccess): string {
  const stated = URL.parse(textOf(product.detail_url) ?? '');
  return stated?.origin ?? originOf(typeof prepared.domain === 'string' ? prepared.domain : domain);
}
