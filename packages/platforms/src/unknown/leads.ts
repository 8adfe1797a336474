import type { Lead } from '../collecting/collector.ts';
import { type LeadDialect, leadsOnPage } from '../collecting/page-leads.ts';

/** Words that paths of products bear. */
export const productPath =
  /\/(products?|product-page|produkte?|produits?|productos?|produtos?|prodott[io]|item|items|goods|shop|p|dp|detail)\/[^/]/i;

/** Nobody here knows the shop's paths: what its list names, and links with a picture whose path speaks of products. */
const leads: LeadDialect = {
  linked: ({ place }) => (productPath.test(place.pathname) ? place.pathname : null),
  listed: (place) => (place.pathname === '/' ? null : place.pathname),
  pictured: true,
};

/** The products that a page of any shop leads to. */
export function leadsOn(html: string, url: URL): Lead[] {
  return leadsOnPage(html, url, leads);
}
