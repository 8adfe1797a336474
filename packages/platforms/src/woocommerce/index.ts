import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';
import { lister } from './list/lister.ts';

export const woocommerce: Platform = {
  id: 'woocommerce',
  name: 'WooCommerce',
  letters: 'Wo',
  hue: '#6B3FA0',
  collector,
  lister,
};
