import { comparePrices, trimDecimals } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { termName } from '../../../listing/dependencies.ts';
import { sentPrice } from '../../../listing/sent-price.ts';
import { sha256 } from '../../../listing/store/client.ts';
import { isToBeSeen, type ToCreate, type WriteOptions } from '../../../listing/writes.ts';
import type { Version } from '../connection/client.ts';
import { imagesMax, tagsMax, titleMax, vendorMax } from '../limits.ts';
import { noteOf } from '../mark.ts';
import { termsOf } from '../terms.ts';
import { uuid5 } from './uuid5.ts';

/**
 * Returns the body of a create request: everything in one, including the key and the attempt (`readme.md`, Writing
 * products).
 */
export async function newProduct(item: ToCreate, version: Version): Promise<object> {
  const { product, key, options } = item;
  return {
    ...(await productFields(item, version)),
    handle: product.handle,
    published: isToBeSeen(options),
    // Derived from the listing's key, whichever attempt or run carries it: two requests for one product have the same
    // token.
    unique_token: await uuid5(key),
    spu: key,
    images: imagesOf(product),
    need_variant_image: needsVariantImages(product),
    variants: product.variants.map((variant, at) => variantFields(variant, at, product, version)),
  };
}

/** Returns the fields that are written in the same way on create and update. */
export async function productFields(item: ToCreate, version: Version): Promise<Record<string, unknown>> {
  const { product, terms } = item;
  const list = (words: readonly string[]) => (version === '2022-01' ? words.join(',') : words);
  const shipped = product.variants.some(({ requiresShipping }) => requiresShipping);
  const collections = termsOf(product).flatMap((term) => terms?.get(termName(term)) ?? []);
  return {
    title: cutTo(product.title, titleMax),
    description: product.descriptionHtml,
    vendor: cutTo(product.vendor ?? '', vendorMax),
    tags: list(product.tags.slice(0, tagsMax)),
    note: await noteOf(item),
    seo_title: product.seo.title ?? '',
    seo_description: product.seo.description ?? '',
    requires_shipping: shipped,
    taxable: product.variants.some(({ taxable }) => taxable),
    has_only_default_variant: product.options.length === 0,
    inventory_tracking: isTracked(product),
    inventory_policy: 'deny',
    options: product.options.map(({ name, values }) => ({ name, values })),
    ...(version !== '2022-01' && { product_type: product.productType ?? '' }),
    ...(version !== '2022-01' && terms !== undefined && { collection_ids: collections }),
  };
}

/**
 * Reports whether inventory is tracked. A store tracks a product's inventory as a whole: when one variant's is unknown,
 * none is tracked.
 */
function isTracked({ variants }: Product): boolean {
  return variants.every(({ stock }) => stock !== null);
}

export function imagesOf({ images, title }: Product): { src: string; alt: string }[] {
  return images.slice(0, imagesMax).map(({ url, alt }) => ({ src: url, alt: alt || title }));
}

export function needsVariantImages({ options, variants }: Product): boolean {
  return options.length > 0 && variants.some(({ imageUrl }) => imageUrl !== null);
}

/**
 * Returns a variant in the format of the API version; its inventory is the target value, never a difference
 * (`readme.md`, Inventory).
 */
export function variantFields(
  variant: Variant,
  at: number,
  product: Product,
  version: Version,
): Record<string, unknown> {
  const amount = (decimal: string) => (version === '2022-01' ? decimal : Number(decimal));
  const { compareAtPrice, weight, cost, imageUrl } = variant;
  const price = sentPrice(variant);
  const isDearer = compareAtPrice !== null && comparePrices(compareAtPrice, price) > 0;
  const image = imageUrl ?? product.images[0]?.url ?? null;
  return {
    ...Object.fromEntries(variant.optionValues.map((value, place) => [`option${place + 1}`, value])),
    price: amount(price),
    compare_at_price: amount(isDearer ? compareAtPrice : '0'),
    ...(cost !== null && { cost_price: amount(cost) }),
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    inventory_quantity: isTracked(product) ? Math.max(0, variant.stock ?? 0) : 0,
    weight: amount(weight?.value ?? '0'),
    weight_unit: weight?.unit ?? 'kg',
    // The update schema of 2022-01 spells this field without its t (`readme.md`, Writing products).
    ...(version === '2022-01' && { weigh_unit: weight?.unit ?? 'kg' }),
    position: at + 1,
    ...(needsVariantImages(product) && image !== null && { image: { src: image } }),
  };
}

/** Returns the hash of what we would send: the same for the same content, whichever attempt carries it. */
export function hashSent(product: Product, options: WriteOptions): Promise<string> {
  const {
    source: _source,
    extra: _extra,
    status: _status,
    attributes: _attributes,
    priceTiers: _tiers,
    ...sent
  } = product;
  const variants = sent.variants.map(({ price, ...rest }) => ({
    ...rest,
    price: price === null ? null : trimDecimals(price),
  }));
  return sha256(JSON.stringify([{ ...sent, variants }, isToBeSeen(options)]));
}

/** Never cuts inside a character. */
function cutTo(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
