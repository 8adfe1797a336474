import type { Lead } from '../collecting/collector.ts';
import { productAddress, productIdIn } from './address.ts';
import { type OfferList, offersInAnswer, offersOnPage } from './offers.ts';
import { currencyOf, lowestIn } from './preview.ts';
import type { Site } from './sites.ts';

/** The products that a page of the site leads to, adverts left out: from its list, an answer that brought it one, or its links. */
export function leadsOn(site: Site, html: string, url: URL): Lead[] {
  const own = productIdIn(site, url);
  const offers = listOn(site, html, url)?.offers ?? [];
  return offers
    .filter(({ id }) => id !== own)
    .map(({ id, title, price, picture }) => ({
      id,
      url: productAddress(site, url.origin, id),
      title,
      pictureUrl: picture,
      price: lowestIn(price),
      currency: price === null ? null : currencyOf(price, site),
    }));
}

function listOn(site: Site, html: string, url: URL): OfferList | null {
  const isMarkup = /^\s{0,200}</.test(html);
  return isMarkup ? offersOnPage(site, html, url) : offersInAnswer(html, url.href);
}
