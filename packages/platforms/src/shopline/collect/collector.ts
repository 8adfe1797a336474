import { collectorOf } from '../../collecting/collect.ts';
import { handleSourceLinks } from '../../collecting/links/handle-source-links.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/** Collector of the platform's shops: everything that a browser needs of this platform. */
export const collector = collectorOf(dialect, {
  recognise,
  readPage,
  sourceLinksOn: handleSourceLinks,
  supportsStockRequests: true,
});
