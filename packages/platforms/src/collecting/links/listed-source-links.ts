import { absoluteAddress } from '../../net/addresses.ts';
import { readHtmlFacts } from '../../reading/html/html-facts.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { plainAmount } from '../../reading/price-text.ts';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import type { SourceLink } from '../collector.ts';
import { currencyOf } from '../pages/variant-rows.ts';
import type { SourceLinkDialect } from './source-link-dialect.ts';

/** Returns the list of products in a page's linked data (schema.org/ItemList), in order. */
export function sourceLinksInLinkedData(html: string, url: URL, dialect: SourceLinkDialect): SourceLink[] {
  if (!html.includes('ItemList')) {
    return [];
  }
  return readHtmlFacts(html)
    .linkedData.filter(isObject)
    .flatMap((block) => listIn(block))
    .flatMap((entry) => sourceLinkOf(entry, url, dialect));
}

/** Returns the list itself, or the list that a collection page declares as its main entity. */
function listIn(block: UnreadObject): readonly unknown[] {
  const list = isObject(block.mainEntity) ? block.mainEntity : block;
  return itemsOf(list.itemListElement);
}

function sourceLinkOf(entry: unknown, page: URL, dialect: SourceLinkDialect): SourceLink[] {
  const outer = isObject(entry) ? entry : {};
  const item = isObject(outer.item) ? outer.item : outer;
  // Breadcrumbs and menus are lists as well, and their entries have these names too.
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
  const imageUrl = textOf(isObject(image) ? image.url : image);
  const offer = itemsOf(Array.isArray(item.offers) ? item.offers : [item.offers]).find(isObject) ?? {};
  const price = offer.price ?? offer.lowPrice;
  return [
    {
      id,
      url: dialect.address?.(id, place) ?? place.origin + place.pathname,
      title: plainText(textOf(item.name) ?? textOf(outer.name) ?? '') || null,
      imageUrl: imageUrl === null ? null : absoluteAddress(imageUrl, page.href),
      price: plainAmount(typeof price === 'number' ? String(price) : (textOf(price) ?? '')),
      currency: currencyOf(offer.priceCurrency),
    },
  ];
}
