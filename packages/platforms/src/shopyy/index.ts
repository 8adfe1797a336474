import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';
import { lister } from './list/lister.ts';

export const shopyy: Platform = {
  id: 'shopyy',
  name: 'Shopyy',
  letters: 'Sy',
  hue: '#0B6E8A',
  collector,
  lister,
};
