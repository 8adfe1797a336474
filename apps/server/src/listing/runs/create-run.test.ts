import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  type ListingBench,
  listingBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { copyProduct } from '../../../testing/products/copied-products.ts';
import { asOwner } from '../../db/database.ts';
import { signalStop } from '../../runs/wanted.ts';
import { checkSelection } from '../api/fit-report.ts';
import { createListingRun, retryListingRun } from './create-run.ts';
import { prepareItems } from './prepare.ts';

const { db, adminUrl } = await testDatabase();
const admin = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: adminUrl, max: 1 }) }),
});
afterAll(() => admin.destroy());

/** Makes the transaction fail that writes the product at this position of a run. */
async function failAt(runId: string, position: number): Promise<void> {
  await sql`
    create or replace function kill_inside() returns trigger language plpgsql as
      $$ begin raise exception 'killed inside'; end $$
  `.execute(admin);
  const condition = `new.run_id = '${runId}' and new.position = ${position}`;
  await sql
    .raw(
      `create trigger killing before insert on listing_item for each row when (${condition}) execute function kill_inside()`,
    )
    .execute(admin);
}

const count = 2345;
const everything = { filter: {}, except: [] };
const options = { status: 'active', publish: true, again: false } as const;

/** A merchant with more products than one transaction writes, all the same. */
async function large(): Promise<ListingBench & { ids: string[] }> {
  const bench = await listingBench(db);
  const [like] = await bench.own(someProducts(1));
  await copyProduct(admin, like ?? '', count - 1);
  const rows = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('product').select('id').orderBy('id').execute(),
  );
  return { ...bench, ids: rows.map(({ id }) => id) };
}

function start({ services, ownerId, storeId }: ListingBench, more: object = {}): Promise<string> {
  return createListingRun(services, ownerId, {
    storeIds: [storeId],
    selection: everything,
    options,
    dryRun: false,
    createdBy: null,
    ...more,
  });
}

async function itemsOf({ ownerId }: ListingBench, runId: string) {
  return await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing_item')
      .select(['product_id', 'position', 'state'])
      .where('run_id', '=', runId)
      .orderBy('position')
      .execute(),
  );
}

it('a run of thousands exists at once with its number, before its products are written', {
  tags: ['slow'],
}, async () => {
  const bench = await large();

  const runId = await start(bench);

  expect(await itemsOf(bench, runId)).toEqual([]);
  const { run, counts, products } = await bench.view(runId);
  expect(run).toMatchObject({ state: 'waiting', total: count });
  expect([counts.waiting, products]).toEqual([count, count]);
});

it.each(['between two transactions', 'inside a transaction'])(
  'a server killed %s while it writes the products of a run leaves none out and doubles none',
  { tags: ['slow'] },
  async (where) => {
    const bench = await large();
    const runId = await start(bench);
    if (where === 'inside a transaction') {
      await failAt(runId, 1500);
    }

    const killed = prepareItems(db, bench.ownerId, runId, {
      onChunk: () => {
        throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const before = await itemsOf(bench, runId);
    if (where === 'inside a transaction') {
      await expect(prepareItems(db, bench.ownerId, runId)).rejects.toThrow('killed inside');
      expect(await itemsOf(bench, runId)).toEqual(before);
      await sql`drop trigger killing on listing_item`.execute(admin);
    }
    const ready = await prepareItems(db, bench.ownerId, runId);

    expect(before).toHaveLength(1000);
    expect(ready).toBe(true);
    const items = await itemsOf(bench, runId);
    expect(items.map(({ product_id }) => product_id)).toEqual(bench.ids);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, place) => place));
  },
);

it('two workers that write the products of one run at the same time write each once', {
  tags: ['slow'],
}, async () => {
  const bench = await large();
  const runId = await start(bench);

  await Promise.all([1, 2].map(() => prepareItems(db, bench.ownerId, runId)));

  const items = await itemsOf(bench, runId);
  expect(items.map(({ product_id }) => product_id)).toEqual(bench.ids);
});

it('cancelled while its products are written, a run writes no more and sends nothing; a retry lists all of them', {
  tags: ['slow'],
}, async () => {
  const bench = await large();
  const runId = await start(bench);
  const prepared = await prepareItems(db, bench.ownerId, runId, {
    onChunk: () => asOwner(db, bench.ownerId, (owned) => signalStop(owned, bench.ownerId, runId, 'cancel')),
  }).catch(() => false);

  await bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });

  expect(prepared).toBe(false);
  const { run, counts } = await bench.view(runId);
  expect([run.state, counts.cancelled, counts.waiting]).toEqual(['cancelled', count, 0]);
  expect(await itemsOf(bench, runId)).toHaveLength(1000);
  expect(bench.shop.view().products).toEqual([]);

  const retry = await retryListingRun(bench.services, bench.ownerId, runId, null);
  await prepareItems(db, bench.ownerId, retry);
  const items = await itemsOf(bench, retry);
  expect((await bench.view(retry)).run.total).toBe(count);
  expect(items.map(({ product_id }) => product_id).sort()).toEqual(bench.ids);
});

it('paused while its products are written, a run goes on where it was', { tags: ['slow'] }, async () => {
  const bench = await large();
  const runId = await start(bench);
  const want = (wanted: 'pause' | 'go') =>
    asOwner(db, bench.ownerId, (owned) =>
      owned.updateTable('run').set({ wanted }).where('id', '=', runId).execute(),
    );
  let chunks = 0;
  const paused = await prepareItems(db, bench.ownerId, runId, {
    onChunk: async () => {
      chunks += 1;
      await (chunks === 1 ? want('pause') : undefined);
    },
  });
  const between = await itemsOf(bench, runId);
  await want('go');

  expect([paused, between.length]).toEqual([false, 1000]);
  expect(await prepareItems(db, bench.ownerId, runId)).toBe(true);
  expect(await itemsOf(bench, runId)).toHaveLength(count);
});

it('lists nothing where a price changed after the merchant looked, and says so at the run', {
  tags: ['slow'],
}, async () => {
  const bench = await large();
  const { mark, products } = await checkSelection(bench.services, bench.ownerId, [bench.storeId], everything);
  const expected = { products, mark };
  const asSeen = await start(bench, { expected });
  const [product] = someProducts(1);
  const edited = product && {
    ...product,
    variants: product.variants.map((each) => ({ ...each, price: '3.33' })),
  };

  expect(await prepareItems(db, bench.ownerId, asSeen)).toBe(true);
  if (edited) {
    await editProduct(bench, bench.ids[2000] ?? '', edited);
  }
  const runId = await start(bench, { expected });
  await bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });

  const { run, counts } = await bench.view(runId);
  expect(run).toMatchObject({ state: 'failed', fault: { code: 'listing.changed-since-check' } });
  expect(counts.waiting).toBe(0);
  expect(bench.shop.view().products).toEqual([]);
  await expect(start(bench, { expected: { ...expected, products: count - 1 } })).rejects.toMatchObject({
    code: 'selection.changed',
  });
});
