import { mug, variant } from '@bowerbird/catalog/testing/products';
import { expect, it } from 'vitest';
import type { Found } from '../db/tables/sources.ts';
import { countFound, gapsIn, partialIn } from './found.ts';

it('counts the fields that pages did not give, over all ways', () => {
  const found: Found = {};
  const page = (unknown: string[]) => ({ ...mug, extra: { page: { unknown } } });

  countFound(found, 'page', page(['variants', 'tags']));
  countFound(found, 'one', page(['tags']));
  countFound(found, 'page', page([]));
  countFound(found, 'list', { ...mug, extra: { page: { unknown: ['stock'] } } });

  expect(partialIn(found)).toEqual([
    { field: 'tags', count: 2 },
    { field: 'variants', count: 1 },
    { field: 'stock', count: 1 },
  ]);
});

it('counts what variants lack and their siblings have, by products and variants, over all ways', () => {
  const found: Found = {};
  const priced = variant('v1', ['Blue', 'S'], { sku: 'A' });
  const bare = (id: string) => variant(id, ['Blue', 'L'], { price: null });

  countFound(found, 'list', { ...mug, variants: [priced, bare('v2'), bare('v3')] });
  countFound(found, 'page', { ...mug, variants: [priced, { ...bare('v2'), sku: 'B' }] });
  countFound(found, 'page', { ...mug, variants: [priced, priced] });
  countFound(found, 'page', { ...mug, variants: [bare('v1')] });

  expect(gapsIn(found)).toEqual([
    { field: 'price', products: 2, variants: 3 },
    { field: 'sku', products: 1, variants: 2 },
  ]);
});
