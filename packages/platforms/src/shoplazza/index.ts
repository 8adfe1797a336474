import type { Platform } from '../platform.ts';
import { collector } from './collector.ts';
import { lister } from './list/lister.ts';

export const shoplazza: Platform = {
  id: 'shoplazza',
  name: 'Shoplazza',
  letters: 'Sz',
  hue: '#A8420A',
  collector,
  lister,
};
