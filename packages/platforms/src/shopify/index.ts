import { startVisit } from '../http.ts';
import type { Collector, Platform } from '../platform.ts';
import { readAddress } from './address.ts';
import { categoryNodes, listCategories } from './categories.ts';
import { collect } from './collect.ts';
import { lister } from './list.ts';
import { readPage } from './page.ts';
import { preview } from './preview.ts';
import { recognise } from './recognise.ts';

const collector: Collector = {
  recognise,
  preview: (url, _scope, context) => preview(url, context),
  collect,
  readPage,
  async categories(url, context) {
    const { root } = readAddress(url);
    return categoryNodes(await listCategories(startVisit(context), root), root);
  },
};

export const shopify: Platform = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collector,
  lister,
};
