import { collectorOf } from '../collecting/collect.ts';
import { withAccess } from '../collecting/own-access.ts';
import type { Platform } from '../platform.ts';
import { openPlatform } from './own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialectOf } from './shop-reader.ts';
import { alibabaCom, china, type Site } from './sites.ts';
import { sourceLinksOn } from './source-links.ts';

export const alibaba: Platform = {
  id: alibabaCom.platform,
  name: 'Alibaba',
  letters: 'Al',
  hue: '#B43A0B',
  collector: collectorAt(alibabaCom),
};

export const alibaba1688: Platform = {
  id: china.platform,
  name: '1688',
  letters: '16',
  hue: '#9A3412',
  collector: collectorAt(china),
};

function collectorAt(site: Site) {
  const collector = collectorOf(dialectOf(site), {
    recognise: async (seen) => recognise(site, seen),
    readPage: (html, url) => readPage(site, html, url),
    sourceLinksOn: (html, url) => sourceLinksOn(site, html, url),
  });
  return withAccess(collector, [openPlatform(site)]);
}
