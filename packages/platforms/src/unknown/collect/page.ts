import type { Product } from '@bowerbird/catalog/product';
import { noProductOn } from '../../collecting/pages/no-product.ts';
import { formsOn } from '../../collecting/pages/page-forms.ts';
import { productFromPage } from '../../collecting/pages/page-product.ts';
import { type HtmlFacts, readHtmlFacts } from '../../reading/html/html-facts.ts';
import { isObject, itemsOf, shown } from '../../reading/unread.ts';

/**
 * Returns the product of a page of any shop, identified by its path. The most reliable format gives name, price and
 * choices; missing fields come from the next, and `extra.page` records for each field which one gave it. A price that
 * is the lowest of a range is marked as such.
 */
export function productOnPage(html: string, url: URL, shop: string): Product {
  const page = readHtmlFacts(html);
  const forms = formsOn(page);
  if (forms.length === 0) {
    throw noProductOn(html, url);
  }
  const canonical =
    page.canonical !== null && URL.canParse(page.canonical, url) ? new URL(page.canonical, url) : url;
  const last = canonical.pathname.split('/').findLast(Boolean) ?? canonical.host;
  const product = productFromPage(page, {
    platform: 'unknown',
    shop,
    id: canonical.pathname + canonical.search,
    handle: decoded(last.replace(/\.(html?|php|aspx?)$/i, '')),
    url,
    forms,
  });
  return hasRange(page)
    ? { ...product, extra: { ...product.extra, page: { ...product.extra.page, priceIs: 'lowest' } } }
    : product;
}

/** Reports whether a page gives only the ends of a price range: an `AggregateOffer` without its offers. */
function hasRange({ linkedData }: HtmlFacts): boolean {
  return linkedData
    .filter(isObject)
    .flatMap(({ offers }) => (Array.isArray(offers) ? offers : [offers]))
    .filter(isObject)
    .some(
      ({ lowPrice, highPrice, offers }) =>
        highPrice !== undefined && shown(lowPrice) !== shown(highPrice) && itemsOf(offers).length === 0,
    );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
