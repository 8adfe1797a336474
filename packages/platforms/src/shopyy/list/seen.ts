import type { SeenProduct } from '../../listing/product-seen.ts';
import type { StoreAccess } from '../../listing/store.ts';
import { originOf, sha256 } from '../../listing/store-client.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../unread.ts';
import { markIn, withoutMark } from './marker.ts';

const keyForm = /^bb-[a-z2-7]{16}$/;

/** The key of ours that a product bears: in its SPU, in the mark of its description, or as its handle. */
export function keyIn(product: UnreadObject): string | null {
  const spu = textOf(product.spu) ?? '';
  const marked = markIn(textOf(product.body_html) ?? '')?.key;
  const byHandle = /^(bb-[a-z2-7]{16})(?:-\d+)?$/.exec(textOf(product.handle) ?? '')?.[1];
  return keyForm.test(spu) ? spu : (marked ?? byHandle ?? null);
}

/** A product as the store tells it whole, in our words. */
export async function seenOf(product: UnreadObject, store: StoreAccess): Promise<SeenProduct | null> {
  const id = idOf(product.id);
  if (id === null) {
    return null;
  }
  const key = keyIn(product);
  const mark = markIn(textOf(product.body_html) ?? '');
  // Cut off before all of it was written: which attempt wrote it says nothing of what it holds.
  const byHandleAlone = mark === null && !keyForm.test(textOf(product.spu) ?? '');
  const halfMade = key !== null && (byHandleAlone || rowsOf(product).length === 0);
  return {
    ...briefly(product, id, store),
    key,
    attemptId: halfMade || mark?.key !== key ? null : mark.attemptId,
    ...(halfMade && { halfMade: true as const }),
    hash: await hashReadBack(product),
  };
}

/** A product as a list tells it: without its description, so that neither content nor writer is known. */
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
 * The hash of a product as read back. What publishing, selling or another attempt changes is no content: handle, status, stock,
 * and the numbers of variants, which every write makes anew.
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
  const pictures = itemsOf(product.images).filter(isObject);
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
      pictures.map(({ src, alt }) => [textOf(src), textOf(alt)]),
    ]),
  );
}

export function rowsOf(product: UnreadObject): readonly UnreadObject[] {
  return itemsOf(product.variants).filter(isObject);
}

export function valuesOf(row: UnreadObject): string[] {
  return [1, 2, 3].map((place) => textOf(row[`option${place}_value_title`]) ?? '');
}

/** An amount as a number or as text, without what says nothing (`readme.md`, Product fields). */
export function decimal(sent: unknown): string {
  const number = Number(sent ?? 0);
  return Number.isFinite(number) ? String(number) : '0';
}

/** A code that the store made of its own numbers is none (`readme.md`, Product fields). */
export function ownSku(row: UnreadObject): string | null {
  const sku = idOf(row.sku);
  const code = textOf(row.sku_code);
  return sku !== null && code !== null && sku.endsWith(code) ? null : sku;
}

/** ISO 8601, or seconds since 1970 (`readme.md`, Product fields); empty for neither. */
function instantOf(sent: unknown): string {
  const seconds = wholeOf(sent);
  const at = seconds === null ? Date.parse(textOf(sent) ?? '') : seconds * 1000;
  return Number.isFinite(at) ? new Date(at).toISOString() : '';
}

function siteOf(product: UnreadObject, { prepared, domain }: StoreAccess): string {
  const told = URL.parse(textOf(product.detail_url) ?? '');
  return told?.origin ?? originOf(typeof prepared.domain === 'string' ? prepared.domain : domain);
}
