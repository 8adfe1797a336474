import { inScript } from '../../simulating/markup.ts';
import type { ShelfProduct, ShelfVariant } from '../../simulating/shelf.ts';

/** A product as the page hands it to its own script (`readme.md`, Product pages). Texts are maps by language. */
export function stateForm(product: ShelfProduct, origin: string): object {
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
    medias: product.pictures.map((_, place) => mediaForm(product, place, origin)),
    detail_medias: [],
  };
}

function variationForm(variant: ShelfVariant, product: ShelfProduct, origin: string): object {
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
    media: variant.picture === null ? null : mediaForm(product, variant.picture, origin),
  };
}

/** The full price, and the one asked: nothing where they are the same. */
function prices({ price, compareAtPrice }: ShelfVariant): object {
  return compareAtPrice === null || compareAtPrice === ''
    ? { price: amount(price), price_sale: amount('0') }
    : { price: amount(compareAtPrice), price_sale: amount(price) };
}

/** Cents of this currency are dollars too; a price that is no number is sent as it is. */
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

function mediaForm(product: ShelfProduct, place: number, origin: string): object {
  const picture = product.pictures[place];
  return {
    images: {
      original: {
        url: `${origin}/media/image_clips/${picture?.path.split('/').at(-1)?.split('?')[0] ?? ''}`,
        width: picture?.width ?? 0,
        height: picture?.height ?? 0,
      },
    },
  };
}

/** Ids of this platform have 24 hexadecimal digits. */
function hexId(number: number): string {
  return `6095${number.toString(16).padStart(20, '0')}`;
}

/** JSON within a quoted text of a script, as the page writes it. */
export function quotedJson(value: object): string {
  return inScript(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll("'", "\\'");
}
