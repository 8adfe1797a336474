import { collectorOf } from '../collecting/collect.ts';
import { withAccess } from '../collecting/own-access.ts';
import type { Platform } from '../platform.ts';
import { leadsOn } from './leads.ts';
import { lister } from './list/lister.ts';
import { restKeys } from './own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const woocommerce: Platform = {
  id: 'woocommerce',
  name: 'WooCommerce',
  letters: 'Wo',
  hue: '#6B3FA0',
  collector: withAccess(collectorOf(dialect, { recognise, readPage, leadsOn }), [restKeys]),
  lister,
};
