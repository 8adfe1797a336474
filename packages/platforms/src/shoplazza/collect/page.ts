import type { Product } from '@bowerbird/catalog/product';
import { readAddress } from '../../collecting/links/handle-address.ts';
import { noProductOn, saysNoProduct } from '../../collecting/pages/no-product.ts';
import { productFromPage } from '../../collecting/pages/page-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { mayBePriceOf } from '../../collecting/pages/stated-price.ts';
import { currencyOf } from '../../collecting/pages/variant-rows.ts';
import { readHtmlFacts, readPageHead } from '../../reading/html/html-facts.ts';
import { jsonAfter, jsonAt } from '../../reading/json/embedded-json.ts';
import { type FieldKeys, fieldsIn, withFieldsStated } from '../../reading/page-fields.ts';
import { isObject, itemsOf, textOf, wholeOf } from '../../reading/unread.ts';
import { descriptionOn } from './description.ts';
import { identityOf, readProduct, type ShopFacts } from './schema.ts';

/** What a page says about the shop and about its content. */
export interface PageFacts {
  storeName: string | null;
  currency: string | null;
  /** The shop's currency, ignoring the currency that the page's Open Graph tags give beside a price. */
  shopCurrency: string | null;
  /** The product's or category's own id; the shop's calls do not accept a handle. */
  resourceId: string | null;
}

/**
 * Reads the shop's settings from a page's text, where they always stay; scripts may remove them from the window at
 * startup.
 */
export function pageFactsOf(html: string): PageFacts {
  const settings = jsonAfter(html, /C_SETTINGS\s*=\s*(?=\{)/);
  const meta = isObject(settings) && isObject(settings.meta) ? settings.meta : {};
  const page = isObject(meta.page) ? meta.page : {};
  const shop = isObject(meta.shop) ? meta.shop : {};
  const { meta: tags } = readPageHead(html.slice(0, 200_000), ['og:site_name', 'og:price:currency']);
  const named = /shop_name:\s*'([^']{1,200})'/.exec(html)?.[1];
  const shopCurrency =
    currencyOf(shop.currency) ??
    currencyOf(/"(?:currency|shop_currency|currency_code)"\s*:\s*"([A-Z]{3})"/.exec(html)?.[1]);
  return {
    storeName: textOf(tags.get('og:site_name')) ?? textOf(named) ?? textOf(shop.name),
    currency:
      currencyOf(tags.get('og:price:currency')) ??
      currencyOf(tags.get('product:price:currency')) ??
      shopCurrency,
    shopCurrency,
    resourceId:
      /product-json["'][^<>]{0,300}\bdata-id=["']([\w-]{8,64})["']/.exec(html)?.[1] ??
      textOf(page.resource_id),
  };
}

/** Largest number of calls with one name that are examined, so that a malicious page cannot block us. */
const callsMax = 20;

/** Returns the first call of this name whose arguments begin in this form, and where it ends. */
function callOf(html: string, name: string, inside: RegExp): { found: RegExpExecArray; end: number } | null {
  let at = html.indexOf(name);
  for (let tries = 0; at !== -1 && tries < callsMax; tries += 1) {
    const start = at + name.length;
    const found = inside.exec(html.slice(start, start + 4400));
    if (found !== null) {
      return { found, end: start + found[0].length };
    }
    at = html.indexOf(name, start);
  }
  return null;
}

/** Reads a category's page: its id, and how many products it promises. */
export function categoryOnPage(
  html: string,
): { id: string; name: string | null; promised: number | null } | null {
  const call = callOf(html, 'collectionDetail(', /^\s{0,99}\{([\s\S]{0,2000}?)\}\s{0,99}\)/)?.found[1] ?? '';
  const id = /collection_id\s*:\s*['"]([\w-]{8,64})['"]/.exec(call)?.[1] ?? pageFactsOf(html).resourceId;
  const { meta, title } = readPageHead(html.slice(0, 200_000), ['og:title']);
  return id === null
    ? null
    : {
        id,
        name: textOf(meta.get('og:title')) ?? title,
        promised: wholeOf(/products_count\s*:\s*['"]?(\d{1,9})/.exec(call)?.[1]),
      };
}

/**
 * Returns the product on a page: its own JSON, with the description that a shopper reads (`readme.md`, Product pages).
 */
export function productOnPage(html: string, facts: ShopFacts): Product {
  const call = callOf(html, 'product_detail(', /^\s{0,99}\{[\s\S]{0,4000}?\bproduct:\s{0,99}(?=\{)/);
  const sent =
    (call === null ? null : jsonAt(html, call.end)) ?? jsonAfter(html, /\bproduct:\s{0,99}(?=\{"id")/);
  if (identityOf(sent).id === null) {
    throw noProductOn(html, new URL(facts.root));
  }
  const { currency, shopCurrency, storeName } = pageFactsOf(html);
  const { meta, title } = readPageHead(html, ['description', 'og:price:amount']);
  const described = descriptionOn(html);
  const product = readProduct(
    sent,
    { ...facts, currency: currency ?? facts.currency, storeName: storeName ?? facts.storeName },
    [],
    described,
  );
  const price = meta.get('og:price:amount') ?? meta.get('product:price:amount');
  const completed: Product = {
    ...product,
    ...(!mayBePriceOf(product, price) && { currency: shopCurrency ?? facts.currency }),
    seo: {
      title: product.seo.title ?? title,
      description: product.seo.description ?? textOf(meta.get('description')),
    },
  };
  const form = 'page-state';
  return withFieldsStated(completed, {
    way: form,
    fields: {
      variants: form,
      options: form,
      ...(isObject(sent) && fieldsIn(sent, form, keys)),
      ...(described !== null && { descriptionHtml: 'markup' }),
      ...(completed.currency !== null && { currency: 'shop-script' }),
    },
  });
}

/** What the page's JSON gives, by key (`readme.md`, Product fields). */
const keys: FieldKeys = {
  title: ['title'],
  handle: ['handle'],
  descriptionHtml: ['description'],
  vendor: ['vendor'],
  productType: ['product_type'],
  tags: ['tags'],
  images: ['images'],
};

/**
 * Returns the product in the machine-readable formats of a page without the JSON; it may be partial (`readme.md`,
 * Product pages).
 */
export function productInForms(html: string, url: URL, shop: string): Product {
  const key = readAddress(url).key ?? url.pathname;
  const id = pageFactsOf(html).resourceId ?? `handle:${key}`;
  return productFromPage(readHtmlFacts(html), { platform: 'shoplazza', shop, id, handle: key, url });
}

/** Returns the products on a page as a browser shows it: one or none. */
export function readPage(html: string, url: URL): Product[] {
  const { root, shop, scope } = readAddress(url);
  if (scope !== 'product') {
    return [];
  }
  return productsOrNone(() => {
    try {
      return productOnPage(html, { root, shop, storeName: null, currency: null });
    } catch (thrown) {
      if (saysNoProduct(thrown)) {
        return productInForms(html, url, shop);
      }
      throw thrown;
    }
  });
}

/** Returns the products of an answer, whatever its wrapper (`readme.md`, Public endpoints); null when it holds none. */
export function productsIn(body: unknown): readonly unknown[] | null {
  const data = isObject(body) ? body.data : null;
  if (Array.isArray(data)) {
    return data;
  }
  if (!isObject(data)) {
    return null;
  }
  const list = data.products ?? data.list;
  return Array.isArray(list) ? itemsOf(list) : null;
}
