import type { Product } from '@bowerbird/catalog/product';
import { noProductOn } from '../collecting/no-product.ts';
import { formsOn } from '../collecting/page-forms.ts';
import { productFromPage } from '../collecting/page-product.ts';
import { type HtmlFacts, readHtmlFacts } from '../html-facts.ts';
import { isObject, itemsOf, shown } from '../unread.ts';

/**
 * The product of a page, whatever the shop; its path is what it is known by. The surest form tells name, price and choice;
 * what it leaves out is taken from the next, and `extra.page` says for each field which one told it. A price that is the
 * lowest of a range says so.
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

/** Whether a page tells the ends of a range only: `AggregateOffer` without the offers in it. */
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
