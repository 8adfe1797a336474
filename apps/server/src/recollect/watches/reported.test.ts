import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { feedShop } from '../../../testing/collect/feed-shop.ts';
import { asOwner } from '../../db/database.ts';
import { change } from '../testing.ts';
import { type Alerts, shopAt, watchBench } from './testing.ts';

const { db, tests, create, watch } = await watchBench();
const { ownerId } = tests;

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

function notices() {
  return asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ subject: string; params: object; link: string }>`
      select subject, params, link from notification_due where event = 'source-changed' order by at
    `.execute(owned);
    return rows;
  });
}
