import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { editProduct, listingBench, someProducts } from '../../testing/listing/listing.ts';
import { asOwner } from '../db/database.ts';
import { listAgain } from './again.ts';
import { findFacets, listStates } from './list-states.ts';

const { db } = await testDatabase();

describe('states', () => {
  it('reports refused products by reason, and sends those again that were fixed', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [good, bad] = someProducts(2) as [Product, Product];
    const many = Array.from({ length: 4 }, (_, at) => ({ name: `Option ${at}`, values: ['a'] }));
    const unfit = {
      ...bad,
      options: many,
      variants: [{ ...(bad.variants[0] as Product['variants'][number]), optionValues: ['a', 'a', 'a', 'a'] }],
    };
    const ids = await bench.own([good, unfit]);
    await bench.list(ids);

    const facets = await asOwner(db, bench.ownerId, (owned) => findFacets(owned, bench.ownerId));
    expect(facets.stores[0]?.states.toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
      { state: 'listed', count: 1 },
      { state: 'refused', count: 1 },
    ]);
    const [reason] = facets.reasons;
    await editProduct(bench, ids[1] ?? '', bad);
    const again = await listAgain(
      bench.services,
      bench.ownerId,
      { what: 'refused', reason: reason?.code ?? '' },
      null,
    );
    await bench.work({ runId: again.runIds[0] ?? '', ownerId: bench.ownerId, key: bench.shopId });

    const listed = await asOwner(db, bench.ownerId, (owned) =>
      listStates(owned, bench.ownerId, { limit: 10, state: 'listed' }),
    );
    expect(again.products).toBe(1);
    expect(listed.total).toBe(2);
  });
});
