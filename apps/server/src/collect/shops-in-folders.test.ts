import type { CollectRun, listRecentSources } from '@bowerbird/contract/collect/collect';
import type { AnswerOf } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom, type Simulation } from '@bowerbird/simulators/simulation';
import { inFolders } from '@bowerbird/simulators/storefront/in-folders';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { recollectRoutes } from '../recollect/routes.ts';
import { collectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms, { served: recollectRoutes });
const host = 'http://glade.localhost';
const outside = { now: () => 0, random: () => 0.5, sleep: async () => undefined };
const made = (count: number, seed: number) =>
  simulators.get('woocommerce')?.({ name: 'glade', products: { count, seed }, outside }) as Simulation;
const fetch = fetchFrom(new Map([['glade.localhost', inFolders(made(6, 1), { '/shop2': made(4, 2) })]]));

async function collect(path: string): Promise<CollectRun> {
  const { runId } = (await tests.post('/collect/runs', {
    platform: 'woocommerce',
    scope: 'shop',
    addresses: [`${host}${path}`],
  })) as { runId: string };
  return await tests.work(runId, { fetch });
}

it('two shops on one host have two names: at their runs, among recent sources, in the filter and at watches', async () => {
  const root = await collect('/');
  const folder = await collect('/shop2/');

  expect([root, folder]).toMatchObject([
    { shop: 'glade.localhost', run: { title: 'glade.localhost', state: 'complete' } },
    { shop: 'glade.localhost/shop2', run: { title: 'glade.localhost/shop2', state: 'complete' } },
  ]);
  const recent = (await tests.get('/collect/sources/recent')) as AnswerOf<typeof listRecentSources>;
  expect(recent).toMatchObject([
    { shop: 'glade.localhost/shop2', address: `${host}/shop2/`, products: 4 },
    { shop: 'glade.localhost', address: `${host}/`, products: 6 },
  ]);
  const box = await tests.post('/collect/results/query', { filter: {} });
  expect(box).toMatchObject({
    sources: expect.arrayContaining([
      expect.objectContaining({ shop: 'glade.localhost', count: 6 }),
      expect.objectContaining({ shop: 'glade.localhost/shop2', count: 4 }),
    ]),
  });
  const watch = await tests.post('/watches', {
    ...{ name: 'Second', everyHours: 24, hour: 6, timeZone: 'UTC' },
    alerts: { pricePercent: 5, stock: true, gone: true },
    target: { kind: 'addresses', platform: 'woocommerce', scope: 'shop', addresses: [`${host}/shop2/`] },
  });
  expect(watch).toMatchObject({ shop: 'glade.localhost/shop2' });
});
