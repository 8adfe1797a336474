import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { collectTests } from '../collect/testing.ts';
import { recollectRoutes } from './routes.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms, { served: recollectRoutes });

async function withStock(runId: string | undefined): Promise<boolean | undefined> {
  const row = await tests.asOwner((owned) =>
    owned
      .selectFrom('collect_run')
      .select('with_stock')
      .where('run_id', '=', runId ?? '')
      .executeTakeFirst(),
  );
  return row?.with_stock;
}

async function readAgain(what: object): Promise<boolean | undefined> {
  const { runIds } = (await tests.post('/recollect', { what })) as { runIds: string[] };
  return await withStock(runIds[0]);
}

it.each([
  ['asks for stock again where it was asked for', 'requested.example', true],
  ['asks for no stock where nobody asked for it', 'plain.example', false],
])('%s', async (_, host, stock) => {
  const body = {
    platform: 'shopify',
    scope: 'shop',
    addresses: [`https://${host}/`],
    ...(stock && { stock }),
  };
  const { runId } = (await tests.post('/collect/runs', body)) as { runId: string };
  await tests.work(runId, feedShop(2));
  const ids = (await tests.rows({ sources: [host] })).map(({ id }) => id);

  expect(ids).toHaveLength(2);
  expect(await readAgain({ collected: { ids } })).toBe(stock);
  expect(await readAgain({ runId })).toBe(stock);
});

it('asks for stock, or asks no more, where it is said so: products that were read singly or by a browser, too', async () => {
  const read = await tests.post('/collect/runs', {
    platform: 'shopify',
    scope: 'shop',
    addresses: ['https://wanted.example/'],
  });
  const { runId } = read as { runId: string };
  await tests.work(runId, feedShop(2));
  const ids = (await tests.rows({ sources: ['wanted.example'] })).map(({ id }) => id);
  const again = async (what: object, stock: boolean) => {
    const { runIds } = (await tests.post('/recollect', { what, stock })) as { runIds: string[] };
    return await withStock(runIds[0]);
  };

  expect(await again({ collected: { ids } }, true)).toBe(true);
  expect(await again({ runId }, true)).toBe(true);
  expect(await again({ runId }, false)).toBe(false);
});

const watch = {
  name: 'Inventory',
  everyHours: 24,
  hour: 6,
  timeZone: 'UTC',
  alerts: { pricePercent: 5, stock: true, gone: true },
};
const target = { kind: 'addresses', platform: 'shopify', scope: 'shop' };

it('asks for stock in every run of a watch that wants it, until that is changed', async () => {
  const addresses = ['https://watched.example/'];
  const made = await tests.post('/watches', { ...watch, stock: true, target: { ...target, addresses } });
  const { id, stock } = made as { id: string; stock: boolean };
  const run = async () => {
    const { runId } = (await tests.post(`/watches/${id}/run`, {})) as { runId: string };
    await tests.work(runId, feedShop(1));
    return await withStock(runId);
  };

  const changed = async (wish: object) =>
    (await tests.send('PUT', `/watches/${id}`, { ...watch, on: true, ...wish })).body;

  expect([stock, await run()]).toEqual([true, true]);
  expect(await changed({})).toMatchObject({ data: { stock: true } });
  expect(await changed({ stock: false })).toMatchObject({ data: { stock: false } });
  expect(await run()).toBe(false);
});

it('asks for no stock by a watch that does not want it, and takes no wish that its platform cannot fulfil', async () => {
  const addresses = ['https://unasked.example/'];
  const plain = (await tests.post('/watches', { ...watch, target: { ...target, addresses } })) as {
    id: string;
    stock: boolean;
  };
  const refused = await tests.send('POST', '/watches', {
    ...watch,
    stock: true,
    target: { ...target, platform: 'shoplazza', addresses },
  });

  expect(plain.stock).toBe(false);
  expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
});
