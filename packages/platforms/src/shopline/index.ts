import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';
import { lister } from './list/lister.ts';

export const shopline: Platform = {
  id: 'shopline',
  name: 'SHOPLINE',
  letters: 'Sl',
  hue: '#1B4FA8',
  screens: { categories: 'to-category' },
  collector,
  lister,
};
