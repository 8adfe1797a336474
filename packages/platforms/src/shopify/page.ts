import type { Product } from '@bowerbird/catalog/product';
import { productAddress, readAddress } from '../collecting/handle-address.ts';
import { noProductOn } from '../collecting/no-product.ts';
import { openGraphProduct, rowsOfPage } from '../collecting/page-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { currencyOf } from '../collecting/variant-rows.ts';
import { type HtmlFacts, readHtmlFacts } from '../html-facts.ts';
import { productInLinkedData } from '../linked-data.ts';
import { idOf, isObject } from '../unread.ts';
import { feedFormOf } from './ajax.ts';
import { readProduct, type ShopFacts } from './schema.ts';

/**
 * A product from its page: linked data, then the theme's own product data, then Open Graph. Linked data that does not
 * tell its variants apart gives way to the theme's. Throws what `noProductOn` names when the page shows none.
 */
export function productOnPage(html: string, handle: string, facts: ShopFacts): Product {
  const page = readHtmlFacts(html);
  const linked = productInLinkedData(page.linkedData);
  const theme = themeProduct(page);
  const clear =
    linked !== null &&
    linked.variants.length > 0 &&
    (linked.optionNames.length > 0 || linked.variants.length === 1);
  const id = productIdIn(html) ?? (isObject(theme) ? idOf(theme.id) : null) ?? `handle:${handle}`;

  const fromPage = linked ?? openGraphProduct(page);
  const sent = theme !== null && !clear ? feedFormOf(theme) : fromPage && rowsOfPage(fromPage);
  if (!isObject(sent)) {
    throw noProductOn(html, new URL(productAddress(facts.root, handle)));
  }
  const currency = currencyOf(fromPage?.variants[0]?.currency) ?? facts.currency;
  return {
    ...readProduct({ ...sent, id, handle }, { ...facts, currency }),
    seo: { title: page.title, description: page.meta.get('description')?.trim() || null },
  };
}

/** The products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const { root, shop, scope, key } = readAddress(url);
  if (key === null || scope !== 'product') {
    return [];
  }
  const facts = { root, shop, storeName: null, currency: null };
  return productsOrNone(() => productOnPage(html, key, facts));
}

/** Themes put the whole product into a JSON block; how they mark it differs. */
function themeProduct(page: HtmlFacts): unknown {
  for (const { attributes, value } of page.json) {
    const marked = 'data-product-json' in attributes || /product-?json/i.test(attributes.id ?? '');
    const candidate = isObject(value) && isObject(value.product) ? value.product : value;
    if (
      isObject(candidate) &&
      Array.isArray(candidate.variants) &&
      (marked || (candidate.handle && candidate.title))
    ) {
      return candidate;
    }
  }
  return null;
}

/** `var meta = {"product":{"id":…` is written into every product page by Shopify itself, whatever the theme. */
function productIdIn(html: string): string | null {
  const patterns = [
    /var meta = \{"product":\{"id":(\d{1,16})/,
    /gid:\\?\/\\?\/shopify\\?\/Product\\?\/(\d{1,16})/,
    /"(?:productId|product_id)":"?(\d{1,16})/,
  ];
  return patterns.map((pattern) => pattern.exec(html)?.[1]).find((id) => id !== undefined) ?? null;
}
