import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { collectTests } from '../collect/testing.ts';
import { testDatabase } from '../testing/database.ts';
import { feedShop } from '../testing/feed-shop.ts';
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
  ['asks for stock again where it was asked for', 'asked.example', true],
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
