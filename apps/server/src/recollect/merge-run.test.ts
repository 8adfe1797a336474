import { fieldsOf } from '@bowerbird/catalog/change/cell';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { mergeRun } from './merge-run.ts';
import { change, recollectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await recollectTests(db);
const { ownerId, services } = tests;
const doubled = [{ kind: 'multiply-price' as const, by: '2' }];
const titled = (value: string) => [{ kind: 'set-field' as const, field: 'title' as const, value }];

describe('a run that reads claimed products again', () => {
  it('brings them up to the source with the rules they were claimed with, and counts', async () => {
    const shop = feedShop(5);
    const ids = await tests.claimed('follow.example', shop, doubled);
    await tests.edit(ids[3] ?? '', titled('Mine'));
    change(shop, 0, { title: 'Mug, new', price: '20.00' });

    const runId = await tests.again('follow.example', shop);

    const [first = ''] = ids;
    const detail = await tests.product(first);
    const history = await tests.call<{ kind: string; cells: { path: string }[] }[]>(
      'GET',
      `/products/${first}/history`,
    );
    expect([detail.product.title, detail.product.variants[0]?.price, detail.revision]).toEqual([
      'Mug, new',
      '40.00',
      2,
    ]);
    expect(history[0]).toMatchObject({ kind: 'followed', by: null });
    expect(fieldsOf(history[0]?.cells ?? [])).toEqual(['title', 'variants']);
    expect(detail.origins.find(({ field }) => field === 'title')).toMatchObject({ from: 'source' });
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({
      run: { state: 'complete' },
      products: { unchanged: 3, followed: 1, kept: 1, undecided: 0, gone: 0 },
      fieldsUndecided: 0,
      editSetId: expect.any(String),
    });
    expect(await tests.call('GET', `/recollect/runs/${runId}/followed`)).toMatchObject({
      total: 1,
      items: [{ productId: first, undone: false, cells: [{ path: 'title', after: 'Mug, new' }, {}] }],
    });
    expect((await tests.product(ids[1] ?? '')).revision).toBe(1);
  });

  it('adds the category that a claimed product is met in, though nothing else changed', async () => {
    const shop = feedShop(2, {
      instead: (url) =>
        url.pathname === '/collections/new/products.json'
          ? Response.json({ products: url.searchParams.get('page') === '1' ? shop.products.slice(0, 1) : [] })
          : undefined,
    });
    const [id = ''] = await tests.claimed('placed.example', shop);
    const runId = await tests.start('https://placed.example/collections/new', 'category');

    await tests.work(runId, shop);
    const placed = (await tests.product(id)).product.categories;
    await tests.again('placed.example', shop);

    expect(placed).toEqual([['new']]);
    expect((await tests.product(id)).product.categories).toEqual([['new']]);
  });

  it('writes nothing for one that brings only new products, and reports nothing of it', async () => {
    const shop = feedShop(3);

    const runId = await tests.again('fresh.example', shop);

    const { status } = await tests.send('GET', `/recollect/runs/${runId}`);
    expect(status).toBe(404);
    expect(await count(sql`edit_set where run_id = ${runId}`)).toBe(0);
  });

  it('stopped between two batches continues and ends with the same, each product followed once', {
    tags: ['slow'],
  }, async () => {
    const shop = feedShop(230);
    const ids = await tests.claimed('many.example', shop);
    const more = await tests.call<{ productIds: string[] }>('POST', '/collect/results/claim', {
      selection: {
        ids: await tests.everyId({ sources: ['many.example'], state: 'unclaimed' }, 'collected', 60),
      },
    });
    shop.products.forEach((_, at) => {
      change(shop, at, { title: `Renamed ${at}` });
    });
    const runId = await tests.start('https://many.example/', 'shop');
    const server = new AbortController();
    let looks = 0;
    const killed = tests.work(
      runId,
      shop,
      (run, control) => {
        const throwIfAborted = () => {
          looks += 1;
          if (looks === 2) {
            server.abort();
          }
          control.signal.throwIfAborted();
        };
        // The code uses only this part of a signal.
        return mergeRun(services, run, { signal: { throwIfAborted } as AbortSignal });
      },
      server,
    );

    await expect(killed).rejects.toThrow('stopped');
    const midway = await count(
      sql`product_change join edit_set on edit_set.id = edit_set_id where run_id = ${runId}`,
    );
    const requested = shop.requested.length;
    const run = await tests.work(runId, shop);

    expect([...ids, ...more.productIds]).toHaveLength(230);
    expect(midway).toBe(100);
    expect(shop.requested.length).toBe(requested);
    expect(run).toMatchObject({ state: 'complete', done: 230 });
    expect(
      await count(sql`product_change join edit_set on edit_set.id = edit_set_id where run_id = ${runId}`),
    ).toBe(230);
    expect(await count(sql`edit_set where run_id = ${runId}`)).toBe(1);
    expect(await count(sql`product where title like 'Renamed %' and revision = 2`)).toBe(230);
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({
      products: { followed: 230, unchanged: 0 },
    });
  });

  it('worked on by two at once follows once', async () => {
    const shop = feedShop(120);
    await tests.claimed('two.example', shop);
    shop.products.forEach((_, at) => {
      change(shop, at, { title: `Two ${at}` });
    });
    const runId = await tests.start('https://two.example/', 'shop');
    await tests.work(runId, shop, async () => undefined);

    await Promise.all([mergeRun(services, { ownerId, runId }), mergeRun(services, { ownerId, runId })]);
    await mergeRun(services, { ownerId, runId });

    expect(await count(sql`product where title like 'Two %' and revision = 2`)).toBe(120);
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({
      products: { followed: 120 },
    });
  });

  it('makes up for one that was cancelled before it could merge', async () => {
    const shop = feedShop(3);
    const ids = await tests.claimed('makeup.example', shop);
    change(shop, 1, { title: 'Late' });
    const cancelled = await tests.start('https://makeup.example/', 'shop');
    await tests.work(cancelled, shop, async () => undefined);

    await tests.again('makeup.example', shop);

    expect((await tests.titles(ids))[1]).toBe('Late');
  });

  it('asks about every difference where the reading of the claim is not kept any more', async () => {
    const shop = feedShop(1);
    const [id = ''] = await tests.claimed('pruned.example', shop);
    change(shop, 0, { title: 'Newer' });
    const runId = await tests.start('https://pruned.example/', 'shop');
    await tests.work(runId, shop, async (run, control) => {
      await asOwner(db, ownerId, (owned) => sql`delete from collected_version`.execute(owned));
      await tests.merges(run, control);
    });

    expect(await tests.titles([id])).toEqual(['Stoneware mug 1']);
    expect(await tests.call('GET', `/recollect/conflicts?productId=${id}`)).toMatchObject({
      total: 1,
      items: [{ productId: id, fields: ['title'], runId }],
    });
  });
});

function count(from: ReturnType<typeof sql>): Promise<number> {
  return asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${from}`.execute(
      owned,
    );
    return rows[0]?.count ?? -1;
  });
}
