import { comparePrices, trimDecimals } from '@bowerbird/catalog/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { termName } from '../../listing/besides.ts';
import { sentPrice } from '../../listing/sent-price.ts';
import { sha256 } from '../../listing/store-client.ts';
import { isToBeSeen, type ToCreate, type WriteOptions } from '../../listing/writes.ts';
import type { Version } from './client.ts';
import { picturesMax, tagsMax, titleMax, vendorMax } from './limits.ts';
import { noteOf } from './mark.ts';
import { termsOf } from './terms.ts';
import { uuid5 } from './uuid5.ts';

/** The body of a product that is made: everything in one, the key and the attempt with it (`readme.md`, Writing products). */
export async function newProduct(item: ToCreate, version: Version): Promise<object> {
  const { product, key, options } = item;
  return {
    ...(await productFields(item, version)),
    handle: product.handle,
    published: isToBeSeen(options),
    // Of the listing's key, whichever attempt or run carries it: two sends of one product name one token.
    unique_token: await uuid5(key),
    spu: key,
    images: picturesOf(product),
    need_variant_image: needsVariantPictures(product),
    variants: product.variants.map((variant, at) => variantFields(variant, at, product, version)),
  };
}

/** What of a product is written the same way, whether it is made or written anew. */
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

/** A store tracks the stock of a product as a whole: where one variant's is not known, of none. */
function isTracked({ variants }: Product): boolean {
  return variants.every(({ stock }) => stock !== null);
}

export function picturesOf({ pictures, title }: Product): { src: string; alt: string }[] {
  return pictures.slice(0, picturesMax).map(({ url, alt }) => ({ src: url, alt: alt || title }));
}

export function needsVariantPictures({ options, variants }: Product): boolean {
  return options.length > 0 && variants.some(({ pictureUrl }) => pictureUrl !== null);
}

/** A variant in the version's words; its stock is what it is to be, never a difference (`readme.md`, Inventory). */
export function variantFields(
  variant: Variant,
  at: number,
  product: Product,
  version: Version,
): Record<string, unknown> {
  const amount = (decimal: string) => (version === '2022-01' ? decimal : Number(decimal));
  const { compareAtPrice, weight, cost, pictureUrl } = variant;
  const price = sentPrice(variant);
  const isDearer = compareAtPrice !== null && comparePrices(compareAtPrice, price) > 0;
  const picture = pictureUrl ?? product.pictures[0]?.url ?? null;
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
    // The schema of updates in 2022-01 prints it without its t (`readme.md`, Writing products).
    ...(version === '2022-01' && { weigh_unit: weight?.unit ?? 'kg' }),
    position: at + 1,
    ...(needsVariantPictures(product) && picture !== null && { image: { src: picture } }),
  };
}

/** The hash of what we would send: the same for the same content, whichever attempt carries it. */
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

/** Never in the middle of a sign. */
function cutTo(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
