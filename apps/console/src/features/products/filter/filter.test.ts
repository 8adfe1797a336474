import { describe, expect, it } from 'vitest';
import { conditionsOf, withCondition, withoutCondition } from '../../../lib/data/product-filter.ts';
import type { ListRequest } from '../queries.ts';
import { queryFromRequest, requestFromQuery } from './filter.ts';

describe('the address of a list', () => {
  it('brings back what was asked', () => {
    const request: ListRequest = {
      filter: { text: '椅子 & co', tags: ['a', 'b'], priceMin: '10.50', stockMax: 0, withoutImages: false },
      sort: 'price',
      direction: 'asc',
    };

    expect(requestFromQuery(new URLSearchParams(queryFromRequest(request)))).toEqual(request);
  });

  it('leaves out what no list understands', () => {
    const query = new URLSearchParams('priceMin=cheap&status=gone&listing=refused&evil=1&sort=colour');

    expect(requestFromQuery(query)).toEqual({
      filter: { listing: 'refused' },
      sort: 'updated',
      direction: 'desc',
    });
  });
});

describe('conditions', () => {
  it('knows which was set last, and a changed one keeps its place', () => {
    const both = withCondition({ tags: ['a'] }, 'price', { priceMin: '5' });
    const changed = withCondition(both, 'tags', { tags: ['a', 'b'] });

    expect(conditionsOf(changed)).toEqual(['tags', 'price']);
    expect(withoutCondition(changed, 'price')).toEqual({ tags: ['a', 'b'] });
  });

  it('takes a bound out when it is emptied', () => {
    const range = { priceMin: '5', priceMax: '9' };

    expect(withCondition(range, 'price', { priceMin: undefined, priceMax: '9' })).toEqual({ priceMax: '9' });
    expect(withCondition(range, 'price', {})).toEqual({});
  });
});
