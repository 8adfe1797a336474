import type { Product, Variant } from '@bowerbird/catalog/product';
import { absoluteAddress } from '../addresses.ts';
import { noProductOn } from '../collecting/no-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { unreadable } from '../collecting/unreadable.ts';
import { currencyOf } from '../collecting/variant-rows.ts';
import { siteSigns } from '../collecting/wordpress-root.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { plainText } from '../html-text.ts';
import { type PageProduct, productInLinkedData } from '../linked-data.ts';
import { idOf, isObject, textOf, type UnreadObject, wholeOf } from '../unread.ts';
import { walkMarkup } from '../walk-markup.ts';
import { readAddress } from './address.ts';

/** What only the markup of a product page tells. */
interface Markup {
  /** From `postid-22` of the body, or the add-to-cart form. */
  id: string | null;
  /** `data-product_variations` as JSON; null when it is left out, as it is for more than 30. */
  variations: readonly unknown[] | null;
  hasChoices: boolean;
}

/**
 * The product on a page of a shop whose API is closed: linked data for what it is, the form of variations for what can
 * be chosen. More than 30 variations are not on the page: such a product is named unreadable, never priced by guess.
 */
export function productOnPage(html: string, url: URL, shop: string): Product {
  const slug = textOf(url.pathname.split('/').findLast(Boolean));
  const page = readHtmlFacts(html);
  const sent = productInLinkedData(page.linkedData);
  const { id, variations, hasChoices } = markupOf(html);
  if (sent === null || id === null) {
    throw noProductOn(html, url);
  }
  if (hasChoices && variations === null) {
    throw unreadable('variations', slug);
  }
  const pictures = [...new Set(sent.pictures.flatMap((picture) => absoluteAddress(picture, url.href) ?? []))];
  const rows = (variations ?? []).filter(isObject);
  const options = optionsOf(rows);
  const variants = hasChoices
    ? rows.map((row, at) => variantOfRow(row, at, options, pictures, slug))
    : [variantOfOffer(sent, id, slug)];
  return {
    title: plainText(sent.name),
    handle: slug ?? id,
    descriptionHtml: sent.description,
    vendor: sent.brand,
    productType: null,
    tags: [],
    options,
    variants,
    pictures: pictures.map((picture) => ({ url: picture, alt: '', width: null, height: null })),
    categories: [],
    seo: { title: page.title, description: page.meta.get('description')?.trim() || null },
    status: 'active',
    currency: currencyOf(sent.variants[0]?.currency),
    attributes: [],
    priceTiers: [],
    source: {
      platform: 'woocommerce',
      shop,
      id,
      url: page.canonical ?? url.href,
      storeName: page.meta.get('og:site_name') ?? null,
    },
    extra: {},
  };
}

/** The products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const { folder } = siteSigns(html, url, null);
  const { shop } = readAddress(url, 'product', folder ?? undefined);
  return productsOrNone(() => productOnPage(html, url, shop));
}

function markupOf(html: string): Markup {
  const found: Markup = { id: null, variations: null, hasChoices: false };
  walkMarkup(html, {
    onopentag(name, attributes) {
      if (name === 'body') {
        found.id ??= /(?:^|\s)postid-(\d+)/.exec(attributes.class ?? '')?.[1] ?? null;
      }
      if (attributes['data-product_id'] !== undefined && /variations_form/.test(attributes.class ?? '')) {
        found.id ??= attributes['data-product_id'];
      }
      if (name === 'button' && attributes.name === 'add-to-cart') {
        found.id ??= textOf(attributes.value);
      }
      const variations = attributes['data-product_variations'];
      if (variations !== undefined) {
        found.hasChoices = true;
        found.variations = parsed(variations);
      }
    },
  });
  return found;
}

function parsed(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** `attribute_pa_color` names the option Color; its values in the order they are met. */
function optionsOf(rows: readonly UnreadObject[]): { name: string; values: string[] }[] {
  const values = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(isObject(row.attributes) ? row.attributes : {})) {
      const held = values.get(key) ?? new Set();
      values.set(key, held);
      const text = textOf(value);
      if (text !== null) {
        held.add(text);
      }
    }
  }
  return [...values].map(([key, held]) => ({ name: optionName(key), values: [...held] }));
}

function optionName(key: string): string {
  const word = key.replace(/^attribute_(pa_)?/, '').replaceAll('-', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function variantOfRow(
  row: UnreadObject,
  at: number,
  options: readonly { name: string; values: string[] }[],
  pictures: string[],
  slug: string | null,
): Variant {
  const price = majorOf(row.display_price);
  if (price === null) {
    throw unreadable('price', slug);
  }
  const regular = majorOf(row.display_regular_price);
  const image = isObject(row.image) ? (textOf(row.image.full_src) ?? textOf(row.image.url)) : null;
  if (image !== null && !pictures.includes(image)) {
    pictures.push(image);
  }
  const chosen = Object.values(isObject(row.attributes) ? row.attributes : {});
  return {
    id: idOf(row.variation_id) ?? `v${at + 1}`,
    sku: textOf(row.sku),
    barcode: null,
    optionValues: options.map((option, place) => textOf(chosen[place]) ?? option.values[0] ?? ''),
    price,
    compareAtPrice: regular !== null && Number(regular) > Number(price) ? regular : null,
    cost: null,
    stock: wholeOf(row.max_qty),
    available: typeof row.is_in_stock === 'boolean' ? row.is_in_stock : null,
    weight: null,
    pictureUrl: image,
    requiresShipping: row.is_virtual !== true,
    taxable: true,
  };
}

function variantOfOffer(sent: PageProduct, id: string, slug: string | null): Variant {
  const [offer] = sent.variants;
  const price = majorOf(offer?.price);
  if (price === null) {
    throw unreadable('price', slug);
  }
  const list = majorOf(offer?.listPrice);
  return {
    id,
    sku: offer?.sku ?? null,
    barcode: offer?.barcode ?? null,
    optionValues: [],
    price,
    compareAtPrice: list !== null && Number(list) > Number(price) ? list : null,
    cost: null,
    stock: null,
    available: offer?.available ?? null,
    weight: null,
    pictureUrl: null,
    requiresShipping: true,
    taxable: true,
  };
}

/** A price in the currency's own units, as pages write it: a number of JSON or its plain text. */
function majorOf(sent: unknown): string | null {
  const text = typeof sent === 'number' ? String(sent) : (textOf(sent) ?? '');
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? text : null;
}
