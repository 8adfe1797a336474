import type { CatalogProduct, CatalogVariant } from '../storefront/catalog.ts';
import { text } from '../storefront/markup.ts';

/** Facts about the shop that every form contains. */
export interface ShopSigns {
  title: string;
  origin: string;
  currency: string;
}

/** At this inventory quantity and below, shoppers see how many are left. */
const lowStock = 10;

/** Returns the id of a product's variation: each has a number of its own. */
export const variationId = (variant: CatalogVariant): number => variant.id;

/**
 * Returns a product as the Store API sends it, keys in the recorded order (`woocommerce/readme.md`, Product fields).
 */
export function productForm(product: CatalogProduct, signs: ShopSigns): object {
  const variable = isVariable(product);
  const [first] = product.variants;
  const lowest = byPrice(product)[0] ?? first;
  return {
    id: product.id,
    name: text(product.title),
    slug: encodeURIComponent(product.handle).toLowerCase(),
    parent: 0,
    type: variable ? 'variable' : 'simple',
    variation: '',
    permalink: permalinkOf(product, signs),
    sku: variable ? '' : (first?.sku ?? ''),
    short_description: '',
    description: product.bodyHtml ?? '',
    on_sale: product.variants.some(({ compareAtPrice }) => compareAtPrice !== null),
    prices: pricesForm(lowest, signs, variable ? product : null),
    price_html: priceHtml(lowest),
    average_rating: '0',
    review_count: 0,
    images: product.images.map((_, place) => imageForm(product, place, signs)),
    categories: [],
    tags: product.tags.map((name, place) => ({
      id: 500 + place,
      name: text(name),
      slug: slugOf(name),
      link: `${signs.origin}/product-tag/${slugOf(name)}/`,
    })),
    brands: [
      {
        id: 400,
        name: text(product.vendor),
        slug: slugOf(product.vendor),
        link: `${signs.origin}/brand/${slugOf(product.vendor)}/`,
      },
    ],
    attributes: variable
      ? product.options.map(({ name, values }) => ({
          id: 0,
          name: text(name),
          taxonomy: null,
          has_variations: true,
          terms: values.map((value, at) => ({ id: 0, name: text(value), slug: value, default: at === 0 })),
        }))
      : [],
    variations: variable
      ? product.variants.map((variant) => ({
          id: variationId(variant),
          attributes: product.options.map(({ name }, at) => ({
            name,
            value: variant.optionValues[at] ?? null,
          })),
        }))
      : [],
    grouped_products: [],
    has_options: variable,
    ...stockForm(first, variable),
    ...measuresForm(first),
    add_to_cart: cartForm(product, first),
    is_password_protected: false,
    extensions: {},
    _links: linksForm(product.id, signs),
  };
}

/** Returns a variation: its option values are text only, and fields it does not have come from its parent. */
export function variationForm(product: CatalogProduct, variant: CatalogVariant, signs: ShopSigns): object {
  const choice = product.options
    .map(({ name }, at) => `${name}: ${variant.optionValues[at] ?? ''}`)
    .join(', ');
  const image = variant.image ?? 0;
  return {
    id: variationId(variant),
    name: text(product.title),
    slug: `${product.handle}-${slugOf(variant.optionValues.join('-'))}`,
    parent: product.id,
    type: 'variation',
    variation: text(choice),
    permalink: permalinkOf(product, signs),
    sku: variant.sku ?? '',
    short_description: '',
    description: '',
    on_sale: variant.compareAtPrice !== null,
    prices: pricesForm(variant, signs, null),
    price_html: priceHtml(variant),
    average_rating: '0',
    review_count: 0,
    images: product.images[image] ? [imageForm(product, image, signs)] : [],
    categories: [],
    tags: [],
    brands: [],
    attributes: [],
    variations: [],
    grouped_products: [],
    has_options: false,
    ...stockForm(variant, false),
    ...measuresForm(variant),
    add_to_cart: cartForm(product, variant),
    is_password_protected: false,
    extensions: {},
    _links: {
      ...linksForm(variationId(variant), signs),
      up: [{ href: `${signs.origin}/wp-json/wc/store/v1/products/${product.id}` }],
    },
  };
}

export function isVariable({ options, variants }: CatalogProduct): boolean {
  return variants.length > 1 || options.some(({ name }) => name !== 'Title');
}

export function permalinkOf({ handle }: CatalogProduct, { origin }: ShopSigns): string {
  return `${origin}/product/${encodeURIComponent(handle)}/`;
}

export function slugOf(name: string): string {
  return encodeURIComponent(name.toLowerCase().trim().replaceAll(/\s+/g, '-')).toLowerCase();
}

function byPrice({ variants }: CatalogProduct): CatalogVariant[] {
  return variants.toSorted((one, other) => Number(one.price) - Number(other.price));
}

/** Returns minor units as text; a price that is no number is sent unchanged, as some shops do. */
function minor(price: string): string {
  return /^\d+(\.\d{1,2})?$/.test(price) ? String(Math.round(Number(price) * 100)) : price;
}

function pricesForm(
  variant: CatalogVariant | undefined,
  { currency }: ShopSigns,
  range: CatalogProduct | null,
): object {
  const sorted = range === null ? [] : byPrice(range);
  return {
    price: minor(variant?.price ?? ''),
    regular_price: minor(variant?.compareAtPrice ?? variant?.price ?? ''),
    sale_price: minor(variant?.price ?? ''),
    price_range:
      sorted.length === 0
        ? null
        : { min_amount: minor(sorted[0]?.price ?? ''), max_amount: minor(sorted.at(-1)?.price ?? '') },
    currency_code: currency,
    currency_symbol: '$',
    currency_minor_unit: 2,
    currency_decimal_separator: '.',
    currency_thousand_separator: ',',
    currency_prefix: '$',
    currency_suffix: '',
  };
}

function priceHtml(variant: CatalogVariant | undefined): string {
  return `<span class="woocommerce-Price-amount amount">${text(variant?.price ?? '')}</span>`;
}

function imageForm(product: CatalogProduct, place: number, { origin }: ShopSigns): object {
  const image = product.images[place];
  const file = image?.path.split('/').at(-1)?.split('?')[0] ?? '';
  const src = `${origin}/wp-content/uploads/${file}`;
  return {
    id: image?.id ?? 0,
    src,
    thumbnail: src,
    srcset: `${src} ${image?.width ?? 0}w`,
    sizes: '(max-width: 600px) 100vw, 600px',
    thumbnail_srcset: `${src} 300w`,
    thumbnail_sizes: '(max-width: 300px) 100vw, 300px',
    name: file,
    alt: image?.alt ?? '',
  };
}

function stockForm(variant: CatalogVariant | undefined, variable: boolean): object {
  const quantity = variant?.quantity ?? 0;
  const inStock = variable || quantity > 0;
  return {
    is_purchasable: true,
    is_in_stock: inStock,
    is_on_backorder: false,
    low_stock_remaining: !variable && quantity > 0 && quantity <= lowStock ? quantity : null,
    stock_availability: {
      text: variable ? '' : inStock ? `${quantity} in stock` : 'Out of stock',
      class: inStock ? 'in-stock' : 'out-of-stock',
    },
    sold_individually: false,
  };
}

function measuresForm(variant: CatalogVariant | undefined): object {
  const kilograms = variant && variant.grams > 0 ? String(variant.grams / 1000) : '';
  return {
    weight: kilograms,
    dimensions: { length: '', width: '', height: '' },
    formatted_weight: kilograms === '' ? 'N/A' : `${kilograms} kg`,
    formatted_dimensions: 'N/A',
  };
}

function cartForm({ title }: CatalogProduct, variant: CatalogVariant | undefined): object {
  return {
    text: 'Add to cart',
    description: `Add to cart: &ldquo;${text(title)}&rdquo;`,
    url: `?add-to-cart=${variant?.id ?? 0}`,
    single_text: 'Add to cart',
    minimum: 1,
    maximum: variant?.quantity || 9999,
    multiple_of: 1,
  };
}

function linksForm(id: number, { origin }: ShopSigns): object {
  const list = `${origin}/wp-json/wc/store/v1/products`;
  return {
    self: [{ href: `${list}/${id}`, targetHints: { allow: ['GET'] } }],
    collection: [{ href: list }],
    related: [{ embeddable: true, href: `${list}?related=${id}&per_page=10` }],
  };
}
