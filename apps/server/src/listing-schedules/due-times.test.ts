import type { Product } from '@bowerbird/catalog/product';
import type { ListingSchedule } from '@bowerbird/contract/listing/schedules';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { editProduct, someProducts } from '../../testing/listing/listing.ts';
import { deleteSchedule, rewriteSchedule } from './change.ts';
import { startDueListings } from './start-due.ts';
import { hourMs, type ScheduleBench, scheduleBench } from './testing/schedule-bench.ts';
import { findSchedules, getSchedule } from './view.ts';

const { db } = await testDatabase();

const call = ({ name, times, timeZone }: ListingSchedule) => ({ name, times, timeZone });

describe('a schedule', () => {
  it('lists at its time, once however many look, and then only what is new or has changed', {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench(db);
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
    const bench = await scheduleBench(db);
    const { id } = await bench.schedule({}, await bench.own(someProducts(1)));

    expect(await bench.after(80, id)).toBe(1);
    expect(await bench.after(0, id)).toBe(0);

    const place = await bench.place(id);
    expect(place?.last?.lateSeconds).toBeGreaterThan(78 * 3600);
    expect(Date.parse(place?.nextAt ?? '')).toBeGreaterThan(bench.clock.wall());
    expect(bench.shop.view().products).toHaveLength(1);
  });

  it("goes by each store's own clock, and a store that is lost pauses alone with its reason", async () => {
    const bench = await scheduleBench(db);
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
    const bench = await scheduleBench(db);
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
    const bench = await scheduleBench(db);
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

  it('that comes once is done then, rests when paused, and is gone when deleted', async () => {
    const bench = await scheduleBench(db);
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
    const bench = await scheduleBench(db);
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
async function otherStore(bench: ScheduleBench, timeZone: string): Promise<string> {
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
