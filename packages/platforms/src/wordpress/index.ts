import type { Platform } from '../platform.ts';
import { collector } from './collect/collector.ts';
import { lister } from './list/lister.ts';

export const wordpress: Platform = {
  id: 'wordpress',
  name: 'WordPress',
  letters: 'Wp',
  hue: '#21606E',
  screens: { collect: 'product-sourcing', categories: 'category-gather', copiesTo: 'shopify' },
  collector,
  lister,
};
