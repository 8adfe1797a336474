import type { Platform } from '../platform.ts';
import { alibaba1688Collector, alibabaCollector } from './collect/collector.ts';
import { alibabaCom, china } from './collect/sites.ts';

export const alibaba: Platform = {
  id: alibabaCom.platform,
  name: 'Alibaba',
  letters: 'Al',
  hue: '#B43A0B',
  screens: { collect: 'product-get', categories: 'category-gather', plugin: true },
  collector: alibabaCollector,
};

export const alibaba1688: Platform = {
  id: china.platform,
  name: '1688',
  letters: '16',
  hue: '#9A3412',
  screens: { plugin: true },
  collector: alibaba1688Collector,
};
