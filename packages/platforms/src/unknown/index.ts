import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';

/**
 * Shops of unknown platforms: reads what a page says about its product in linked data, microdata or Open Graph. Its
 * confidence never exceeds that of a known platform.
 */
export const unknown: Platform = {
  id: 'unknown',
  name: 'Other shops',
  letters: '··',
  hue: '#5B6775',
  screens: { categories: null },
  lastResort: true,
  collector,
};
