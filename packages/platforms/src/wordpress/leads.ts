import type { Lead } from '../collecting/collector.ts';
import { type LeadDialect, leadsOnPage } from '../collecting/page-leads.ts';
import { dialect as shop } from './shop-reader.ts';

/** Any path may be a post: one is told by its link, which says so or stands in a heading. */
const leads: LeadDialect = {
  linked({ place, attributes, inHeading }) {
    const says = /\bbookmark\b/.test(attributes.rel ?? '') || inHeading;
    const { scope, key } = shop.place(place);
    return says && scope === 'product' ? key : null;
  },
};

/** The posts that a page of the site leads to. */
export function leadsOn(html: string, url: URL): Lead[] {
  return leadsOnPage(html, url, leads);
}
