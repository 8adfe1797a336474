import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';

export const shoplineTw: Platform = {
  id: 'shopline-tw',
  name: 'SHOPLINE Taiwan',
  letters: 'St',
  hue: '#7A3E9D',
  collector,
};
