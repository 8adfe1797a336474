import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { someProducts } from '../../../../testing/listing/listing.ts';
import { type WooBench, wooBench } from '../../../../testing/listing/woo-bench.ts';

const { db } = await testDatabase();

const outageMs = 120_000;

/** The store answers a status to every request that contains these words, for two minutes by its own clock. */
function refuse(bench: WooBench, status: number, matching: string): void {
  const fault: Fault = { kind: 'status', value: status, matching, count: null };
  bench.store.faults.add(fault);
  void bench.clock.sleep(outageMs).then(() => bench.store.faults.clear());
}

describe('a store that refuses all writes for two minutes is sent everything once it takes them again', () => {
  it.each([
    [503, 'products', 'POST /wc/v3/products/batch'],
    [429, 'what makes drafts whole and shows them', '"status":"publish"'],
  ])('with %i to %s', { tags: ['slow'] }, async (status, what, matching) => {
    const bench = await wooBench(db, { name: `moss-${status}-${what.length}`, times: 200 });
    const ids = await bench.own(someProducts(8));
    refuse(bench, status, matching);

    const { run, counts } = await bench.list(ids);

    expect({ state: run.state, listed: counts.listed }).toEqual({ state: 'complete', listed: 8 });
    expect(bench.store.view().products.map((each) => each.status)).toEqual(Array(8).fill('publish'));
  });
});

it('a product that breaks each request it is in is given up, and takes no other with it', {
  tags: ['slow'],
}, async () => {
  const bench = await wooBench(db, { name: 'moss-breaks', times: 200 });
  const products = someProducts(16);
  const ids = await bench.own(products);
  const breaks = `"name":"${products[5]?.title}"`;
  bench.store.faults.add({ kind: 'status', value: 500, matching: breaks, count: null });

  const { counts } = await bench.list(ids);

  expect({ listed: counts.listed, refused: counts.refused }).toEqual({ listed: 15, refused: 1 });
});
