import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anotherMerchant } from '../../../testing/api/app.ts';
import { feedShop } from '../../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { preparePlans } from '../../billing/plans.ts';
import { limitTo } from '../../billing/testing/limit-to.ts';
import { asOwner } from '../../db/database.ts';
import { change, recollectTests } from '../testing.ts';
import { startDueWatches } from './due.ts';

const { db } = await testDatabase();
const tests = await recollectTests(db);
const { ownerId, services } = tests;

interface Watch {
  id: string;
  on: boolean;
  nextAt: string | null;
  lastRun: { id: string; state: string } | null;
  fault: { code: string } | null;
  alertCount: number;
  shop: string;
}
interface Alerts {
  items: {
    id: string;
    runId: string;
    kind: string;
    title: string;
    before: string | null;
    after: string | null;
  }[];
  total: number;
  unread: Record<string, number>;
}

const body = (target: object, more: object = {}) => ({
  name: 'Prices',
  everyHours: 24,
  hour: 6,
  timeZone: 'Asia/Shanghai',
  alerts: { pricePercent: 5, stock: true, gone: true },
  target,
  ...more,
});
const shopAt = (host: string) => ({
  kind: 'addresses',
  platform: 'shopify',
  scope: 'shop',
  addresses: [`https://${host}/`],
});
const create = (target: object, more: object = {}) =>
  tests.call<Watch>('POST', '/watches', body(target, more));
const watch = async (id: string) =>
  (await tests.call<Watch[]>('GET', '/watches')).find((each) => each.id === id);
/** Makes the watch due, as if its hour had come yesterday, without changing anything else. */
const makeDue = (id: string) =>
  asOwner(db, ownerId, (owned) =>
    sql`update watch set next_at = next_at - interval '1 day' where id = ${id}`.execute(owned),
  );
const runs = () =>
  asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ id: string }>`select id from run order by id`.execute(owned);
    return rows.map(({ id }) => id);
  });

describe('a watch', () => {
  it('is read when its time comes, once however many workers look, and its next time lies ahead', async () => {
    const { id, nextAt } = await create(shopAt('due.example'));
    await makeDue(id);
    const before = await runs();

    const started = await Promise.all([
      startDueWatches(services),
      startDueWatches(services),
      startDueWatches(services),
    ]);
    await startDueWatches(services);

    const after = await watch(id);
    const fresh = (await runs()).filter((run) => !before.includes(run));
    expect(started.toSorted()).toEqual([0, 0, 1]);
    expect(fresh).toEqual([after?.lastRun?.id]);
    expect(after?.nextAt).toBe(nextAt);
    expect(new Date(after?.nextAt ?? 0).getTime()).toBeGreaterThan(services.clock.wall());
  });

  it('is read however many others before it cannot be', async () => {
    const { id } = await create(shopAt('behind.example'));
    await makeDue(id);
    await asOwner(db, ownerId, (owned) =>
      sql`insert into watch (id, owner_id, name, platform, shop, target, every_hours, hour, time_zone, alerts, next_at)
        select lpad(to_hex(n), 32, '0')::uuid, ${ownerId}::uuid, 'broken', 'shopify', 'x', '{"kind":"addresses","platform":"shopify"}', 24, 6, 'UTC', '{}',
          now() - interval '1 hour' from generate_series(1, 205) as n`.execute(owned),
    );

    await expect(startDueWatches(services)).rejects.toThrow();
    await asOwner(db, ownerId, (owned) => sql`delete from watch where name = 'broken'`.execute(owned));

    expect(await watch(id)).toMatchObject({ lastRun: { state: 'waiting' } });
  });

  it('is left out while it is still being read, and by hand answers the run that reads it', async () => {
    const { id } = await create(shopAt('slow.example'));
    const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);
    await makeDue(id);

    expect(await startDueWatches(services)).toBe(0);
    expect(await tests.call('POST', `/watches/${id}/run`)).toEqual({ runId });
    await tests.work(runId, feedShop(1));
    await makeDue(id);
    expect(await startDueWatches(services)).toBe(1);
    expect((await watch(id))?.lastRun?.id).not.toBe(runId);
  });

  it('that is off is not read, and on again it is at its next time', async () => {
    const { id } = await create(shopAt('off.example'));
    const { target: _unchangeable, ...requested } = body({});

    const off = await tests.call<Watch>('PUT', `/watches/${id}`, { ...requested, on: false });
    const on = await tests.call<Watch>('PUT', `/watches/${id}`, { ...requested, hour: 7, on: true });

    expect([off.on, off.nextAt]).toEqual([false, null]);
    expect(new Date(on.nextAt ?? 0).getUTCHours()).toBe(23);
    await tests.call('DELETE', `/watches/${id}`);
    expect(await watch(id)).toBeUndefined();
  });

  it('of what is claimed reads exactly what is claimed by then', async () => {
    const shop = feedShop(4);
    const ids = await tests.claimed('claims.example', shop);
    await tests.call('POST', '/collect/results/unclaim', { productIds: [ids[2]] });
    const { id } = await create({ kind: 'claimed', platform: 'shopify', shop: 'claims.example' });

    const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);

    expect(await tests.call('GET', `/collect/runs/${runId}`)).toMatchObject({
      scope: 'list',
      addresses: [1, 2, 4].map((number) => `https://claims.example/products/mug-${number}`),
    });
    const none = await create({ kind: 'claimed', platform: 'shopify', shop: 'nobody.example' });
    const { status, body: failure } = await tests.send('POST', `/watches/${none.id}/run`);
    expect([status, failure.code]).toEqual([422, 'watch.nothing-claimed']);
  });

  it('of a frozen merchant starts nothing, says why, and continues once they are free', async () => {
    const { id } = await create(shopAt('frozen.example'));
    await makeDue(id);
    const freeze = (status: string) =>
      sql`update owner set status = ${status} where id = ${ownerId}`.execute(db);
    await freeze('frozen');
    const before = await runs();

    await startDueWatches(services);
    const frozen = await watch(id);
    await freeze('active');
    await makeDue(id);
    await startDueWatches(services);

    expect(frozen).toMatchObject({ on: true, lastRun: null, fault: { code: 'owner.frozen' } });
    expect(await watch(id)).toMatchObject({ lastRun: { state: 'waiting' }, fault: null });
    expect((await runs()).length).toBe(before.length + 1);
  });

  it('of known products continues when the plan allows nothing new, and one that may bring new ones says so', async () => {
    const shop = feedShop(2);
    await tests.claimed('plan.example', shop);
    const known = await create({ kind: 'claimed', platform: 'shopify', shop: 'plan.example' });
    const whole = await create(shopAt('plan.example'));
    await limitTo(db, { 'collected-per-month': 0 });
    await makeDue(known.id);
    await makeDue(whole.id);

    await startDueWatches(services);
    await preparePlans(db, false);

    expect(await watch(known.id)).toMatchObject({ lastRun: { state: 'waiting' }, fault: null });
    expect(await watch(whole.id)).toMatchObject({ lastRun: null, fault: { code: 'quota.exceeded' } });
  });

  it('is refused for a place without a clock and a platform without a collector', async () => {
    const status = async (target: object, more = {}) =>
      (await tests.send('POST', '/watches', body(target, more))).status;

    expect(await status(shopAt('zone.example'), { timeZone: 'Mars/Olympus' })).toBe(400);
    expect(await status({ ...shopAt('zone.example'), platform: 'nothing' })).toBe(400);
    expect(await status({ ...shopAt('zone.example'), addresses: ['no address'] })).toBe(422);
    expect(await status({ kind: 'claimed', platform: 'nothing', shop: 'x' })).toBe(400);
  });

  it('is one of a hundred at the most', async () => {
    const there = (await tests.call<Watch[]>('GET', '/watches')).length;
    const answers = [];
    for (let index = there; index < 101; index += 1) {
      answers.push((await tests.send('POST', '/watches', body(shopAt(`w${index}.example`)))).body.code);
    }

    expect(answers.filter((code) => code !== undefined)).toEqual(['watch.too-many']);
    await asOwner(db, ownerId, (owned) => sql`delete from watch`.execute(owned));
  });

  it("is nobody else's", async () => {
    const { id } = await create(shopAt('mine.example'));
    const unmanaged = await tests.signIn(await anotherMerchant(db, 'ben'));
    const { target: _unchangeable, ...requested } = body({});

    expect((await tests.send('GET', '/watches', undefined, unmanaged)).body.data).toEqual([]);
    expect((await tests.send('POST', `/watches/${id}/run`, {}, unmanaged)).status).toBe(404);
    expect((await tests.send('PUT', `/watches/${id}`, { ...requested, on: false }, unmanaged)).status).toBe(
      404,
    );
    expect((await tests.send('DELETE', `/watches/${id}`, undefined, unmanaged)).status).toBe(404);
    expect(await watch(id)).toMatchObject({ on: true });
  });
});

describe('what a watch reports', () => {
  it('is each price that moved far enough, what sold out or went, and what is back, each once', async () => {
    const shop = feedShop(6);
    const ids = await tests.claimed('notified.example', shop);
    const { id } = await create(shopAt('notified.example'));
    const read = async () => {
      const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);
      await tests.work(runId, shop);
      return runId;
    };
    await read();
    expect((await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}`)).total).toBe(0);

    change(shop, 0, { price: '10.00' });
    change(shop, 1, { price: '13.20' });
    change(shop, 2, { price: '13.60' });
    change(shop, 3, { available: false });
    const [gone] = shop.products.splice(5, 1);
    const runId = await read();

    const reported = await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}`);
    expect(
      reported.items.map(({ kind, title, before, after }) => [kind, title, before, after]).toSorted(),
    ).toEqual([
      ['gone', 'Stoneware mug 6', null, null],
      ['price-down', 'Stoneware mug 1', '11.50', '10.00'],
      ['price-up', 'Stoneware mug 2', '12.50', '13.20'],
      ['sold-out', 'Stoneware mug 4', null, null],
    ]);
    expect(reported.unread).toEqual({ gone: 1, 'price-down': 1, 'price-up': 1, 'sold-out': 1 });
    expect((await watch(id))?.alertCount).toBe(4);
    expect(await notices()).toMatchObject([
      {
        subject: runId,
        link: '/collect/watches?tab=alerts',
        params: { shop: 'notified.example', products: 4, down: 1, up: 1, out: 1, back: 0, gone: 1 },
      },
    ]);
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({ products: { gone: 1 } });

    await read();
    expect((await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}`)).total).toBe(4);

    change(shop, 3, { available: true });
    shop.products.push(gone ?? {});
    await read();
    const back = await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}&kind=back`);
    expect(back.items.map(({ title }) => title).toSorted()).toEqual(['Stoneware mug 4', 'Stoneware mug 6']);
    expect(ids).toHaveLength(6);

    expect(await tests.call('POST', '/watches/alerts/read', { ids: [back.items[0]?.id] })).toEqual({
      read: 1,
    });
    expect((await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}&unread=true`)).total).toBe(5);
    const upTo = new Date(Date.now() + 1000).toISOString();
    expect(await tests.call('POST', '/watches/alerts/read', { upTo })).toEqual({ read: 5 });
  });

  it('is that a page is gone, when its sources are read one by one', async () => {
    const shop = feedShop(3);
    const ids = await tests.claimed('pages.example', shop);
    shop.products.splice(1, 1);

    const { runIds } = await tests.call<{ runIds: string[] }>('POST', '/recollect', {
      what: { productIds: ids },
    });
    await tests.work(runIds[0] ?? '', shop);

    const reported = await tests.call<Alerts>('GET', '/watches/alerts?unread=true');
    expect(reported.items.map(({ kind, title }) => [kind, title])).toEqual([['gone', 'Stoneware mug 2']]);
    expect(await tests.call('GET', `/recollect/runs/${runIds[0]}`)).toMatchObject({ products: { gone: 1 } });
  });

  it('is not that something is gone that only left the category that is watched', async () => {
    let shown = 3;
    const shop = feedShop(3, {
      instead(url) {
        const page = Number(url.searchParams.get('page') ?? 1);
        return url.pathname === '/collections/new/products.json'
          ? Response.json({ products: page === 1 ? shop.products.slice(0, shown) : [] })
          : undefined;
      },
    });
    await tests.claimed('moved.example', shop);
    const { id } = await create({
      ...shopAt('moved.example'),
      scope: 'category',
      addresses: ['https://moved.example/collections/new'],
    });
    const read = async () => {
      const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);
      expect(await tests.work(runId, shop)).toMatchObject({ state: 'complete', done: shown });
    };

    await read();
    shown = 2;
    await read();

    expect((await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}`)).items).toEqual([]);
  });

  it('is nothing of the neighbours, where one store of a marketplace was read whole', async () => {
    const shop = feedShop(3);
    await tests.claimed('market.example', shop);
    const neighbours = shop.products.splice(1);
    const target = { ...shopAt('market.example'), addresses: ['https://market.example/store/7'] };
    const { id } = await create(target);
    const read = async () => {
      const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);
      expect(await tests.work(runId, shop)).toMatchObject({ state: 'complete' });
      const reported = await tests.call<Alerts>('GET', `/watches/alerts?watchId=${id}`);
      return reported.items.map(({ kind, title }) => [kind, title]);
    };

    expect(await read()).toEqual([]);
    shop.products.push(...neighbours);
    await read();
    shop.products.splice(2, 1);
    // Only products of this store the last time are reported as gone.
    expect(await read()).toEqual([['gone', 'Stoneware mug 3']]);
  });

  it('is not that something can be had again, where another way of reading does not say', async () => {
    const shop = feedShop(2, {
      instead(url) {
        const handle = /^\/products\/(.+)\.json$/.exec(url.pathname)?.[1];
        const good = shop.products.find((each) => each.handle === handle);
        const variants = ((good?.variants ?? []) as object[]).map((each) => ({
          ...each,
          available: undefined,
        }));
        return good && Response.json({ product: { ...good, title: `${good.title}, new`, variants } });
      },
    });
    change(shop, 0, { available: false });
    const ids = await tests.claimed('unsaid.example', shop);

    const { runIds } = await tests.call<{ runIds: string[] }>('POST', '/recollect', {
      what: { productIds: ids },
    });
    await tests.work(runIds[0] ?? '', shop);

    expect(await tests.titles(ids)).toEqual(['Stoneware mug 1, new', 'Stoneware mug 2, new']);
    const { items } = await tests.call<Alerts>('GET', '/watches/alerts?limit=200');
    expect(items.filter(({ runId }) => runId === runIds[0])).toEqual([]);
  });
});

describe('reading again by hand', () => {
  it('makes one run for each source, of what was chosen and can be read', async () => {
    await tests.claimed('one.example', feedShop(2));
    await tests.claimed('other.example', feedShop(3));
    const filter = { sources: ['one.example', 'other.example'] };

    const { runIds } = await tests.call<{ runIds: string[] }>('POST', '/recollect', {
      what: { collected: { filter, except: [] } },
    });

    const requested = await Promise.all(
      runIds.map((id) => tests.call<{ shop: string; addresses: string[] }>('GET', `/collect/runs/${id}`)),
    );
    expect(requested.map(({ shop, addresses }) => [shop, addresses.length])).toEqual([
      ['one.example', 2],
      ['other.example', 3],
    ]);
    const again = await tests.call<{ runIds: string[] }>('POST', '/recollect', {
      what: { runId: runIds[0] },
    });
    expect(await tests.call('GET', `/collect/runs/${again.runIds[0]}`)).toMatchObject({
      shop: 'one.example',
    });
    const none = { what: { collected: { filter: { sources: ['nowhere.example'] }, except: [] } } };
    expect((await tests.send('POST', '/recollect', none)).body.code).toBe('selection.empty');
  });
});

function notices() {
  return asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ subject: string; params: object; link: string }>`
      select subject, params, link from notification_due where event = 'source-changed' order by at
    `.execute(owned);
    return rows;
  });
}
