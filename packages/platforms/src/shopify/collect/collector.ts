import { collectorOf } from '../../collecting/collect.ts';
import { handleSourceLinks } from '../../collecting/links/handle-source-links.ts';
import { readPage } from './page/page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/** Collector for Shopify shops. Separate from the code that writes to them, which a browser does not need. */
export const collector = collectorOf(dialect, {
  recognise,
  readPage,
  sourceLinksOn: handleSourceLinks,
  supportsStockRequests: true,
});
