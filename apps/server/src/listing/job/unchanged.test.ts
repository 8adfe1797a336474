import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';

const { db } = await testDatabase();

/** Counts the pages in which a run reads its open items, by the `limit` of each. */
function pagesRead(): { plugin: KyselyPlugin; limits: number[] } {
  const limits: number[] = [];
  return {
    limits,
    plugin: {
      transformQuery({ node }) {
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"listing_item"')) {
          const { value } = /"limit":.*?"value":(?<value>\d+)/.exec(JSON.stringify(node))?.groups ?? {};
          limits.push(...(value === undefined ? [] : [Number(value)]));
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    },
  };
}

it('a run that finds everything as the store has it goes through in whole parts, not twenty at a time', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(150));
  await bench.list(ids);
  const { plugin, limits } = pagesRead();
  bench.services.db = db.withPlugin(plugin);

  const { counts } = await bench.list(ids);

  const pages = limits.filter((limit) => limit >= 100).length;
  expect(counts).toMatchObject({ listed: 149, refused: 1, waiting: 0 });
  // Pages of twenty, a hundred, the rest, and the empty end, read twice: with twenty at a time there would be ten.
  expect(pages).toBeLessThanOrEqual(6);
});
