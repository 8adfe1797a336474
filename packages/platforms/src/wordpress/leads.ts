import type { Lead } from '../collecting/collector.ts';
import { type LeadDialect, leadsOnPage } from '../collecting/page-leads.ts';
import { siteSigns } from '../collecting/wordpress-root.ts';
import { readAddress } from './address.ts';

/** Any path in the site of this folder may be a post: one is told by its link, which says so or stands in a heading. */
function leadsIn(folder: string | undefined): LeadDialect {
  return {
    linked({ place, attributes, inHeading }) {
      const says = /(?:^|\s)bookmark(?:\s|$)/.test(attributes.rel ?? '') || inHeading;
      const { scope, key } = readAddress(place, undefined, folder);
      return says && scope === 'product' ? key : null;
    },
  };
}

/** The posts that a page of the site leads to. */
export function leadsOn(html: string, url: URL): Lead[] {
  return leadsOnPage(html, url, leadsIn(siteSigns(html, url, null).folder ?? undefined));
}
