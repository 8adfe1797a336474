import type { Product } from '@bowerbird/catalog/product';
import { readAddress } from '../collecting/handle-address.ts';
import { productFromPage } from '../collecting/page-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { currencyOf } from '../collecting/variant-rows.ts';
import { jsonAfter } from '../embedded-json.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { isObject, textOf, wholeOf } from '../unread.ts';
import { formOfState, readProduct, type ShopFacts } from './schema.ts';

/** What a page says of the shop: `window.Shopline` stands on every one. */
export interface PageFacts {
  currency: string | null;
  /** Prefix of the language, such as `/fr`; '' for the main one. */
  prefix: string;
}

export function pageFactsOf(html: string): PageFacts {
  const shop = jsonAfter(html, /window\.Shopline\s*=\s*(?=\{)/);
  const routes = isObject(shop) && isObject(shop.routes) ? shop.routes : {};
  const state = preloadOf(html);
  return {
    currency:
      currencyOf(isObject(shop) ? shop.currency : null) ??
      currencyOf(isObject(state) ? state.currencyCode : null) ??
      currencyOf(/\bShopline\.currency\s*=\s*["']([A-Z]{3})["']/.exec(html)?.[1]),
    prefix: (textOf(routes.root) ?? '').replace(/\/$/, ''),
  };
}

function preloadOf(html: string): unknown {
  return jsonAfter(html, /__PRELOAD_STATE__\s*=\s*(?=\{)/);
}

/**
 * The product on a page: the state that the theme starts from, complete with stock; else linked data, which is one variant
 * (platform notes 2.3). The description is no part of the state.
 */
export function productOnPage(html: string, url: URL, facts: ShopFacts): Product {
  const page = readHtmlFacts(html);
  const state = preloadOf(html);
  const form = formOfState(isObject(state) ? state.product : null);
  const storeName = textOf(page.meta.get('og:site_name')) ?? facts.storeName;
  if (form !== null) {
    const currency = pageFactsOf(html).currency ?? facts.currency;
    const product = readProduct(form.sent, { ...facts, currency, storeName }, form.stock);
    return { ...product, seo: { title: page.title, description: textOf(page.meta.get('description')) } };
  }
  const { key } = readAddress(url);
  return productFromPage(page, {
    platform: 'shopline',
    shop: facts.shop,
    id: `handle:${key ?? url.pathname}`,
    handle: key ?? url.pathname,
    url,
  });
}

/** The products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const { root, shop, scope } = readAddress(url);
  if (scope !== 'product') {
    return [];
  }
  return productsOrNone(() => productOnPage(html, url, { root, shop, storeName: null, currency: null }));
}

/** How many products a list page says it lists; null where it does not (platform notes 2.1). */
export function totalOn(html: string): number | null {
  const state = preloadOf(html);
  const products = isObject(state) && isObject(state.products) ? state.products : {};
  return wholeOf(products.total);
}

/** Handles on a list page, in the ways the themes write them, each once (platform notes 2.1). */
export function keysOnList(html: string): string[] {
  const keys = [...html.matchAll(/data-unique-key=["']([^"']{1,300})["']/g)].map(([, key = '']) => key);
  return [...new Set(keys)];
}
