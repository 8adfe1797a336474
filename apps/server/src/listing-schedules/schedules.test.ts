import type { Product } from '@bowerbird/catalog/product';
import type { ListingSchedule, ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { editProduct, type ListingBench, listingBench, someProducts } from '../../testing/listing/listing.ts';
import { testPerson } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import type { Action } from '../listing/actions/act.ts';
import { createActionRun, createUndoRun } from '../listing/api/create-actions.ts';
import { deleteSchedule, rewriteSchedule, writeSchedule } from './change.ts';
import { runScheduleNow } from './run-now.ts';
import { startDueListings } from './start-due.ts';
import { findSchedules, getSchedule } from './view.ts';

const { db } = await testDatabase();
const hourMs = 3_600_000;
const zone = 'America/New_York';
const daily = { kind: 'daily' as const };

/** A merchant whose store is in New York's time zone. */
async function scheduleBench() {
  const bench = await listingBench(db, { times: 40 });
  const userId = await testPerson(db, bench.ownerId, 'Annie');
  const owned = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(db, bench.ownerId, work);
  // Due schedules of all merchants are looked for together.
  onTestFinished(() => owned(async (rows) => void (await sql`delete from listing_schedule`.execute(rows))));
  await owned((rows) => sql`update shop set time_zone = ${zone} where id = ${bench.shopId}`.execute(rows));
  // The `Call` that the server passes, as far as schedules use it.
  const call = {
    services: bench.services,
    ownerId: bench.ownerId,
    user: { id: userId },
    db: owned,
  } as unknown as Call;

  const work = (runId: string) => bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });
  const place = async (id: string) => (await owned((rows) => getSchedule(rows, bench.ownerId, id))).places[0];
  return {
    ...bench,
    call,
    owned,
    place,
    runNow: async (id: string) => await work(await runScheduleNow(call, id)),
    async act(act: Action, ids: string[]) {
      const request = { storeIds: [bench.storeId], selection: { ids }, createdBy: null };
      await work(await createActionRun(bench.services, bench.ownerId, act, request));
    },
    undo: async (runId: string) =>
      await work(await createUndoRun(bench.services, bench.ownerId, runId, null)),
    /** What shoppers see. */
    shown: () =>
      bench.shop
        .view()
        .products.flatMap(({ status, title }) => (status === 'ACTIVE' ? [title] : []))
        .sort(),
    schedule: (
      times: Partial<ScheduleTimes>,
      ids: readonly string[],
      storeIds = [bench.storeId],
      more: object = {},
    ) =>
      writeSchedule(call, {
        name: 'Every morning',
        times: { first: hoursOn(bench, 1), repeat: daily, ...times },
        timeZone: 'UTC',
        storeIds,
        selection: ids.length > 0 ? { ids: [...ids] } : { filter: {}, except: [] },
        options: { status: 'active', publish: true, again: true, ...more },
      }),
    /**
     * Advances the clock by `hours`, looks for due schedules, and works on the run that began. Returns how many began.
     */
    async after(hours: number, id: string): Promise<number> {
      bench.clock.jump(hours * hourMs);
      const started = await startDueListings(bench.services);
      const run = (await place(id))?.last?.run;
      if (started > 0 && run) {
        await bench.work({ runId: run.id, ownerId: bench.ownerId, key: bench.shopId });
      }
      return started;
    },
    /** What the last run reported of products that it left unchanged. */
    async leftOut(id: string) {
      const runId = (await place(id))?.last?.run?.id ?? '';
      const items = await owned((rows) =>
        rows
          .selectFrom('listing_item')
          .select(['product_id', 'state', 'fault'])
          .where('run_id', '=', runId)
          .where('state', '<>', 'listed')
          .execute(),
      );
      return items.map(({ product_id, state, fault }) => [product_id, state, fault?.code]).sort();
    },
    async titles(id: string) {
      const runId = (await place(id))?.last?.run?.id ?? '';
      return await owned(async (rows) => {
        const items = await rows
          .selectFrom('listing_item')
          .select('product_id')
          .where('run_id', '=', runId)
          .orderBy('position')
          .execute();
        return items.map(({ product_id }) => product_id);
      });
    },
  };
}
type Bench = Awaited<ReturnType<typeof scheduleBench>>;

/** The local time in New York that many hours from now, to the minute. */
function hoursOn({ clock }: Pick<ListingBench, 'clock'>, hours: number): string {
  const at = new Date(clock.wall() + hours * hourMs);
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return shown.replace(' ', 'T');
}

const call = ({ name, times, timeZone }: ListingSchedule) => ({ name, times, timeZone });

describe('a schedule', () => {
  it('lists at its time, once however many look, and then only what is new or has changed', {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench();
    const products = someProducts(3) as [Product, Product, Product];
    const [first = ''] = await bench.own(products);
    const { id } = await bench.schedule({}, []);
    expect(await startDueListings(bench.services)).toBe(0);

    bench.clock.jump(1.01 * hourMs);
    const looks = await Promise.all([1, 2, 3].map(() => startDueListings(bench.services)));
    const begun = await bench.place(id);
    await bench.work({ runId: begun?.last?.run?.id ?? '', ownerId: bench.ownerId, key: bench.shopId });
    expect(looks.toSorted()).toEqual([0, 0, 1]);
    expect(begun?.last).toMatchObject({ outcome: 'started', lateSeconds: 0 });
    expect(bench.shop.view().products).toHaveLength(3);

    expect(await bench.after(24, id)).toBe(0);
    expect((await bench.place(id))?.last).toMatchObject({ outcome: 'nothing-new', run: null });

    // The state after the upload of an image had an unknown outcome.
    await bench.owned((rows) =>
      sql`update listing set sent_hash = sent_hash || '!' where product_id = ${first}`.execute(rows),
    );
    expect(await bench.after(24, id)).toBe(1);
    expect(await bench.titles(id)).toEqual([first]);

    await editProduct(bench, first, { ...products[0], title: 'Renamed' });
    const [fourth = ''] = await bench.own(someProducts(1, 4));
    expect(await bench.after(24, id)).toBe(1);
    expect((await bench.titles(id)).toSorted()).toEqual([first, fourth].toSorted());
    expect(bench.shop.view().products.map(({ title }) => title)).toContain('Renamed');
    expect(bench.shop.view().products).toHaveLength(4);
  });

  it('that was missed while nothing ran is listed once, late, and says so', { tags: ['slow'] }, async () => {
    const bench = await scheduleBench();
    const { id } = await bench.schedule({}, await bench.own(someProducts(1)));

    expect(await bench.after(80, id)).toBe(1);
    expect(await bench.after(0, id)).toBe(0);

    const place = await bench.place(id);
    expect(place?.last?.lateSeconds).toBeGreaterThan(78 * 3600);
    expect(Date.parse(place?.nextAt ?? '')).toBeGreaterThan(bench.clock.wall());
    expect(bench.shop.view().products).toHaveLength(1);
  });

  it("goes by each store's own clock, and a store that is lost pauses alone with its reason", async () => {
    const bench = await scheduleBench();
    const other = await otherStore(bench, 'Asia/Tokyo');
    const ids = await bench.own(someProducts(1));
    const { id, places } = await bench.schedule({ first: '2030-01-10T09:00' }, ids, [bench.storeId, other]);
    const due = new Map(places.map(({ storeId, nextAt }) => [storeId, nextAt]));
    expect([due.get(bench.storeId), due.get(other)]).toEqual([
      '2030-01-10T14:00:00.000Z',
      '2030-01-10T00:00:00.000Z',
    ]);
    await bench.owned((rows) => sql`update store set state = 'lost' where id = ${other}`.execute(rows));

    bench.clock.jump(Date.parse('2030-01-10T15:00:00Z') - bench.clock.wall());
    expect(await startDueListings(bench.services)).toBe(1);

    const after = await bench.owned((rows) => getSchedule(rows, bench.ownerId, id));
    const lost = after.places.find(({ storeId }) => storeId === other);
    expect(lost).toMatchObject({
      nextAt: null,
      fault: { code: 'store.access-denied' },
      last: { outcome: 'refused' },
    });
    expect(after.places.find(({ storeId }) => storeId !== other)).toMatchObject({
      last: { outcome: 'started' },
      fault: null,
    });
    expect(after.state).toBe('on');
  });

  it('of a frozen merchant pauses with the reason, and continues when a person says so', async () => {
    const bench = await scheduleBench();
    const schedule = await bench.schedule({}, await bench.own(someProducts(1)));
    const freeze = (status: string) =>
      sql`update owner set status = ${status} where id = ${bench.ownerId}`.execute(db);
    await freeze('frozen');

    expect(await bench.after(2, schedule.id)).toBe(0);
    const frozen = await bench.owned((rows) => getSchedule(rows, bench.ownerId, schedule.id));
    await freeze('active');
    expect(await bench.after(48, schedule.id)).toBe(0);
    const freed = await rewriteSchedule(bench.call, schedule.id, { ...call(schedule), on: true });

    expect(frozen).toMatchObject({
      state: 'paused',
      places: [{ nextAt: null, fault: { code: 'owner.frozen' } }],
    });
    expect(freed).toMatchObject({ state: 'on', places: [{ fault: null }] });
    expect(await bench.after(24, schedule.id)).toBe(1);
  });

  it("rests at a store's daily cap and continues; a time that comes meanwhile is left out, and reported", {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench();
    const { id } = await bench.schedule(
      { repeat: { kind: 'hours', every: 1 } },
      await bench.own(someProducts(3)),
    );
    bench.shop.faults.add({ kind: 'daily-cap', value: 'userErrors' });

    await bench.after(1.01, id);
    const rests = await bench.place(id);
    expect(await bench.after(1, id)).toBe(0);
    const reported = await bench.place(id);
    bench.shop.faults.clear();
    await bench.work({ runId: rests?.last?.run?.id ?? '', ownerId: bench.ownerId, key: bench.shopId });

    expect(rests?.last?.run?.state).toBe('held');
    expect(reported?.last).toMatchObject({ outcome: 'still-going', run: { id: rests?.last?.run?.id } });
    expect(bench.shop.view().products).toHaveLength(3);
  });

  it('never makes again what was deleted in the store', { tags: ['slow'] }, async () => {
    const bench = await scheduleBench();
    const { id } = await bench.schedule({}, await bench.own(someProducts(2)));
    await bench.after(1.01, id);
    const [gone] = bench.shop.view().products;
    bench.shop.merchant.remove(gone?.id ?? 0);

    const runId = await runScheduleNow(bench.call, id);
    await bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });
    await bench.after(24, id);

    expect(bench.shop.view().products).toHaveLength(1);
  });

  it('leaves hidden what the merchant delisted, by us or in the store, and says so, until the merchant publishes it', {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench();
    const products = someProducts(3) as [Product, Product, Product];
    const [ours = '', theirs = '', third = ''] = await bench.own(products);
    const { id } = await bench.schedule({}, []);
    await bench.after(1.01, id);
    await bench.act('delist', [ours]);
    const there = bench.shop.view().products.find(({ title }) => title === products[1].title);
    bench.shop.merchant.edit(there?.id ?? 0, { status: 'DRAFT' });
    const rename = async (to: string) => {
      for (const [at, product] of [ours, theirs, third].entries()) {
        await editProduct(bench, product, { ...(products[at] as Product), title: `${to} ${at}` });
      }
    };

    await rename('Spring');
    expect(await bench.after(24, id)).toBe(1);
    expect(bench.shown()).toEqual(['Spring 2']);
    expect(await bench.leftOut(id)).toEqual(
      [ours, theirs].toSorted().map((product) => [product, 'done', 'listing.delisted']),
    );
    expect((await bench.place(id))?.last?.run?.state).toBe('complete');
    expect(await bench.after(24, id)).toBe(0);
    await bench.runNow(id);
    expect(bench.shown()).toEqual(['Spring 2']);

    await bench.act('relist', [ours]);
    bench.shop.merchant.edit(there?.id ?? 0, { status: 'ACTIVE' });
    expect(await bench.after(24, id)).toBe(1);
    expect(bench.shown()).toContain('Spring 0');
    await rename('Summer');
    expect(await bench.after(24, id)).toBe(1);
    expect(bench.shown()).toEqual(['Summer 0', 'Summer 1', 'Summer 2']);
  });

  it('never brings back what was removed or undone by hand, and shows again what was delisted where that is wanted', {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench();
    const products = someProducts(3);
    const [removed = '', delisted = '', undone = ''] = await bench.own(products);
    const titles = new Map([removed, delisted, undone].map((each, at) => [each, products[at]?.title]));
    const { id } = await bench.schedule({}, [removed, delisted]);
    const all = await bench.schedule({}, [], [bench.storeId], { delisted: 'show' });
    await bench.runNow(id);
    const { run } = await bench.list([undone]);
    await bench.undo(run.id);

    await bench.act('remove', [removed]);
    await bench.act('delist', [delisted]);
    await bench.runNow(id);
    expect(bench.shown()).toEqual([]);
    expect(await bench.leftOut(id)).toHaveLength(2);
    await bench.runNow(all.id);
    expect(bench.shown()).toEqual([delisted, undone].map((each) => titles.get(each)).sort());

    await bench.list([removed]);
    expect(bench.shown()).toHaveLength(3);
  });

  it('that comes once is done then, rests when paused, and is gone when deleted', async () => {
    const bench = await scheduleBench();
    const ids = await bench.own(someProducts(1));
    const once = await bench.schedule({ repeat: { kind: 'never' } }, ids);
    const off = await rewriteSchedule(bench.call, once.id, { ...call(once), on: false });
    expect(await bench.after(2, once.id)).toBe(0);
    await rewriteSchedule(bench.call, once.id, { ...call(once), on: true });

    expect(await bench.after(0, once.id)).toBe(1);

    expect(off.state).toBe('paused');
    expect((await bench.owned((rows) => findSchedules(rows, bench.ownerId)))[0]?.state).toBe('done');
    await bench.owned((rows) => deleteSchedule(rows, bench.ownerId, once.id));
    expect(await bench.owned((rows) => findSchedules(rows, bench.ownerId))).toEqual([]);
  });

  it('is refused for a day no calendar has, and as the hundred and first', async () => {
    const bench = await scheduleBench();
    const ids = await bench.own(someProducts(1));
    await expect(bench.schedule({ first: '2027-02-30T10:00' }, ids)).rejects.toThrow('times.first');
    await bench.owned((rows) =>
      sql`insert into listing_schedule (id, owner_id, name, times, time_zone, selection, options)
        select gen_random_uuid(), ${bench.ownerId}::uuid, 'x', '{}', 'UTC', '{}', '{}' from generate_series(1, 100)`.execute(
        rows,
      ),
    );

    await expect(bench.schedule({}, ids)).rejects.toMatchObject({ code: 'schedule.too-many' });
  });
});

/** A second store that nothing is ever sent to. */
async function otherStore(bench: Bench, timeZone: string): Promise<string> {
  const shop = v7();
  const store = v7();
  await bench.owned(async (rows) => {
    const limits = { maximum_variants: 9, maximum_options: 3 };
    await rows
      .insertInto('shop')
      .values({
        id: shop,
        owner_id: bench.ownerId,
        platform: 'shopify',
        identity: shop,
        name: 'Other',
        time_zone: timeZone,
        ...limits,
      })
      .execute();
    await rows
      .insertInto('store')
      .values({
        id: store,
        owner_id: bench.ownerId,
        shop_id: shop,
        name: 'Other',
        domain: 'other.example',
        connection: 'token',
        state: 'ready',
        rights: '[]',
      })
      .execute();
  });
  return store;
}
