import type { Product } from '@bowerbird/catalog/product';
import { productAddress } from '../../collecting/links/handle-address.ts';
import { readGallery } from '../../collecting/pages/gallery.ts';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { type RowDialect, readVariants, weightOf } from '../../collecting/pages/variant-rows.ts';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';

export interface ShopFacts {
  root: string;
  shop: string;
  storeName: string | null;
  currency: string | null;
}

const rows: RowDialect = {
  stockOf: (variant, product) =>
    wholeOf(product.inventory_tracking) === 1 ? wholeOf(variant.inventory_quantity) : null,
  /** Returns the weight in kilograms; 0 means "not known" (`readme.md`, Product fields). */
  weightOf(variant) {
    const amount = Number(textOf(variant.weight) ?? variant.weight);
    return Number.isFinite(amount) && amount > 0 ? weightOf(amount, 'kg') : null;
  },
  hasNoChoice: (product) => wholeOf(product.spec_mode) === 1,
};

/**
 * Converts a product as the new generation's theme and Open API send it (`readme.md`, Product fields). Options come
 * from the product's list and from the variants; the variants take precedence, because the list may leave one out.
 */
export function readProduct(sent: unknown, facts: ShopFacts): Product {
  if (!isObject(sent)) {
    throw unreadable('product', null);
  }
  const handle = textOf(sent.handle);
  const id = idOf(sent.id);
  const title = plainText(textOf(sent.title) ?? '');
  if (handle === null || id === null || title === '') {
    throw unreadable(handle === null ? 'handle' : id === null ? 'id' : 'title', handle);
  }
  const url = productAddress(facts.root, handle);
  const images = [...itemsOf(sent.images)].sort((one, other) => placeOf(one) - placeOf(other));
  const gallery = readGallery({ images: images.length > 0 ? images : [sent.image ?? sent.src] }, url);
  const inRows: UnreadObject = {
    ...sent,
    images,
    options: optionNames(sent),
    variants: itemsOf(sent.variants).map((variant) => (isObject(variant) ? rowOf(variant, images) : variant)),
  };
  const { options, variants } = readVariants(inRows, handle, gallery, rows);
  return {
    title,
    handle,
    descriptionHtml: withAbsoluteAddresses(textOf(sent.body_html) ?? textOf(sent.mini_detail) ?? '', url),
    vendor: textOf(sent.vendor),
    productType: textOf(sent.product_type),
    tags: itemsOf(sent.tags).flatMap((tag) => textOf(isObject(tag) ? tag.title : tag) ?? []),
    options,
    variants,
    images: gallery.all,
    categories: itemsOf(sent.collections)
      .filter(isObject)
      .flatMap(({ title: name }) => (textOf(name) === null ? [] : [[plainText(textOf(name) ?? '')]])),
    seo: { title: textOf(sent.meta_title), description: textOf(sent.meta_descript) },
    status: wholeOf(sent.status) === 0 ? 'draft' : 'active',
    currency: facts.currency,
    attributes: [],
    priceTiers: [],
    source: { platform: 'shopyy', shop: facts.shop, id, url, storeName: facts.storeName },
    extra: { shopyy: { ...extraOf(sent), ...languageOf(facts.root) } },
  };
}

/** Returns a variant in the common row format: with the names of its values, not their numbers. */
function rowOf(variant: UnreadObject, images: readonly unknown[]): UnreadObject {
  const image = textOf(variant.src) ?? imageOf(variant.image_id, images);
  return {
    ...variant,
    option1: textOf(variant.option1_value_title) ?? '',
    option2: textOf(variant.option2_value_title) ?? '',
    option3: textOf(variant.option3_value_title) ?? '',
    sku: ownSku(variant),
    available:
      variant.available === undefined
        ? undefined
        : wholeOf(variant.available) === 1 || variant.available === true,
    image: image === null ? null : { src: image },
  };
}

/** Returns the option names that variants give, otherwise those of the product's own list. */
function optionNames(sent: UnreadObject): { name: string | null; values: string[] }[] {
  const listed = [...itemsOf(sent.options)]
    .filter(isObject)
    .sort((one, other) => placeOf(one) - placeOf(other));
  const first = itemsOf(sent.variants).find(isObject);
  return [1, 2, 3].map((place) => ({
    name: textOf(first?.[`option${place}_title`]) ?? textOf(listed[place - 1]?.option_name),
    values: itemsOf(listed[place - 1]?.values)
      .filter(isObject)
      .flatMap((value) => textOf(value.option_value) ?? []),
  }));
}

/** Returns a SKU, unless the platform generated it from its own numbers. */
function ownSku(variant: UnreadObject): string | null {
  const sku = idOf(variant.sku);
  const code = textOf(variant.sku_code);
  return sku !== null &&
    code !== null &&
    (sku === code || sku.endsWith(code) || /(?<!-0)(?:-0){4,}$/.test(sku))
    ? null
    : sku;
}

function imageOf(id: unknown, images: readonly unknown[]): string | null {
  const number = idOf(id);
  const image = images.filter(isObject).find((one) => number !== null && idOf(one.image_id) === number);
  return textOf(image?.src);
}

function placeOf(sent: unknown): number {
  return (isObject(sent) ? wholeOf(sent.position) : null) ?? 0;
}

function extraOf(sent: UnreadObject): Record<string, unknown> {
  return Object.fromEntries(
    (['spu', 'subtitle', 'mini_detail'] as const).flatMap((key) => {
      const value = textOf(sent[key]);
      return value === null ? [] : [[key, value]];
    }),
  );
}

/**
 * Returns the language of a shop: each language of a merchant is a separate shop, at a host or below a path of its name
 * (`readme.md`, Recognising a shop).
 */
function languageOf(root: string): { language?: string } {
  const { hostname, pathname } = new URL(root);
  const name =
    /^([a-z]{2})\./.exec(hostname)?.[1] ?? /^\/([a-z]{2}(?:-[a-z]{2})?)(?:\/|$)/i.exec(pathname)?.[1];
  return name === undefined ? {} : { language: name.toLowerCase() };
}
