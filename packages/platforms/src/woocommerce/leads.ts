import type { Lead } from '../collecting/collector.ts';
import { type LeadDialect, leadsOnPage } from '../collecting/page-leads.ts';
import { readAddress } from './address.ts';

/** Shops name their paths as they like; the links of a grid bear the theme's own name then. */
const gridLink = /(?:^|\s)woocommerce-(?:LoopProduct-link|loop-product__link)(?:\s|$)/;

const dialect: LeadDialect = {
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

/** The products that a page of the shop leads to. */
export function leadsOn(html: string, url: URL): Lead[] {
  return leadsOnPage(html, url, dialect);
}
