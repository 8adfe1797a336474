import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { type ListingBench, listingBench, someProducts } from '../../testing/listing/listing.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { saveEditSet } from '../products/history/edit-sets.ts';
import { saveRecords } from '../products/history/history.ts';
import type { Services } from '../services/services.ts';
import { follow, saveFollowing } from './following.ts';

const { db } = await testDatabase();

const hourMs = 3_600_000;

interface Followed extends ListingBench {
  ids: string[];
}

/** A merchant whose store follows its sources and has `count` products listed at their first revision. */
async function followed(count: number, everyHours = 0): Promise<Followed> {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(count));
  await asOwner(db, bench.ownerId, async (owned) => {
    await owned
      .insertInto('listing')
      .values(
        ids.map((id) => ({
          id: v7(),
          owner_id: bench.ownerId,
          product_id: id,
          shop_id: bench.shopId,
          key: `bb-${id}`,
          state: 'listed' as const,
          token: v7(),
          store_product_id: `gid://shopify/Product/${id}`,
          published: true,
          wanted_revision: 1,
          listed_revision: 1,
        })),
      )
      .execute();
    const following = { what: 'all', everyHours } as const;
    const at = { now: new Date(bench.services.clock.wall()), userId: null };
    await saveFollowing(owned, bench.ownerId, [bench.storeId], following, at);
  });
  return { ...bench, ids };
}

/** Writes what a merge of re-collected products writes: they follow their source to this revision. */
async function followSource(
  owned: OwnerDb,
  { ownerId }: Pick<Followed, 'ownerId'>,
  ids: readonly string[],
  revision = 2,
): Promise<void> {
  const editSetId = await saveEditSet(owned, ownerId, { kind: 'followed', userId: null });
  await sql`update product set revision = ${revision} where id = any(${ids}::uuid[])`.execute(owned);
  for (const productId of ids) {
    const cells = [{ path: 'variants/v1/price', before: '1.00', after: '2.00' }];
    await saveRecords(owned, ownerId, editSetId, [{ productId, revision, cells }]);
  }
}

function sourceChanges(bench: Followed, ids: readonly string[], revision = 2): Promise<void> {
  return asOwner(db, bench.ownerId, (owned) => followSource(owned, bench, ids, revision));
}

function look({ services, ownerId, shopId }: Followed, atMost = 10): Promise<string[]> {
  return follow(services, ownerId, shopId, { atMost });
}

/** Ends all runs of the merchant as if a worker had listed their products, at the current revisions. */
async function listAll({ ownerId }: Followed): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    await sql`
      update listing set listed_revision = product.revision from product, listing_item as item, run
      where listing.owner_id = ${ownerId} and product.id = listing.product_id and item.product_id = product.id
        and run.id = item.run_id and run.state = 'waiting'
    `.execute(owned);
  });
  await endAll({ ownerId });
}

/** Ends all runs of the merchant; their open products stay as they were. */
async function endAll({ ownerId }: Pick<Followed, 'ownerId'>): Promise<void> {
  await asOwner(db, ownerId, (owned) =>
    sql`update run set state = 'partial' where owner_id = ${ownerId} and state = 'waiting'`.execute(owned),
  );
}

/** Returns the products of all listing runs but `except`, once for each run that has them. */
async function takenUp({ ownerId }: Followed, except = ''): Promise<string[]> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing_item')
      .select(['product_id', 'run_id'])
      .where('owner_id', '=', ownerId)
      .execute(),
  );
  return rows.flatMap(({ product_id, run_id }) => (run_id === except ? [] : [product_id])).sort();
}

/** Follows until nothing is left, each run listed before the next pass; returns how many runs there were. */
async function lookUntilDone(bench: Followed, atMost = 10): Promise<number> {
  for (let runs = 0; ; ) {
    const started = await look(bench, atMost);
    if (started.length === 0) {
      return runs;
    }
    runs += started.length;
    await listAll(bench);
    bench.clock.jump(hourMs);
  }
}

describe('following the sources', () => {
  it('lists every change though one look takes up a part only, and none twice', async () => {
    const bench = await followed(35);
    await sourceChanges(bench, bench.ids);

    expect(await lookUntilDone(bench)).toBe(4);
    expect(await takenUp(bench)).toEqual(bench.ids.toSorted());
  });

  it('takes up the rest as soon as the first part is listed, not hours later', async () => {
    const bench = await followed(15, 24);
    await sourceChanges(bench, bench.ids);
    expect(await look(bench)).toEqual([]);
    bench.clock.jump(25 * hourMs);

    expect(await look(bench)).toHaveLength(1);
    expect(await look(bench)).toEqual([]);
    await listAll(bench);
    expect(await look(bench)).toHaveLength(1);
    await listAll(bench);

    expect(await takenUp(bench)).toEqual(bench.ids.toSorted());
    await sourceChanges(bench, bench.ids.slice(0, 1), 3);
    expect(await look(bench)).toEqual([]);
  });

  it('lists a change that is committed long after a look, under an earlier time', async () => {
    const bench = await followed(2);
    const [early = '', late = ''] = bench.ids;
    const wrote = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const writing = asOwner(db, bench.ownerId, async (owned) => {
      await followSource(owned, bench, [late]);
      wrote.resolve();
      await commit.promise;
    });
    await wrote.promise;
    await sourceChanges(bench, [early]);
    expect(await lookUntilDone(bench)).toBe(1);
    bench.clock.jump(hourMs);
    expect(await look(bench)).toEqual([]);
    commit.resolve();
    await writing;

    expect(await lookUntilDone(bench)).toBe(1);
    expect(await takenUp(bench)).toEqual([early, late].toSorted());
  });

  it('continues where a look was killed: nothing is lost, and nothing is listed twice', async () => {
    const bench = await followed(20);
    const { ownerId, shopId, services } = bench;
    const drafts = await listedAsDrafts(bench, bench.ids.slice(0, 10));
    await sourceChanges(bench, bench.ids);
    const killed = Promise.withResolvers<void>();
    const dying: Services = {
      ...services,
      jobs: {
        ...services.jobs,
        wake: () => {
          killed.resolve();
          return new Promise(() => undefined);
        },
      },
    };
    void follow(dying, ownerId, shopId, { atMost: 100 });
    await killed.promise;

    bench.clock.jump(hourMs);
    expect(await look(bench, 100)).toEqual([]);
    await listAll(bench);
    expect(await lookUntilDone(bench, 100)).toBe(1);
    expect(await takenUp(bench, drafts)).toEqual(bench.ids.toSorted());
  });

  it('of two that look at once, one starts the run', async () => {
    const bench = await followed(10);
    await sourceChanges(bench, bench.ids);

    await Promise.all([look(bench), look(bench), look(bench)]);
    await listAll(bench);
    await lookUntilDone(bench);

    expect(await takenUp(bench)).toEqual(bench.ids.toSorted());
  });

  it('takes up what a store rejects once, until the source changes again', async () => {
    const bench = await followed(3);
    await sourceChanges(bench, bench.ids);
    expect(await look(bench)).toHaveLength(1);
    await endAll(bench);
    expect(await look(bench)).toEqual([]);

    const [again = ''] = bench.ids;
    await sourceChanges(bench, [again], 3);
    expect(await look(bench)).toHaveLength(1);
    expect(await takenUp(bench)).toEqual([...bench.ids, again].toSorted());
  });

  it('waits for a product that is on its way into the store with what the source had before', async () => {
    const bench = await followed(1);
    const [id = ''] = bench.ids;
    const set = (change: { state: 'intended' | 'listed' }) =>
      asOwner(db, bench.ownerId, (owned) =>
        owned.updateTable('listing').set(change).where('product_id', '=', id).execute(),
      );
    await set({ state: 'intended' });
    await sourceChanges(bench, [id]);
    expect(await look(bench)).toEqual([]);
    bench.clock.jump(hourMs);
    expect(await look(bench)).toEqual([]);
    await set({ state: 'listed' });

    expect(await look(bench)).toHaveLength(1);
    expect(await takenUp(bench)).toEqual([id]);
  });

  it('keeps one change of a product while its run is held up, however often the source changes', async () => {
    const bench = await followed(2);
    const [often = ''] = bench.ids;
    await sourceChanges(bench, bench.ids);
    expect(await look(bench)).toHaveLength(1);
    for (const revision of [3, 4, 5]) {
      await sourceChanges(bench, [often], revision);
      expect(await look(bench)).toEqual([]);
    }
    const queued = await asOwner(db, bench.ownerId, (owned) =>
      owned
        .selectFrom('followed_change')
        .select(['product_id', 'revision'])
        .where('owner_id', '=', bench.ownerId)
        .execute(),
    );
    expect(queued).toEqual([{ product_id: often, revision: 5 }]);
  });

  it('lists no edit of the merchant, and of a source that renames a product nothing where prices alone are followed', async () => {
    const bench = await followed(2);
    const [edited = '', renamed = ''] = bench.ids;
    const { ownerId, storeId } = bench;
    await asOwner(db, ownerId, async (owned) => {
      const at = { now: new Date(bench.services.clock.wall()), userId: null };
      await saveFollowing(owned, ownerId, [storeId], { what: 'amounts', everyHours: 0 }, at);
      for (const [kind, productId, path] of [
        ['edited', edited, 'variants/v1/price'],
        ['followed', renamed, 'title'],
      ] as const) {
        const editSetId = await saveEditSet(owned, ownerId, { kind, userId: null });
        const cells = [{ path, before: '1', after: '2' }];
        await saveRecords(owned, ownerId, editSetId, [{ productId, revision: 2, cells }]);
      }
    });

    expect(await look(bench)).toEqual([]);
  });

  it('leaves what the plan refuses for its next time, and says why', async () => {
    const bench = await followed(2);
    await sourceChanges(bench, bench.ids);
    const setState = (state: 'ready' | 'lost') =>
      asOwner(db, bench.ownerId, (owned) =>
        owned.updateTable('store').set({ state }).where('id', '=', bench.storeId).execute(),
      );
    await setState('lost');
    expect(await look(bench)).toEqual([]);
    const { fault } = await asOwner(db, bench.ownerId, (owned) =>
      owned
        .selectFrom('store_following')
        .select('fault')
        .where('shop_id', '=', bench.shopId)
        .executeTakeFirstOrThrow(),
    );
    expect(fault).toMatchObject({ code: 'store.access-denied' });

    await setState('ready');
    expect(await lookUntilDone(bench)).toBe(1);
    expect(await takenUp(bench)).toEqual(bench.ids.toSorted());
  });
});

/**
 * Lists these as drafts, by the ledger alone: products listed with different options go in another run. Returns their
 * run.
 */
async function listedAsDrafts({ ownerId, shopId, start }: Followed, ids: readonly string[]): Promise<string> {
  const { runId } = await start(ids, { status: 'draft', publish: false });
  await asOwner(db, ownerId, (owned) =>
    sql`
      update listing_item as item set listing_id = listing.id from listing
      where item.run_id = ${runId} and listing.product_id = item.product_id and listing.shop_id = ${shopId}
    `.execute(owned),
  );
  await endAll({ ownerId });
  return runId;
}
