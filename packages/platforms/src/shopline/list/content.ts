import type { Product, Variant } from '@bowerbird/catalog/product';
import type { Json } from '../../context.ts';
import { sentPrice } from '../../listing/sent-price.ts';
import { sha256 } from '../../listing/store-client.ts';
import type { WriteOptions } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { altMax, tagsMax, textMax } from './limits.ts';
import { sendable } from './mark.ts';

type Fields = { [name: string]: Json };

/** What a body is made for. */
export interface BodyFor {
  spu: string;
  /** Left out where the store has these very pictures already. */
  withPictures: boolean;
  /** The product as the store holds it, whose variants are named by their ids; null for a new one. */
  held: UnreadObject | null;
}

/** The content of a product: everything but where shoppers find it and whether they do (`readme.md`, Writing products). */
export function productFields(product: Product, { spu, withPictures, held }: BodyFor): Fields {
  const pictures = new Map(
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
    ...(withPictures && { images: [...pictures.values()] }),
    variants: product.variants.map((variant) => {
      const { id, hasImage } = heldByChoices.get(choicesOf(variant.optionValues)) ?? {};
      // One that is added shows the image it is to show, whether or not the product's own ones go again.
      const image = withPictures || !hasImage ? pictures.get(variant.pictureUrl ?? '') : undefined;
      return {
        ...(id !== undefined && { id }),
        ...variantFields(variant),
        ...(image !== undefined && { image }),
      };
    }),
  };
}

/** Booleans are said either way: what is left out is taken for true (`readme.md`, Writing products). */
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
    // Unknown stock is sold as the source sells it; known stock is counted down to nothing and no further.
    inventory_policy: stock === null && variant.available !== false ? 'continue' : 'deny',
    required_shipping: variant.requiresShipping,
    taxable: variant.taxable,
  };
}

/**
 * A weight of nothing is refused, and one in kilograms that has more than two decimals is rounded: that goes in grams.
 */
function weightFields(weight: Variant['weight']): Fields {
  if (weight === null) {
    return {};
  }
  const { value, unit } = weight;
  const isFine = unit === 'kg' && (value.split('.')[1] ?? '').length > 2;
  const sent = isFine ? String(Math.round(Number(value) * 100_000) / 100) : value;
  return Number(sent) >= 0.01 ? { weight: sent, weight_unit: isFine ? 'g' : unit } : {};
}

/** One name for a combination of option values, the same for ours and the store's. */
export function choicesOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String).filter((value) => value !== ''));
}

/** The store's variants by their option values. Of what an answer does not tell an image is taken to be there. */
function heldVariants(held: UnreadObject | null): Map<string, { id: string; hasImage: boolean }> {
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

/** The hash of what we would send: the same for the same content, whichever attempt carries it. */
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
