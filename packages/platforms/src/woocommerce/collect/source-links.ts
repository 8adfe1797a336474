import type { SourceLink } from '../../collecting/collector.ts';
import { sourceLinksOnPage } from '../../collecting/links/page-source-links.ts';
import type { SourceLinkDialect } from '../../collecting/links/source-link-dialect.ts';
import { readAddress } from './address.ts';

/** Shops choose their own paths; the links of a grid then have the theme's class names. */
const gridLink = /(?:^|\s)woocommerce-(?:LoopProduct-link|loop-product__link)(?:\s|$)/;

const dialect: SourceLinkDialect = {
  linked({ place, attributes }) {
    const said = gridLink.test(attributes.class ?? '') ? 'product' : undefined;
    const { scope, key } = readAddress(place, said);
    return scope === 'product' && !place.searchParams.has('add-to-cart') ? key : null;
  },
  listed: (place) => readAddress(place, 'product').key,
  address: (_, place) => {
    const query = ['p', 'post', 'product'].flatMap((name) => {
      const value = place.searchParams.get(name);
      return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
    });
    return place.origin + place.pathname + (query.length > 0 ? `?${query.join('&')}` : '');
  },
};

/** Returns links to the products on a page of the shop. */
export function sourceLinksOn(html: string, url: URL): SourceLink[] {
  return sourceLinksOnPage(html, url, dialect);
}
