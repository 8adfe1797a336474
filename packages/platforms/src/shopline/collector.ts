import { collectorOf } from '../collecting/collect.ts';
import { handleLeads } from '../collecting/handle-leads.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/** What reads its shops: all that a browser needs of this platform. */
export const collector = collectorOf(dialect, {
  recognise,
  readPage,
  leadsOn: handleLeads,
  asksForStock: true,
});
