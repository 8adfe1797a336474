import { collectorOf } from '../collecting/collect.ts';
import type { Platform } from '../platform.ts';
import { leadsOn } from './leads.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const wordpress: Platform = {
  id: 'wordpress',
  name: 'WordPress',
  letters: 'Wp',
  hue: '#21606E',
  collector: collectorOf(dialect, { recognise, readPage, leadsOn }),
};
