import type { Product } from '@bowerbird/catalog/product';
import { firstRiskSettings } from '@bowerbird/catalog/risk/gate';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { type ListingBench, listingBench, someProducts } from '../../testing/listing/listing.ts';
import { mug, ownProducts, testPerson, variant } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { createActionRun } from '../listing/api/create-actions.ts';
import { changedSince } from '../listing-schedules/changed.ts';
import { listProducts } from '../products/list/list.ts';
import { findListingMarks } from '../products/list/listing-marks.ts';
import { getProduct, saveProduct, undoProductChange } from '../products/list/queries.ts';
import { countQueues } from '../products/list/queues.ts';
import { saveRiskSettingsRow } from '../rules/guard.ts';
import { listStates } from './list-states.ts';
import { countChanged, updateChanged } from './update-changed.ts';

const { db } = await testDatabase();

async function listedBench(count: number): Promise<ListingBench & { ids: string[]; userId: string }> {
  const bench = await listingBench(db);
  const userId = await testPerson(db, bench.ownerId, 'Annie');
  const ids = await bench.own(someProducts(count));
  await bench.list(ids);
  return { ...bench, ids, userId };
}

type Listed = Awaited<ReturnType<typeof listedBench>>;

/** Saves one product with these fields changed, as a person would. */
async function edit({ ownerId, userId }: Listed, id: string, fields: Partial<Product>): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const { revision, product } = await getProduct(owned, ownerId, id);
    await saveProduct(owned, ownerId, { id, revision, product: { ...product, ...fields }, userId });
  });
}

const retitle = (bench: Listed, id: string, title: string) => edit(bench, id, { title });

/**
 * Returns the ids that each place that tracks changes names: the list's marks, its filter, the store states, and the
 * schedules.
 */
async function changedOf({ ownerId, shopId, ids }: Listed): Promise<Record<string, string[]>> {
  const reported = await asOwner(db, ownerId, async (owned) => {
    const marks = await findListingMarks(owned, ownerId, ids);
    const request = { sort: 'created', direction: 'asc', limit: 100 } as const;
    const { rows } = await listProducts(owned, ownerId, { ...request, filter: { queue: 'changed' } });
    const states = await listStates(owned, ownerId, { state: 'changed', limit: 100 });
    return {
      marks: ids.filter((id) => marks.get(id)?.[0]?.state === 'changed'),
      filter: rows.map(({ id }) => id),
      states: states.items.map(({ productId }) => productId).sort(),
    };
  });
  const schedules = await changedSince(db, ownerId, { ids }, [shopId]);
  return { ...reported, schedules };
}

const similar = (ids: string[]) => ({ marks: ids, filter: ids, states: ids, schedules: ids });

describe('changed since listed', () => {
  it('an edit after listing is shown everywhere, and updating the store sends it there and clears it', {
    tags: ['slow'],
  }, async () => {
    const bench = await listedBench(3);
    const [, second = ''] = bench.ids;
    expect(await changedOf(bench)).toEqual(similar([]));

    await retitle(bench, second, 'A better name');
    expect(await changedOf(bench)).toEqual(similar([second]));
    const all = { selection: { filter: {}, except: [] } };
    const counted = await asOwner(db, bench.ownerId, (owned) => countChanged(owned, bench.ownerId, all));
    expect(counted).toMatchObject({ products: 1, listings: 1, stores: [{ name: 'Aster', products: 1 }] });

    const { runIds } = await updateChanged(bench.services, bench.ownerId, { ...all, expected: 1 }, null);
    expect(runIds).toHaveLength(1);
    await bench.work({ runId: runIds[0] ?? '', ownerId: bench.ownerId, key: bench.shopId });

    expect(await changedOf(bench)).toEqual(similar([]));
    const titles = bench.shop.view().products.map(({ title }) => title);
    expect(titles.filter((title) => title === 'A better name')).toHaveLength(1);
  });

  it('what no store gets is no change: a status, and an edit that was undone', {
    tags: ['slow'],
  }, async () => {
    const bench = await listedBench(2);
    const { ownerId, userId } = bench;
    const [first = '', second = ''] = bench.ids;
    await edit(bench, first, { status: 'archived' });
    await retitle(bench, second, 'For a moment');
    await asOwner(db, ownerId, async (owned) => {
      const { rows } = await listProducts(owned, ownerId, {
        filter: { listing: 'changed' },
        sort: 'created',
        direction: 'asc',
        limit: 10,
      });
      expect(rows.map(({ id }) => id)).toEqual([second]);
      const change = await owned
        .selectFrom('product_change')
        .select('edit_set_id')
        .where('product_id', '=', second)
        .orderBy('revision', 'desc')
        .executeTakeFirstOrThrow();
      await undoProductChange(owned, ownerId, { id: second, changeId: change.edit_set_id, userId });
      expect((await getProduct(owned, ownerId, second)).revision).toBe(3);
    });

    expect(await changedOf(bench)).toEqual(similar([]));
  });

  it('an edit while the product is on its way into the store is a change', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const userId = await testPerson(db, bench.ownerId, 'Annie');
    const ids = await bench.own(someProducts(1));
    const [id = ''] = ids;
    const listed = { ...bench, ids, userId };
    let edited = false;
    await bench.work(await bench.start(ids), async (point) => {
      if (point === 'intent.after-commit' && !edited) {
        edited = true;
        await retitle(listed, id, 'Just in time');
      }
    });

    expect(edited).toBe(true);
    expect((await changedOf(listed)).filter).toEqual([id]);
  });

  it('begins nothing where another number would be updated than was shown, or where nothing changed', async () => {
    const bench = await listedBench(2);
    const { services, ownerId } = bench;
    const request = { selection: { ids: bench.ids } };
    await expect(updateChanged(services, ownerId, { ...request, expected: 0 }, null)).rejects.toMatchObject({
      code: 'selection.empty',
    });
    for (const id of bench.ids) {
      await retitle(bench, id, `New ${id}`);
    }
    await expect(updateChanged(services, ownerId, { ...request, expected: 1 }, null)).rejects.toMatchObject({
      code: 'selection.changed',
      params: { expected: 1, count: 2 },
    });
    const runs = await asOwner(db, ownerId, (owned) =>
      owned.selectFrom('run').select('id').where('owner_id', '=', ownerId).execute(),
    );
    expect(runs).toHaveLength(1);
  });

  it('an update goes through the price guard: what it stops stays as it was in the store, and changed', {
    tags: ['slow'],
  }, async () => {
    const bench = await listedBench(1);
    const { ownerId, services } = bench;
    await asOwner(db, ownerId, (owned) =>
      saveRiskSettingsRow(owned, ownerId, { ...firstRiskSettings, bannedWords: ['forbidden'] }),
    );
    const [id = ''] = bench.ids;
    await retitle(bench, id, 'A forbidden name');
    const { runIds } = await updateChanged(
      services,
      ownerId,
      { selection: { ids: [id] }, expected: 1 },
      null,
    );
    await bench.work({ runId: runIds[0] ?? '', ownerId, key: bench.shopId });

    expect(bench.shop.view().products.map(({ title }) => title)).not.toContain('A forbidden name');
    expect((await changedOf(bench)).marks).toEqual([id]);
  });

  it('what was delisted is not changed', { tags: ['slow'] }, async () => {
    const bench = await listedBench(1);
    const { services, ownerId, storeId, shopId } = bench;
    const [id = ''] = bench.ids;
    const request = { storeIds: [storeId], selection: { ids: [id] }, createdBy: null };
    const runId = await createActionRun(services, ownerId, 'delist', request);
    await bench.work({ runId, ownerId, key: shopId });
    await retitle(bench, id, 'Unseen');

    expect((await changedOf(bench)).marks).toEqual([]);
    expect((await changedOf(bench)).filter).toEqual([]);
  });
});

describe('work queues', () => {
  it('count what their filters find', async () => {
    const bench = await listedBench(2);
    const { ownerId } = bench;
    await retitle(bench, bench.ids[0] ?? '', 'Changed');
    const products: Product[] = [
      { ...mug, title: 'whole' },
      { ...mug, title: 'no image', images: [] },
      { ...mug, title: 'no price', variants: [variant({ price: '0' })] },
      { ...mug, title: 'no description', descriptionHtml: ' ' },
      { ...mug, title: 'archived', status: 'archived', images: [] },
      { ...mug, title: 'sold out', variants: [variant({ price: '20', cost: '8', stock: 0 })] },
      { ...mug, title: 'thin', variants: [variant({ price: '10', cost: '8.50', stock: 3 })] },
    ];
    await ownProducts(db, ownerId, products);

    const { counts, lowMarginUnder } = await asOwner(db, ownerId, (owned) =>
      countQueues(owned, ownerId, undefined),
    );
    expect(lowMarginUnder).toBe(20);
    expect(counts).toMatchObject({ 'to-edit': 3, 'to-list': 3, changed: 1, rejected: 0, listed: 2 });
    for (const [queue, count] of Object.entries(counts)) {
      const { total } = await asOwner(db, ownerId, (owned) =>
        listProducts(owned, ownerId, {
          filter: { queue: queue as keyof typeof counts },
          sort: 'created',
          direction: 'asc',
          limit: 1,
        }),
      );
      expect([queue, total]).toEqual([queue, count]);
    }
    const titles = async (queue: 'out-of-stock' | 'low-margin') => {
      const { rows } = await asOwner(db, ownerId, (owned) =>
        listProducts(owned, ownerId, { filter: { queue }, sort: 'created', direction: 'asc', limit: 9 }),
      );
      return rows.map(({ title }) => title).filter((title) => products.some((one) => one.title === title));
    };
    expect(await titles('out-of-stock')).toEqual(['sold out']);
    expect(await titles('low-margin')).toEqual(['thin']);
  });

  it('are of one merchant', async () => {
    const ownerId = await testOwner(db);
    const { counts } = await asOwner(db, ownerId, (owned) => countQueues(owned, ownerId, undefined));
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
