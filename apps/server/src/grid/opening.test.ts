import type { GridProduct, openGrid } from '@bowerbird/contract/products/grid';
import type { AnswerOf } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import { gridBench, two } from './testing/grid-bench.ts';

const { db } = await testDatabase();
const { own, ask } = await gridBench(db);

describe('opening', () => {
  it('fixes the ids of a filter, and reads rows in the order asked for', async () => {
    const ids = await own([
      { ...mug, tags: ['opened'] },
      { ...two, tags: ['opened'] },
    ]);

    const opened = await ask<AnswerOf<typeof openGrid>>('/grid/open', {
      selection: { filter: { tags: ['opened'] }, except: [] },
    });
    const { products } = await ask<{ products: GridProduct[] }>('/grid/rows', { ids: [...ids, v7()] });

    expect(opened).toEqual({ ids: ids.toSorted().toReversed(), total: 2 });
    expect(products.map(({ id }) => id)).toEqual(ids);
    expect(products[1]).toMatchObject({
      title: two.title,
      seo: two.seo,
      variants: [{ id: 'v1', optionValues: ['S'], price: '10.00' }, { id: 'v2' }],
    });
    expect(products[1]).not.toHaveProperty('descriptionHtml');
  });
});
