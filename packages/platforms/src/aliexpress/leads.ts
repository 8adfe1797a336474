import type { Lead } from '../collecting/collector.ts';
import { saysNoProduct } from '../collecting/no-product.ts';
import { isOurHost, isRussianHouse, itemAddress, itemIdIn, keptHost } from './address.ts';
import { type Card, listOnPage } from './list-page.ts';
import { storeList } from './store-list.ts';

/**
 * The items that a page leads to: its own list, or one that an answer brought it (a further page of a search, a store's
 * goods). A page that asks for a captcha is `source.blocked-us`.
 */
export function leadsOn(html: string, url: URL): Lead[] {
  if (isRussianHouse(url.hostname)) {
    return [];
  }
  const shop = isOurHost(url.hostname) ? `https://${keptHost(url.host)}` : url.origin;
  const own = itemIdIn(url.pathname);
  return cardsOn(html, url)
    .filter(({ id }) => id !== own)
    .map(({ id, title, pictureUrl, price, currency }) => ({
      id,
      url: itemAddress(shop, id),
      title,
      pictureUrl,
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
