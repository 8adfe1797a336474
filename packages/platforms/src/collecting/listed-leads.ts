import { absoluteAddress } from '../addresses.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { plainText } from '../html-text.ts';
import { plainAmount } from '../price-text.ts';
import { isObject, itemsOf, textOf, type UnreadObject } from '../unread.ts';
import type { Lead } from './collector.ts';
import type { LeadDialect } from './page-leads.ts';
import { currencyOf } from './variant-rows.ts';

/** The list of products that a page's linked data tell (schema.org/ItemList), in its order. */
export function leadsInLinkedData(html: string, url: URL, dialect: LeadDialect): Lead[] {
  if (!html.includes('ItemList')) {
    return [];
  }
  return readHtmlFacts(html)
    .linkedData.filter(isObject)
    .flatMap((block) => listIn(block))
    .flatMap((entry) => leadOf(entry, url, dialect));
}

/** The list itself, or the one that a page of a collection calls its main part. */
function listIn(block: UnreadObject): readonly unknown[] {
  const list = isObject(block.mainEntity) ? block.mainEntity : block;
  return itemsOf(list.itemListElement);
}

function leadOf(entry: unknown, page: URL, dialect: LeadDialect): Lead[] {
  const outer = isObject(entry) ? entry : {};
  const item = isObject(outer.item) ? outer.item : outer;
  // Crumbs and menus are lists as well; their entries bear these names too.
  if (item['@type'] === 'WebPage' || item['@type'] === 'SiteNavigationElement') {
    return [];
  }
  const address = textOf(item.url) ?? textOf(item['@id']) ?? textOf(outer.url) ?? textOf(outer.item);
  const place = address === null ? null : URL.parse(address, page);
  if (place === null || place.origin !== page.origin) {
    return [];
  }
  const id = dialect.listed?.(place) ?? dialect.linked({ place, attributes: {}, inHeading: true });
  if (id === null) {
    return [];
  }
  const image = itemsOf(Array.isArray(item.image) ? item.image : [item.image])[0];
  const picture = textOf(isObject(image) ? image.url : image);
  const offer = itemsOf(Array.isArray(item.offers) ? item.offers : [item.offers]).find(isObject) ?? {};
  const price = offer.price ?? offer.lowPrice;
  return [
    {
      id,
      url: dialect.address?.(id, place) ?? place.origin + place.pathname,
      title: plainText(textOf(item.name) ?? textOf(outer.name) ?? '') || null,
      pictureUrl: picture === null ? null : absoluteAddress(picture, page.href),
      price: plainAmount(typeof price === 'number' ? String(price) : (textOf(price) ?? '')),
      currency: currencyOf(offer.priceCurrency),
    },
  ];
}
