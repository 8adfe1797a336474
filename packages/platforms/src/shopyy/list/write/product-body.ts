import { comparePrices, roundPrice } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { sentPrice } from '../../../listing/sent-price.ts';
import type { StoreAccess } from '../../../listing/store/access.ts';
import { sha256 } from '../../../listing/store/client.ts';
import { isToBeSeen, type ToCreate, type WriteOptions } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { collectionsIn } from '../collections.ts';
import { limits } from '../limits.ts';
import { withMark } from '../marker.ts';

/** How a store of this platform is written to. */
export interface Mode {
  /** Products are created hidden, with their key as handle, and published by a second write. */
  careful: boolean;
}

/** Returns the hash of what we would send: the same for the same content, whichever attempt carries it. */
export function hashSent(product: Product, { status, publish }: WriteOptions): Promise<string> {
  const {
    source: _source,
    extra,
    status: _status,
    attributes: _attributes,
    priceTiers: _tiers,
    ...sent
  } = product;
  return sha256(JSON.stringify([sent, extra.shopyy ?? null, status, publish]));
}

/** Returns the body of a create request (`readme.md`, Writing products). */
export function newBody(item: ToCreate, store: StoreAccess, { careful }: Mode): object {
  const { product, key } = item;
  return {
    free_shipping: 0,
    ...ownFields(item),
    handle: careful ? key : product.handle,
    status: careful ? 0 : wantedStatus(item.options),
    collections: collectionsIn(product, store).found.map((id) => ({ collection_id: Number(id) })),
  };
}

/**
 * Returns the body of an update request. It replaces the whole product, so everything that is not ours is sent back as
 * read: what the merchant added, and the collections that the merchant chose (`readme.md`, Writing products).
 */
export function changedBody(item: ToCreate, live: UnreadObject, store: StoreAccess): object {
  const kept = itemsOf(live.collections)
    .filter(isObject)
    .flatMap((one) => idOf(one.collection_id) ?? idOf(one.id) ?? []);
  const ids = new Set([...kept, ...collectionsIn(item.product, store).found]);
  const own = ownFields(item);
  return {
    ...live,
    ...own,
    variants: own.variants.map((variant) => ({ ...notesOf(variant, live), ...variant })),
    // Also for a product created hidden: what is written by its id is the bound product, and may be shown. So a late
    // older write hides nothing.
    handle: handleAfter(item.product, textOf(live.handle)),
    status: wantedStatus(item.options),
    collections: [...ids].map((id) => ({ collection_id: Number(id) })),
  };
}

/** Returns the body that publishes a product under its own handle; everything else is sent back as read. */
export function shownBody(
  { product, options }: Pick<ToCreate, 'product' | 'options'>,
  live: UnreadObject,
): object {
  return { ...live, handle: handleAfter(product, textOf(live.handle)), status: wantedStatus(options) };
}

export function wantedStatus(options: WriteOptions): 0 | 1 {
  return isToBeSeen(options) ? 1 : 0;
}

/** Reports whether a handle is this one, or this one with a number added by the store. */
export function isNamed(handle: string | null, name: string): boolean {
  return (
    handle !== null &&
    (handle === name || (handle.startsWith(`${name}-`) && /^\d+$/.test(handle.slice(name.length + 1))))
  );
}

/** Returns the handle to send. One that the store suffixed stays: requesting it again would only add another suffix. */
function handleAfter({ handle }: Product, current: string | null): string {
  return current !== null && isNamed(current, handle) ? current : handle;
}

/** Returns the fields that are ours. */
function ownFields({ product, key, attemptId }: ToCreate) {
  const { options, variants, images, seo, extra } = product;
  const own = extra.shopyy ?? {};
  const counted = variants.every(({ stock }) => stock !== null);
  const soldOut = variants.some(({ stock, available }) => (stock ?? 0) <= 0 && available === true);
  return {
    title: product.title,
    spec_mode: options.length === 0 ? 1 : 2,
    // Positions count from 0, and no number is invented (`readme.md`, Writing products).
    options: options.map(({ name, values }, position) => ({
      option_name: name,
      position,
      values: values.map((value, at) => ({ option_value: value, position: at })),
    })),
    variants: variants.map((variant, position) => variantBody(variant, position, product)),
    images: images.map(({ url, alt }) => ({ src: url, alt })),
    body_html: withMark(product.descriptionHtml, key, attemptId),
    ...Object.fromEntries(
      (['subtitle', 'mini_detail'] as const).flatMap((field) => {
        const value = textOf(own[field]);
        return value === null ? [] : [[field, value]];
      }),
    ),
    vendor: product.vendor ?? '',
    product_type: product.productType ?? '',
    spu: key,
    tags: product.tags,
    meta_title: seo.title ?? '',
    meta_descript: seo.description ?? '',
    inventory_tracking: counted ? 1 : 0,
    // 1 cannot be bought at zero inventory, 2 can: assumed to be the same as in the file (`readme.md`, Writing
    // products).
    inventory_policy: counted && soldOut ? 2 : 1,
    taxable: variants.some(({ taxable }) => taxable) ? 1 : 0,
    product_detail: 1,
  };
}

function variantBody(variant: Variant, position: number, { options, images }: Product) {
  const price = sentPrice(variant);
  const { compareAtPrice, sku, barcode, stock, weight, imageUrl, optionValues } = variant;
  const shown = images.some(({ url }) => url === imageUrl) ? imageUrl : null;
  return {
    price: amount(price),
    ...(compareAtPrice !== null &&
      comparePrices(compareAtPrice, price) > 0 && { compare_at_price: amount(compareAtPrice) }),
    ...Object.fromEntries(
      options.flatMap(({ name }, place) => [
        [`option${place + 1}_title`, name],
        [`option${place + 1}_value_title`, optionValues[place] ?? ''],
      ]),
    ),
    sku: sku ?? '',
    barcode: barcode ?? '',
    ...(weight !== null && { weight: kilograms(weight) }),
    ...(stock !== null && { inventory_quantity: Math.max(0, stock) }),
    ...(shown !== null && { src: shown }),
    position,
  };
}

/** Returns the merchant's own notes on the variant with the same values. */
function notesOf(variant: object, live: UnreadObject): object {
  const named = Object.entries(variant).filter(([field]) => field.endsWith('_value_title'));
  const same = itemsOf(live.variants)
    .filter(isObject)
    .find((row) => named.every(([field, value]) => textOf(row[field]) === value));
  return Object.fromEntries(
    ['ext1', 'ext2'].flatMap((field) => (textOf(same?.[field]) === null ? [] : [[field, same?.[field]]])),
  );
}

function amount(price: string): string {
  return roundPrice(price, limits.decimals);
}

const kilogramsIn = { kg: 1, g: 0.001, lb: 0.45359237, oz: 0.028349523125 } as const;

function kilograms({ value, unit }: NonNullable<Variant['weight']>): string {
  return String(Math.round(Number(value) * kilogramsIn[unit] * 10_000) / 10_000);
}
