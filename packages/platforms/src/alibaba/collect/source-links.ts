import type { SourceLink } from '../../collecting/collector.ts';
import { productAddress, productIdIn } from './address.ts';
import { type OfferList, offersInAnswer, offersOnPage } from './lists/offers.ts';
import { currencyOf, lowestIn } from './lists/preview.ts';
import type { Site } from './sites.ts';

/**
 * Returns links to the products on a page of the site, without adverts: from its list, from an answer that loaded a
 * list, or from its HTML links.
 */
export function sourceLinksOn(site: Site, html: string, url: URL): SourceLink[] {
  const own = productIdIn(site, url);
  const offers = listOn(site, html, url)?.offers ?? [];
  return offers
    .filter(({ id }) => id !== own)
    .map(({ id, title, price, imageUrl: image }) => ({
      id,
      url: productAddress(site, url.origin, id),
      title,
      imageUrl: image,
      price: lowestIn(price),
      currency: price === null ? null : currencyOf(price, site),
    }));
}

function listOn(site: Site, html: string, url: URL): OfferList | null {
  const isMarkup = /^\s{0,200}</.test(html);
  return isMarkup ? offersOnPage(site, html, url) : offersInAnswer(html, url.href);
}
