import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';
import { lister } from './list/lister.ts';

export const shoplazza: Platform = {
  id: 'shoplazza',
  name: 'Shoplazza',
  letters: 'Sz',
  hue: '#A8420A',
  screens: { categories: 'by-collections', plugin: true },
  collector,
  lister,
};
