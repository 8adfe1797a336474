import { collectorOf } from '../collecting/collect.ts';
import type { Platform } from '../platform.ts';
import { lister } from './list.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const shopify: Platform = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collector: collectorOf(dialect, { recognise, readPage }),
  lister,
};
