import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { readAddress } from '../../collecting/links/handle-address.ts';
import { readGallery } from '../../collecting/pages/gallery.ts';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { currencyOf, isNoAmount, weightOf } from '../../collecting/pages/variant-rows.ts';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, shown, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';

export interface ShopFacts {
  shop: string;
  storeName: string | null;
}

/** Order of languages in which such a shop is read, when it does not name its own. */
const languages = ['zh-hant', 'en'];

/**
 * Converts a product as a page of the classic passes it to its own script (`readme.md`, Product pages; Product fields).
 * Texts are maps by language; amounts are objects whose `dollars` count: `cents` of TWD are dollars too.
 */
export function readProduct(sent: unknown, url: URL, facts: ShopFacts): Product {
  const id = isObject(sent) ? (idOf(sent.id) ?? idOf(sent._id)) : null;
  if (!isObject(sent) || id === null) {
    throw unreadable('id', null);
  }
  const handle = readAddress(url).key ?? id;
  const title = plainText(translated(sent.title_translations) ?? '');
  if (title === '') {
    throw unreadable('title', handle);
  }
  const gallery = readGallery(
    { images: [...itemsOf(sent.medias), ...itemsOf(sent.detail_medias)].flatMap(imageOf) },
    url.href,
  );
  const rows = itemsOf(sent.variations).filter(isObject);
  const valuesOfRows = rows.map(valuesOf);
  const names = optionNames(sent, valuesOfRows);
  const variants =
    rows.length === 0
      ? [variantOf(sent, sent, id, [], null, handle)]
      : rows.map((row, at) => {
          const values = valuesOfRows[at]?.slice(0, names.length) ?? [];
          const image = imageOf(row.media)[0];
          const own = image === undefined ? null : gallery.ofVariant({ image: image });
          return variantOf(row, sent, idOf(row.id) ?? idOf(row.key) ?? `v${at + 1}`, values, own, handle);
        });
  return {
    title,
    handle,
    descriptionHtml: withAbsoluteAddresses(
      translated(sent.description_translations) ?? translated(sent.summary_translations) ?? '',
      url.href,
    ),
    vendor: textOf(sent.brand),
    productType: null,
    tags: itemsOf(sent.tags).flatMap((tag) => textOf(tag) ?? []),
    options: names.map((name, place) => ({
      name,
      values: [...new Set(variants.flatMap(({ optionValues }) => optionValues[place] || []))],
    })),
    variants,
    images: gallery.all,
    categories: [],
    seo: {
      title: translated(sent.seo_title_translations),
      description: translated(sent.seo_description_translations),
    },
    status: sent.status === 'draft' || sent.status === 'hidden' ? 'draft' : 'active',
    currency: currencyOf(isObject(sent.price) ? sent.price.currency_iso : null),
    attributes: [],
    priceTiers: [],
    source: { platform: 'shopline-tw', shop: facts.shop, id, url: url.href, storeName: facts.storeName },
    extra: {},
  };
}

function variantOf(
  sent: UnreadObject,
  product: UnreadObject,
  id: string,
  optionValues: string[],
  imageUrl: string | null,
  handle: string,
): Variant {
  const full = dollars(sent.price) ?? dollars(product.price);
  const sale =
    [dollars(sent.price_sale), dollars(product.price_sale)].find((one) => one !== null && Number(one) > 0) ??
    null;
  const price = sale ?? full;
  const stands = isObject(sent.price) ? sent.price.dollars : sent.price;
  if (price === null && !isNoAmount(stands)) {
    const value = shown(stands).slice(0, 40);
    throw new AppError('source.price-unreadable', `product ${handle}: price cannot be read`, {
      params: { value, variant: idOf(sent.sku) ?? id },
    });
  }
  const unlimited = sent.unlimited_quantity === true || product.unlimited_quantity === true;
  const inventory = unlimited ? null : wholeOf(sent.quantity);
  const amount = Number(textOf(sent.weight) ?? sent.weight ?? product.weight);
  return {
    id,
    sku: idOf(sent.sku),
    barcode: idOf(sent.gtin) ?? idOf(sent.barcode),
    optionValues,
    price,
    compareAtPrice: sale !== null && full !== null && Number(full) > Number(sale) ? full : null,
    cost: null,
    stock: inventory,
    available:
      unlimited ||
      (inventory === null
        ? sent.sold_out !== true
        : inventory > 0 || product.out_of_stock_orderable === true),
    weight: Number.isFinite(amount) && amount > 0 ? weightOf(amount, 'kg') : null,
    imageUrl,
    requiresShipping: true,
    taxable: true,
  };
}

/** Returns the amount: only `dollars` is reliable; JSON contains it as a number. */
function dollars(sent: unknown): string | null {
  const value = isObject(sent) ? sent.dollars : null;
  const text = typeof value === 'number' ? String(value) : (textOf(value) ?? '');
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? text : null;
}

/** Returns the text in the first of the shop's languages that has one. */
function translated(sent: unknown): string | null {
  if (!isObject(sent)) {
    return null;
  }
  const known = languages.map((language) => textOf(sent[language])).find((text) => text !== null);
  return (
    known ??
    Object.values(sent)
      .map(textOf)
      .find((text) => text !== null) ??
    null
  );
}

function valuesOf(row: UnreadObject): string[] {
  const fields = isObject(row.fields_translations) ? row.fields_translations : {};
  const lists = [...languages.map((language) => fields[language]), ...Object.values(fields)].map((list) =>
    itemsOf(list).map((value) => textOf(value) ?? ''),
  );
  return lists.find((list) => list.some((value) => value !== '')) ?? [];
}

/** Returns the product's names for its options; an option without a name gets a number. */
function optionNames(sent: UnreadObject, rows: readonly (readonly string[])[]): string[] {
  const used = rows.reduce((most, values) => Math.max(most, values.length), 0);
  const titles = itemsOf(sent.field_titles);
  return Array.from({ length: used }, (_, place) => {
    const title = titles[place];
    return (
      textOf(title) ??
      translated(isObject(title) ? (title.name_translations ?? title) : null) ??
      `Option ${place + 1}`
    );
  });
}

function imageOf(media: unknown): { src: string; width: number | null; height: number | null }[] {
  const images = isObject(media) && isObject(media.images) ? media.images : {};
  const original = isObject(images.original) ? images.original : {};
  const src = textOf(original.url);
  return src === null ? [] : [{ src, width: wholeOf(original.width), height: wholeOf(original.height) }];
}
