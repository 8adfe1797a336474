import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';

export const aliexpress: Platform = {
  id: 'aliexpress',
  name: 'AliExpress',
  letters: 'Ae',
  hue: '#B43A0B',
  screens: { categories: null, details: 'edit', plugin: true },
  collector,
};
