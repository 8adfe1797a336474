import type { Product } from '@bowerbird/catalog/product';
import { readAddress } from '../../collecting/links/handle-address.ts';
import { productFromPage } from '../../collecting/pages/page-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { mayBePriceOf } from '../../collecting/pages/stated-price.ts';
import { currencyOf } from '../../collecting/pages/variant-rows.ts';
import { type PageHead, readHtmlFacts, readPageHead } from '../../reading/html/html-facts.ts';
import { closingOf, jsonTo, opensLikeJson } from '../../reading/json/embedded-json.ts';
import { productInLinkedData } from '../../reading/json/linked-data.ts';
import { type FieldKeys, fieldsIn, withFieldsStated } from '../../reading/page-fields.ts';
import { isObject, textOf } from '../../reading/unread.ts';
import { readProduct, type ShopFacts } from './schema.ts';

/**
 * Returns the product on a page: from the state that the theme writes into a script, with all variants; otherwise from
 * linked data or Open Graph, whose variants may be incomplete (`readme.md`, Public endpoints).
 */
export function productOnPage(html: string, url: URL, facts: ShopFacts): Product {
  const { key } = readAddress(url);
  const state = productState(html, key);
  if (state !== null) {
    const page = readPageHead(html, headNames);
    const storeName = textOf(page.meta.get('og:site_name')) ?? facts.storeName;
    const product = readProduct(state, { ...facts, storeName });
    const stated = currencyOfPage(html, page, product);
    const currency = stated?.currency ?? facts.currency;
    const form = 'page-state';
    return withFieldsStated(
      { ...product, currency, seo: { ...product.seo, title: product.seo.title ?? page.title } },
      {
        way: form,
        fields: {
          variants: form,
          options: form,
          ...(isObject(state) && fieldsIn(state, form, keys)),
          ...(currency !== null && { currency: stated?.form ?? 'shop' }),
        },
        // Answers that leave the description out send an empty one (`readme.md`, Public endpoints).
        inPart: textOf(isObject(state) ? state.body_html : null) === null ? ['descriptionHtml'] : [],
      },
    );
  }
  return productFromPage(readHtmlFacts(html), {
    platform: 'shopyy',
    shop: facts.shop,
    id: /\/products\/detail\/(\d+)/.exec(url.pathname)?.[1] ?? `handle:${key ?? url.pathname}`,
    handle: key ?? url.pathname,
    url,
  });
}

/** Names of `meta` elements that are read beside the state. */
const headNames = ['og:site_name', 'og:price:amount', 'og:price:currency'];

/** What the state gives, by key (`readme.md`, Product fields). */
const keys: FieldKeys = {
  title: ['title'],
  handle: ['handle'],
  descriptionHtml: ['body_html', 'mini_detail'],
  vendor: ['vendor'],
  productType: ['product_type'],
  tags: ['tags'],
  images: ['images', 'image', 'src'],
  categories: ['collections'],
};

/** Returns the products on a page as a browser shows it: one or none. */
export function readPage(html: string, url: URL): Product[] {
  const { root, shop, scope } = readAddress(url);
  if (scope !== 'product') {
    return [];
  }
  return productsOrNone(() => productOnPage(html, url, { root, shop, storeName: null, currency: null }));
}

/** Largest number of places tried, so that a page full of braces cannot block us. */
const triesMax = 400;
const unclosedMax = 20;
const depthMax = 5;
/** A key that every product of this format has. */
const mark = '"spec_mode"';

/**
 * Returns the first object in the page's scripts that contains variants in this platform's format; of several, the
 * page's own product.
 */
export function productState(html: string, handle: string | null): unknown {
  let marked = html.includes('"variants"') ? html.indexOf(mark) : -1;
  let other: unknown = null;
  let end = 0;
  let tries = 0;
  let unclosed = 0;
  for (const { index, 0: sign } of html.matchAll(/[=(:,[]\s*\{/g)) {
    const start = index + sign.length - 1;
    if (start < end) {
      continue;
    }
    marked = marked < start && marked !== -1 ? html.indexOf(mark, start) : marked;
    tries += 1;
    if (marked === -1 || tries > triesMax) {
      break;
    }
    if (!opensLikeJson(html, start)) {
      continue;
    }
    const closing = closingOf(html, start);
    if (closing === null) {
      unclosed += 1;
      if (unclosed > unclosedMax) {
        break;
      }
      continue;
    }
    const value = closing > marked ? jsonTo(html, start, closing) : {};
    if (value === null) {
      continue;
    }
    end = closing;
    const found = productIn(value, depthMax);
    if (isObject(found) && (handle === null || found.handle === handle)) {
      return found;
    }
    other ??= found;
  }
  return other;
}

function productIn(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    return null;
  }
  if (isObject(value) && Array.isArray(value.variants) && 'spec_mode' in value) {
    return value;
  }
  for (const inside of Object.values(value)) {
    const found = productIn(inside, depth - 1);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

/** Returns the currency that the page gives beside prices of this product. */
function currencyOfPage(
  html: string,
  { meta }: PageHead,
  product: Product,
): { currency: string; form: 'open-graph' | 'linked-data' } | null {
  const price = meta.get('og:price:amount') ?? meta.get('product:price:amount');
  const graph = currencyOf(meta.get('og:price:currency')) ?? currencyOf(meta.get('product:price:currency'));
  if (graph !== null && mayBePriceOf(product, price)) {
    return { currency: graph, form: 'open-graph' };
  }
  const offer = productInLinkedData(readHtmlFacts(html).linkedData)?.variants[0];
  const linked = mayBePriceOf(product, offer?.price) ? currencyOf(offer?.currency) : null;
  return linked === null ? null : { currency: linked, form: 'linked-data' };
}
