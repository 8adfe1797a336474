import type { Product } from '@bowerbird/catalog/product';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { mug, ownProducts, variant } from '../../../testing/products/products.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { deleteProducts, emptyBin, restoreProducts } from '../bin/bin.ts';
import { OpenEditSet } from '../history/edit-sets.ts';
import { writeProducts } from '../write/write.ts';
import { findFacets } from './facets.ts';
import { keptTotal } from './kept-counts.ts';
import { countQueues } from './queues.ts';
import { countSelection } from './selection.ts';

const { db } = await testDatabase();

const values = fc.record({
  status: fc.constantFrom('draft' as const, 'active' as const, 'archived' as const),
  platform: fc.constantFrom('shopify', 'woocommerce', null),
  vendor: fc.constantFrom('Glade', 'Fern', '', null),
  productType: fc.constantFrom('Mugs', 'Lamps', null),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '冬'), { maxLength: 3 }),
  categories: fc.uniqueArray(fc.constantFrom('Home', 'New'), { maxLength: 2 }),
  price: fc.constantFrom('10.00', '5.00', null),
  cost: fc.constantFrom('9.00', '20.00', '1.00', null),
  stock: fc.constantFrom(0, -2, 7, null),
  image: fc.boolean(),
});
type Values = typeof values extends fc.Arbitrary<infer Value> ? Value : never;

/** What merchants and jobs do; `pick`: which of the products there are, by their place. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      made: fc.array(values, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(9), to: values }) },
  fc.record({
    kind: fc.constantFrom('bin', 'restore', 'empty', 'delete', 'merge', 'fold', 'roll back'),
    pick: fc.nat(9),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe('kept counts', () => {
  it('are what counting every product gives, whatever was written', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const ownerId = await testOwner(db);
        await ownProducts(db, ownerId, [mug]);
        for (const each of steps) {
          await take(ownerId, each);
        }

        await asOwner(db, ownerId, (owned) => expectCounts(owned, ownerId));
      }),
      { numRuns: 40 },
    );
  });

  it('are right after many wrote and added up at once, and nobody waited for ever', async () => {
    const ownerId = await testOwner(db);
    const ids = await ownProducts(
      db,
      ownerId,
      Array.from({ length: 40 }, () => mug),
    );
    const writers = ids.slice(0, 8).map(async (id, at) => {
      await ownProducts(db, ownerId, [{ ...mug, tags: [`t${at % 2}`, 'kitchen'] }]);
      await editOne(ownerId, id, { ...mug, status: 'active', tags: [`t${at % 3}`] });
      await fold(ownerId);
      await asOwner(db, ownerId, (owned) =>
        deleteProducts(owned, ownerId, { ids: [ids[39 - at] ?? ''] }, { expected: 1, userId: null }),
      );
    });

    await Promise.all(writers);
    await asOwner(db, ownerId, (owned) => expectCounts(owned, ownerId));
    await fold(ownerId);
    await asOwner(db, ownerId, (owned) => expectCounts(owned, ownerId));
  });

  it('go with their merchant, who has products', async () => {
    const ownerId = await testOwner(db);
    await ownProducts(db, ownerId, [mug, mug]);
    await fold(ownerId);

    await asOwner(db, ownerId, (owned) => owned.deleteFrom('owner').where('id', '=', ownerId).execute());

    const { rows } = await asOwner(db, ownerId, (owned) =>
      sql`select from product_count union all select from product_count_change`.execute(owned),
    );
    expect(rows).toEqual([]);
  });
});

async function take(ownerId: string, each: Step): Promise<void> {
  if (each.kind === 'create') {
    await ownProducts(db, ownerId, each.made.map(productOf));
    return;
  }
  const inBin = ['restore', 'empty'].includes(each.kind);
  const id = await pickOne(ownerId, each.pick, inBin);
  if (each.kind === 'fold') {
    await fold(ownerId);
  } else if (id === undefined) {
    return;
  } else if (each.kind === 'edit') {
    await editOne(ownerId, id, productOf(each.to));
  } else if (each.kind === 'roll back') {
    await asOwner(db, ownerId, async (owned) => {
      await owned.updateTable('product').set({ vendor: 'Nobody' }).where('id', '=', id).execute();
      throw new Error('undone');
    }).catch(() => undefined);
  } else {
    await asOwner(db, ownerId, async (owned) => {
      switch (each.kind) {
        case 'bin':
          return await deleteProducts(owned, ownerId, { ids: [id] }, { expected: 1, userId: null });
        case 'restore':
          return await restoreProducts(owned, ownerId, { ids: [id] });
        case 'empty':
          return await emptyBin(owned, ownerId, { ids: [id] });
        case 'delete':
          return await owned.deleteFrom('product').where('id', '=', id).execute();
        default:
          // A merge or a rule writes several products with one statement.
          return await sql`update product set vendor = 'Merged', margin = coalesce(margin, 0) + 1`.execute(
            owned,
          );
      }
    });
  }
}

function productOf({ platform, price, cost, stock, image, categories, ...fields }: Values): Product {
  return {
    ...mug,
    ...fields,
    categories: categories.map((name) => [name]),
    variants: [variant({ price, cost, stock })],
    images: image ? mug.images : [],
    source:
      platform === null || mug.source === null
        ? null
        : { ...mug.source, platform, shop: `${platform}.example` },
  };
}

async function editOne(ownerId: string, id: string, to: Product): Promise<void> {
  await asOwner(db, ownerId, (owned) => {
    const editSet = OpenEditSet.of(ownerId, { kind: 'edited', userId: null });
    return writeProducts(owned, ownerId, editSet, [id], (product) => ({ ...to, source: product.source }));
  });
}

async function pickOne(ownerId: string, pick: number, inBin: boolean): Promise<string | undefined> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('stored_product')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('binned_at', inBin ? 'is not' : 'is', null)
      .orderBy('id')
      .execute(),
  );
  return rows[pick % Math.max(1, rows.length)]?.id;
}

async function fold(ownerId: string): Promise<void> {
  await asOwner(db, ownerId, (owned) => sql`select fold_product_counts(${ownerId})`.execute(owned));
}

/** Compares every number that is kept with a full count. */
async function expectCounts(owned: OwnerDb, ownerId: string): Promise<void> {
  const facets = await findFacets(owned, ownerId);
  const several = (column: string) =>
    sql<{ value: string; count: number }>`
      select value, count(*)::integer as count from product, unnest(${sql.ref(column)}) as value
      where owner_id = ${ownerId} group by value order by count desc, value`.execute(owned);
  const single = (column: string) =>
    sql<{ value: string; count: number }>`
      select ${sql.ref(column)} as value, count(*)::integer as count from product
      where owner_id = ${ownerId} and ${sql.ref(column)} <> '' group by 1 order by count desc, value`.execute(
      owned,
    );
  const sources = await sql`
    select source_host as value, platform, count(*)::integer as count from product
    where owner_id = ${ownerId} and source_host is not null group by 1, 2 order by count desc, value`.execute(
    owned,
  );
  expect(facets).toEqual({
    tags: (await several('tags')).rows,
    categories: (await several('categories')).rows,
    sources: sources.rows,
    vendors: (await single('vendor')).rows,
    productTypes: (await single('product_type')).rows,
  });
  const filters: ProductFilter[] = [
    {},
    { tags: [] },
    { status: ['draft', 'active'] },
    { status: ['archived'] },
    { platforms: ['shopify'] },
    { sources: ['woocommerce.example', 'shopify.example', 'none'] },
    { vendors: ['Glade', ''] },
    { productTypes: ['Mugs'] },
    { tags: ['冬'] },
    { categories: ['Home', 'Home'] },
  ];
  for (const filter of filters) {
    const counted = await countSelection(owned, ownerId, { filter, except: [] });
    expect([filter, await keptTotal(owned, ownerId, filter)]).toEqual([filter, counted]);
  }
  for (const platform of [undefined, 'woocommerce']) {
    const { counts } = await countQueues(owned, ownerId, platform);
    for (const queue of ['to-edit', 'to-list', 'out-of-stock', 'low-margin'] as const) {
      const filter = { queue, ...(platform === undefined ? {} : { platforms: [platform] }) };
      const counted = await countSelection(owned, ownerId, { filter, except: [] });
      expect([filter, counts[queue]]).toEqual([filter, counted]);
    }
  }
}
