import type { CatalogProduct, CatalogVariant } from '../storefront/catalog.ts';
import { inScript } from '../storefront/markup.ts';

/**
 * Returns a product as the page passes it to its own script (`shopline-tw/readme.md`, Product pages). Texts are maps by
 * language.
 */
export function stateForm(product: CatalogProduct, origin: string): object {
  const single = product.variants.length === 1 && product.options[0]?.name === 'Title';
  const [first] = product.variants;
  return {
    id: hexId(product.id),
    title_translations: { 'zh-hant': product.title, en: product.title },
    summary_translations: { 'zh-hant': '' },
    description_translations: { 'zh-hant': product.bodyHtml ?? '' },
    seo_title_translations: { 'zh-hant': product.title },
    brand: product.vendor,
    tags: product.tags,
    status: 'active',
    category_ids: [],
    gtin: single ? (first?.barcode ?? '') : '',
    sku: single ? (first?.sku ?? '') : '',
    ...(first && prices(first)),
    weight: single ? (first?.grams ?? 0) / 1000 : 0,
    quantity: product.variants.reduce((sum, { quantity }) => sum + quantity, 0),
    unlimited_quantity: false,
    out_of_stock_orderable: false,
    sold_out: product.variants.every(({ available }) => !available),
    field_titles: single
      ? []
      : product.options.map(({ name }) => ({ name_translations: { 'zh-hant': name } })),
    variations: single ? [] : product.variants.map((variant) => variationForm(variant, product, origin)),
    medias: product.images.map((_, place) => mediaForm(product, place, origin)),
    detail_medias: [],
  };
}

function variationForm(variant: CatalogVariant, product: CatalogProduct, origin: string): object {
  return {
    id: hexId(variant.id),
    key: String(variant.id),
    fields_translations: { en: variant.optionValues.map(() => ''), 'zh-hant': variant.optionValues },
    ...prices(variant),
    member_price: amount('0'),
    cost: amount('0'),
    quantity: variant.quantity,
    unlimited_quantity: null,
    sku: variant.sku ?? '',
    gtin: variant.barcode ?? '',
    weight: variant.grams / 1000,
    media: variant.image === null ? null : mediaForm(product, variant.image, origin),
  };
}

/** Returns the full price and the sale price: no sale price when they are equal. */
function prices({ price, compareAtPrice }: CatalogVariant): object {
  return compareAtPrice === null || compareAtPrice === ''
    ? { price: amount(price), price_sale: amount('0') }
    : { price: amount(compareAtPrice), price_sale: amount(price) };
}

/** Cents of this currency are dollars too; a price that is not a number is sent unchanged. */
function amount(price: string): object {
  const dollars = /^\d+(\.\d{1,2})?$/.test(price) ? Number(price) : price;
  return {
    cents: dollars,
    currency_symbol: 'NT$',
    currency_iso: 'TWD',
    label: dollars === 0 ? '' : `NT$${dollars}`,
    dollars,
  };
}

function mediaForm(product: CatalogProduct, place: number, origin: string): object {
  const image = product.images[place];
  return {
    images: {
      original: {
        url: `${origin}/media/image_clips/${image?.path.split('/').at(-1)?.split('?')[0] ?? ''}`,
        width: image?.width ?? 0,
        height: image?.height ?? 0,
      },
    },
  };
}

/** Returns an id as this platform writes it, with 24 hexadecimal digits. */
function hexId(number: number): string {
  return `6095${number.toString(16).padStart(20, '0')}`;
}

/** Returns JSON inside a quoted string of a script, as the page writes it. */
export function quotedJson(value: object): string {
  return inScript(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll("'", "\\'");
}
