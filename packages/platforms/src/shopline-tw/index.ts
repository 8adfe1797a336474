import { collectorOf } from '../collecting/collect.ts';
import { handleSourceLinks } from '../collecting/handle-source-links.ts';
import type { Platform } from '../platform.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const shoplineTw: Platform = {
  id: 'shopline-tw',
  name: 'SHOPLINE Taiwan',
  letters: 'St',
  hue: '#7A3E9D',
  collector: collectorOf(dialect, { recognise, readPage, sourceLinksOn: handleSourceLinks }),
};
