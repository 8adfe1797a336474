import type { Product } from '@bowerbird/catalog/product';
import { withAbsoluteAddresses } from '../addresses.ts';
import type { HtmlFacts } from '../html-facts.ts';
import { plainText } from '../html-text.ts';
import { type PageProduct, productInLinkedData } from '../linked-data.ts';
import { itemsOf, textOf, type UnreadObject } from '../unread.ts';
import { readGallery } from './gallery.ts';
import { noProductOn } from './no-product.ts';
import { unreadable } from './unreadable.ts';
import { currencyOf, type RowDialect, readVariants } from './variant-rows.ts';

/** Where a page's product belongs. */
export interface PageSource {
  platform: string;
  shop: string;
  /** The source's own id of the product, or what stands for it where the page tells none. */
  id: string;
  handle: string;
  url: URL;
  /** What was found on the page, and in which form; left out = linked data or Open Graph are looked for. */
  found?: { product: PageProduct; way: string };
}

const rows: RowDialect = {
  stockOf: () => null,
  weightOf: () => null,
  hasNoChoice: (product) => itemsOf(product.options).length === 0,
};

/**
 * The product that a page tells of itself in forms meant for machines: linked data first, then Open Graph. Which of them
 * each field came from stands in `extra`. Throws what `noProductOn` names where there is neither.
 */
export function productFromPage(page: HtmlFacts, source: PageSource): Product {
  const told = source.found ?? toldBy(page);
  if (told === null) {
    throw noProductOn(page.html, source.url);
  }
  const { product: found, way } = told;
  const title = plainText(found.name);
  if (title === '') {
    throw unreadable('title', source.handle);
  }
  const base = source.url.href;
  const sent = rowsOfPage(found);
  const gallery = readGallery(sent, base);
  const { options, variants } = readVariants(sent, source.handle, gallery, rows);
  const { platform, shop, id } = source;
  return {
    title,
    handle: source.handle,
    descriptionHtml: withAbsoluteAddresses(found.description, base),
    vendor: found.brand,
    productType: found.category,
    tags: [],
    options,
    variants,
    pictures: gallery.all,
    categories: [],
    seo: { title: page.title, description: textOf(page.meta.get('description')) },
    status: 'active',
    currency: currencyOf(found.variants[0]?.currency),
    attributes: [],
    priceTiers: [],
    source: {
      platform,
      shop,
      id,
      url:
        page.canonical !== null && URL.canParse(page.canonical, base)
          ? new URL(page.canonical, base).href
          : base,
      storeName: textOf(page.meta.get('og:site_name')),
    },
    extra: { page: { way } },
  };
}

function toldBy(page: HtmlFacts): { product: PageProduct; way: string } | null {
  const linked = productInLinkedData(page.linkedData);
  const product = openGraphProduct(page);
  if (linked !== null && linked.variants.length > 0) {
    return { product: withPriceFrom(linked, product === null ? [] : [product]), way: 'linked-data' };
  }
  return product === null ? null : { product, way: 'open-graph' };
}

/** The same; where it tells no price for its one variant, with that of the first of the others that has one variant too. */
export function withPriceFrom(found: PageProduct, others: readonly PageProduct[]): PageProduct {
  const [variant] = found.variants;
  if (variant === undefined || variant.price !== null || found.variants.length > 1) {
    return found;
  }
  const other = others.find(({ variants }) => variants.length === 1 && variants[0]?.price != null);
  const { price = null, currency = null } = other?.variants[0] ?? {};
  return price === null ? found : { ...found, variants: [{ ...variant, price, currency }] };
}

/** The product that a page's Open Graph tags tell: one variant; null without a name and a price. */
export function openGraphProduct(page: HtmlFacts): PageProduct | null {
  const name = page.meta.get('og:title')?.trim();
  const price = page.meta.get('og:price:amount') ?? page.meta.get('product:price:amount');
  if (!name || price === undefined) {
    return null;
  }
  const picture = page.meta.get('og:image:secure_url') ?? page.meta.get('og:image');
  return {
    name,
    description: page.meta.get('og:description') ?? '',
    brand: page.meta.get('og:brand') ?? null,
    category: null,
    pictures: picture ? [picture] : [],
    optionNames: [],
    variants: [
      {
        id: null,
        sku: null,
        barcode: null,
        price,
        currency: page.meta.get('og:price:currency') ?? page.meta.get('product:price:currency') ?? null,
        available: null,
        picture: null,
        optionValues: [],
      },
    ],
  };
}

/** A page's product in the rows that `readVariants` and `readGallery` read. */
export function rowsOfPage(page: PageProduct): UnreadObject {
  const several = page.variants.length > 1;
  // Many variants and no names for their options: one option that tells them apart by their SKU, else by their place; an id is no value.
  const optionNames = several && page.optionNames.length === 0 ? ['Variant'] : page.optionNames;
  return {
    title: page.name,
    body_html: page.description,
    vendor: page.brand,
    product_type: page.category,
    options: optionNames.map((name) => ({ name })),
    images: page.pictures.map((src) => ({ src })),
    variants: page.variants.map((variant, at) => {
      const values =
        several && page.optionNames.length === 0
          ? [variant.sku === null || variant.sku === variant.id ? `${at + 1}` : variant.sku]
          : variant.optionValues;
      return {
        id: variant.id,
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price,
        compare_at_price: variant.listPrice ?? null,
        available: variant.available,
        featured_image: variant.picture === null ? null : { src: variant.picture },
        option1: values[0],
        option2: values[1],
        option3: values[2],
      };
    }),
  };
}
