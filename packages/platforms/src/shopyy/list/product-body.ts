import { comparePrices, roundPrice } from '@bowerbird/catalog/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { sentPrice } from '../../listing/sent-price.ts';
import type { StoreAccess } from '../../listing/store.ts';
import { sha256 } from '../../listing/store-client.ts';
import { isToBeSeen, type ToCreate, type WriteOptions } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { collectionsIn } from './collections.ts';
import { limits } from './limits.ts';
import { withMark } from './marker.ts';

/** How a store of this platform is written to. */
export interface Manner {
  /** Products are made hidden, under their key for a handle, and shown by a second write. */
  careful: boolean;
}

/** The hash of what we would send: the same for the same content, whichever attempt carries it. */
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

/** The body that makes a product (`readme.md`, Writing products). */
export function newBody(item: ToCreate, store: StoreAccess, { careful }: Manner): object {
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
 * The body that writes a product anew. All of it is replaced, so that what is not ours is sent back as it was read: what the
 * merchant added there, and the collections he put it into (`readme.md`, Writing products).
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
    // Also where it was made hidden: what is written by its id is the one that is bound, and may be shown. An older write
    // that lands late then hides nothing.
    handle: handleAfter(item.product, textOf(live.handle)),
    status: wantedStatus(item.options),
    collections: [...ids].map((id) => ({ collection_id: Number(id) })),
  };
}

/** The body that shows a product under its own handle; all else goes back as it was read. */
export function shownBody(
  { product, options }: Pick<ToCreate, 'product' | 'options'>,
  live: UnreadObject,
): object {
  return { ...live, handle: handleAfter(product, textOf(live.handle)), status: wantedStatus(options) };
}

export function wantedStatus(options: WriteOptions): 0 | 1 {
  return isToBeSeen(options) ? 1 : 0;
}

/** Whether a handle is this one, or this one with the number that the store put behind it. */
export function isNamed(handle: string | null, name: string): boolean {
  return (
    handle !== null &&
    (handle === name || (handle.startsWith(`${name}-`) && /^\d+$/.test(handle.slice(name.length + 1))))
  );
}

/** A handle that the store suffixed stays: asked for anew, it would only be suffixed again. */
function handleAfter({ handle }: Product, current: string | null): string {
  return current !== null && isNamed(current, handle) ? current : handle;
}

/** The fields that are ours. */
function ownFields({ product, key, attemptId }: ToCreate) {
  const { options, variants, pictures, seo, extra } = product;
  const own = extra.shopyy ?? {};
  const counted = variants.every(({ stock }) => stock !== null);
  const soldOut = variants.some(({ stock, available }) => (stock ?? 0) <= 0 && available === true);
  return {
    title: product.title,
    spec_mode: options.length === 0 ? 1 : 2,
    // Places count from 0, and no number is made up (`readme.md`, Writing products).
    options: options.map(({ name, values }, position) => ({
      option_name: name,
      position,
      values: values.map((value, at) => ({ option_value: value, position: at })),
    })),
    variants: variants.map((variant, position) => variantBody(variant, position, product)),
    images: pictures.map(({ url, alt }) => ({ src: url, alt })),
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
    // 1 cannot be bought at none, 2 can: assumed to be as in the file (`readme.md`, Writing products).
    inventory_policy: counted && soldOut ? 2 : 1,
    taxable: variants.some(({ taxable }) => taxable) ? 1 : 0,
    product_detail: 1,
  };
}

function variantBody(variant: Variant, position: number, { options, pictures }: Product) {
  const price = sentPrice(variant);
  const { compareAtPrice, sku, barcode, stock, weight, pictureUrl, optionValues } = variant;
  const shown = pictures.some(({ url }) => url === pictureUrl) ? pictureUrl : null;
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

/** The merchant's own notes on the variant of the same values. */
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
