import type { SourceLink } from '../../collecting/collector.ts';
import { saysNoProduct } from '../../collecting/pages/no-product.ts';
import { isOurHost, isRussianSite, itemAddress, itemIdIn, keptHost } from './address.ts';
import { type Card, listOnPage } from './lists/list-page.ts';
import { storeList } from './lists/store-list.ts';

/**
 * Returns links to the items of a page: from its own list, or from a list that an answer loaded (a further page of a
 * search, a store's products). A captcha page is `source.blocked-us`.
 */
export function sourceLinksOn(html: string, url: URL): SourceLink[] {
  if (isRussianSite(url.hostname)) {
    return [];
  }
  const shop = isOurHost(url.hostname) ? `https://${keptHost(url.host)}` : url.origin;
  const own = itemIdIn(url.pathname);
  return cardsOn(html, url)
    .filter(({ id }) => id !== own)
    .map(({ id, title, imageUrl, price, currency }) => ({
      id,
      url: itemAddress(shop, id),
      title,
      imageUrl,
      price,
      currency,
    }));
}

function cardsOn(html: string, url: URL): Card[] {
  for (const read of [() => listOnPage(html, url), () => storeList(html, url)]) {
    try {
      return read().cards;
    } catch (thrown) {
      if (!saysNoProduct(thrown)) {
        throw thrown;
      }
    }
  }
  return [];
}
