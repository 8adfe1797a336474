import { mug } from '@bowerbird/catalog/testing/products';
import { expect, it } from 'vitest';
import type { Found } from '../db/tables/sources.ts';
import { countFound, partialIn } from './found.ts';

it('counts the fields that pages did not tell, over all ways', () => {
  const found: Found = {};
  const page = (unknown: string[]) => ({ ...mug, extra: { page: { unknown } } });

  countFound(found, 'page', page(['variants', 'tags']));
  countFound(found, 'one', page(['tags']));
  countFound(found, 'page', page([]));
  countFound(found, 'list', mug);

  expect(partialIn(found)).toEqual([
    { field: 'tags', count: 2 },
    { field: 'variants', count: 1 },
  ]);
});
