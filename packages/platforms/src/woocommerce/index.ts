import { collectorOf } from '../collecting/collect.ts';
import type { Platform } from '../platform.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const woocommerce: Platform = {
  id: 'woocommerce',
  name: 'WooCommerce',
  letters: 'Wo',
  hue: '#6B3FA0',
  collector: collectorOf(dialect, { recognise, readPage }),
};
