import type { Product, Variant } from '@bowerbird/catalog/product';
import type { Json } from '../../../context.ts';
import { sentPrice } from '../../../listing/sent-price.ts';
import { sha256 } from '../../../listing/store/client.ts';
import type { WriteOptions } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { altMax, tagsMax, textMax } from '../limits.ts';
import { sendable } from '../mark.ts';

type Fields = { [name: string]: Json };

/** What a body is built for. */
export interface BodyFor {
  spu: string;
  /** False when the store already has exactly these images. */
  withImages: boolean;
  /** The product as the store holds it, whose variants are named by their ids; null for a new one. */
  held: UnreadObject | null;
}

/**
 * Returns the content of a product: everything except its handle and its visibility (`readme.md`, Writing products).
 */
export function productFields(product: Product, { spu, withImages, held }: BodyFor): Fields {
  const images = new Map(
    sendable(product).map(({ url, src, alt }) => [url, { src, alt: alt.slice(0, altMax) }]),
  );
  const heldByChoices = heldVariants(held);
  return {
    title: product.title.slice(0, textMax),
    body_html: product.descriptionHtml,
    vendor: product.vendor ?? '',
    product_category: product.productType ?? '',
    spu,
    published_scope: 'web',
    tags: product.tags.slice(0, tagsMax),
    seo_title: product.seo.title ?? '',
    seo_description: product.seo.description ?? '',
    ...((product.options.length > 0 || held !== null) && {
      options: product.options.map(({ name }) => ({ name })),
    }),
    ...(withImages && { images: [...images.values()] }),
    variants: product.variants.map((variant) => {
      const { id, hasImage } = heldByChoices.get(choicesOf(variant.optionValues)) ?? {};
      // An added variant gets its image, whether or not the product's own images are sent again.
      const image = withImages || !hasImage ? images.get(variant.imageUrl ?? '') : undefined;
      return {
        ...(id !== undefined && { id }),
        ...variantFields(variant),
        ...(image !== undefined && { image }),
      };
    }),
  };
}

/** Booleans are always sent: an omitted one counts as true (`readme.md`, Writing products). */
function variantFields(variant: Variant): Fields {
  const { sku, barcode, optionValues, compareAtPrice, weight, stock } = variant;
  return {
    sku: sku ?? '',
    barcode: barcode ?? '',
    price: sentPrice(variant),
    compare_at_price: compareAtPrice ?? '0',
    ...Object.fromEntries(optionValues.map((value, place) => [`option${place + 1}`, value])),
    ...weightFields(weight),
    inventory_tracker: stock !== null,
    // Unknown inventory is sold as the source sells it; known inventory is sold down to zero and no further.
    inventory_policy: stock === null && variant.available !== false ? 'continue' : 'deny',
    required_shipping: variant.requiresShipping,
    taxable: variant.taxable,
  };
}

/** The store refuses a zero weight, and rounds kilograms with more than two decimals: those are sent in grams. */
function weightFields(weight: Variant['weight']): Fields {
  if (weight === null) {
    return {};
  }
  const { value, unit } = weight;
  const isFine = unit === 'kg' && (value.split('.')[1] ?? '').length > 2;
  const sent = isFine ? String(Math.round(Number(value) * 100_000) / 100) : value;
  return Number(sent) >= 0.01 ? { weight: sent, weight_unit: isFine ? 'g' : unit } : {};
}

/** Returns one name for a combination of option values, the same for ours and the store's. */
export function choicesOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String).filter((value) => value !== ''));
}

/**
 * Returns the store's variants by their option values: of several with the same ones, the one that an update names. An
 * image missing from an answer is assumed to exist.
 */
export function heldVariants(held: UnreadObject | null): Map<string, { id: string; hasImage: boolean }> {
  return new Map(
    itemsOf(held?.variants)
      .filter(isObject)
      .flatMap((variant) => {
        const id = idOf(variant.id);
        const { image } = variant;
        const hasImage = isObject(image) ? textOf(image.src) !== null : image === undefined;
        return id === null ? [] : [[heldChoices(variant), { id, hasImage }] as const];
      }),
  );
}

export function heldChoices(variant: UnreadObject): string {
  return choicesOf([1, 2, 3, 4, 5].map((place) => variant[`option${place}`] ?? ''));
}

/** Returns the hash of what we would send: the same for the same content, whichever attempt carries it. */
export function hashSent(product: Product, { status }: WriteOptions): Promise<string> {
  const {
    source: _source,
    extra: _extra,
    status: _status,
    attributes: _attributes,
    priceTiers: _tiers,
    ...sent
  } = product;
  return sha256(JSON.stringify([sent, status]));
}
