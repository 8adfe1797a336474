import type { Lead } from './collector.ts';
import { productAddress, readAddress } from './handle-address.ts';
import { type LeadDialect, leadsOnPage } from './page-leads.ts';

const dialect: LeadDialect = {
  linked({ place }) {
    const { scope, key } = readAddress(place);
    return scope === 'product' ? key : null;
  },
  address: (handle, place) => productAddress(readAddress(place).root, handle),
};

/** The products that a page leads to in a shop whose products stand at `/products/{handle}`. */
export function handleLeads(html: string, url: URL): Lead[] {
  return leadsOnPage(html, url, dialect);
}
