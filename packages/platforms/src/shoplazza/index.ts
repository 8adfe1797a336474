import { collectorOf } from '../collecting/collect.ts';
import { handleLeads } from '../collecting/handle-leads.ts';
import type { Platform } from '../platform.ts';
import { lister } from './list/lister.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

export const shoplazza: Platform = {
  id: 'shoplazza',
  name: 'Shoplazza',
  letters: 'Sz',
  hue: '#A8420A',
  collector: collectorOf(dialect, { recognise, readPage, leadsOn: handleLeads }),
  lister,
};
