import { collectorOf } from '../../collecting/collect.ts';
import type { Collector } from '../../collecting/collector.ts';
import { withAccess } from '../../collecting/own-access.ts';
import { openPlatform } from './api/own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialectOf } from './shop-reader.ts';
import { alibabaCom, china, type Site } from './sites.ts';
import { sourceLinksOn } from './source-links.ts';

/** Collector of alibaba.com: everything that a browser needs of it. */
export const alibabaCollector = collectorAt(alibabaCom);
/** Collector of 1688.com: everything that a browser needs of it. */
export const alibaba1688Collector = collectorAt(china);

function collectorAt(site: Site): Collector {
  const collector = collectorOf(dialectOf(site), {
    recognise: async (seen) => recognise(site, seen),
    readPage: (html, url) => readPage(site, html, url),
    sourceLinksOn: (html, url) => sourceLinksOn(site, html, url),
  });
  return withAccess(collector, [openPlatform(site)]);
}
