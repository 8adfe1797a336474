import { collectorOf } from '../collecting/collect.ts';
import { handleLeads } from '../collecting/handle-leads.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/** Reads Shopify shops; apart from what writes to them, which a browser has no use for. */
export const collector = collectorOf(dialect, {
  recognise,
  readPage,
  leadsOn: handleLeads,
  asksForStock: true,
});
