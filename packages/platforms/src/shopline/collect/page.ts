import type { Product } from '@bowerbird/catalog/product';
import { readAddress } from '../../collecting/links/handle-address.ts';
import { productFromPage } from '../../collecting/pages/page-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { currencyOf } from '../../collecting/pages/variant-rows.ts';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import { type HtmlFacts, readHtmlFacts } from '../../reading/html/html-facts.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { shownDescription } from '../../reading/html/shown-description.ts';
import { jsonAfter } from '../../reading/json/embedded-json.ts';
import { productInLinkedData } from '../../reading/json/linked-data.ts';
import { type FieldKeys, fieldsIn, withFieldsStated, withUnstated } from '../../reading/page-fields.ts';
import { idOf, isObject, textOf, wholeOf } from '../../reading/unread.ts';
import { formOfState, readProduct, type ShopFacts } from './schema.ts';

/** What a page says about the shop: every page contains `window.Shopline`. */
export interface PageFacts {
  currency: string | null;
  /** Prefix of the language, such as `/fr`; '' for the main language. */
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
 * What the state gives, by key, once it has the form of the official call; it contains no tags (`readme.md`).
 */
const keys: FieldKeys = {
  title: ['title'],
  handle: ['handle'],
  vendor: ['brand'],
  productType: ['customCategoryName'],
  images: ['images'],
};

/**
 * Returns the product on a page: from the state that the theme starts from, with inventory, and the description as the
 * theme shows it or from linked data, without its markup; otherwise from linked data alone, with one variant (`readme.md`).
 */
export function productOnPage(html: string, url: URL, facts: ShopFacts): Product {
  const page = readHtmlFacts(html);
  const state = preloadOf(html);
  const stated = isObject(state) && isObject(state.product) ? state.product : {};
  const form = formOfState(stated);
  const storeName = textOf(page.meta.get('og:site_name')) ?? facts.storeName;
  if (form !== null) {
    const currency = pageFactsOf(html).currency ?? facts.currency;
    const product = readProduct(form.sent, { ...facts, currency, storeName }, form.stock);
    const words = descriptionOn(page, product);
    const seo = isObject(stated.productSeo) ? stated.productSeo : {};
    const marked = withFieldsStated(
      {
        ...product,
        descriptionHtml: withAbsoluteAddresses(words?.html ?? '', url.href),
        seo: {
          title: textOf(seo.title) ?? page.title,
          description: textOf(seo.desc) ?? textOf(page.meta.get('description')),
        },
      },
      {
        way: 'page-state',
        fields: {
          ...fieldsIn(form.sent, 'page-state', keys),
          variants: 'page-state',
          options: 'page-state',
          currency: 'shop-script',
          ...(words !== null && { descriptionHtml: words.form }),
        },
        inPart: words?.form === 'markup' ? [] : ['descriptionHtml'],
      },
    );
    // Fields missing from the state (`readme.md`).
    return withUnstated(marked, 'page-state', {
      lacks: ['weight', 'imageUrl', 'alt', 'stock', 'availability'],
    });
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

/** Returns the description of this product; null when linked data contain none, or another product's. */
function descriptionOn(
  { html, linkedData }: HtmlFacts,
  { title, source }: Product,
): { html: string; form: 'linked-data' | 'markup' } | null {
  for (const block of linkedData.filter(isObject)) {
    const found = productInLinkedData([block]);
    const id = idOf(block.productID);
    const isThis = id === null ? plainText(found?.name ?? '') === title : id === source?.id;
    if (found !== null && isThis && found.description !== '') {
      const shown = shownDescription(html, found.description);
      return shown === null
        ? { html: found.description, form: 'linked-data' }
        : { html: shown, form: 'markup' };
    }
  }
  return null;
}

/** Returns the products on a page as a browser shows it: one or none. */
export function readPage(html: string, url: URL): Product[] {
  const { root, shop, scope } = readAddress(url);
  if (scope !== 'product') {
    return [];
  }
  return productsOrNone(() => productOnPage(html, url, { root, shop, storeName: null, currency: null }));
}

/** Returns how many products a list page says it has; null when it does not say (`readme.md`). */
export function totalOn(html: string): number | null {
  const state = preloadOf(html);
  const products = isObject(state) && isObject(state.products) ? state.products : {};
  return wholeOf(products.total);
}

/** Returns the handles on a list page, in the formats that themes use, each once (`readme.md`). */
export function keysOnList(html: string): string[] {
  const keys = [...html.matchAll(/data-unique-key=["']([^"']{1,300})["']/g)].map(([, key = '']) => key);
  return [...new Set(keys)];
}
