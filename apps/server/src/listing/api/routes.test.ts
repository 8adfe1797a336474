import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { afterAll, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { ownProducts, sampleProduct } from '../../../testing/products/products.ts';
import { readConfig } from '../../config/config.ts';
import { asOwner } from '../../db/database.ts';
import { confirmUnknownMargin } from '../../rules/guard.ts';
import { connectPracticeStore } from '../../stores/practice.ts';
import { storeRoutes } from '../../stores/routes.ts';
import { listingJob } from '../job/listing-job.ts';
import { listingBrowserRoutes, listingRoutes } from './routes.ts';

const { db } = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-listing-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const clock = acceleratedClock(20);
const shop = createShopifyShop({ name: 'aster-practice', outside: clock, settings: { pace: 'free' } });
const { app, services } = await testApp(db, {
  served: [...storeRoutes, ...listingRoutes],
  browserServed: listingBrowserRoutes,
  platforms: new Map([['shopify', shopify]]),
  services: {
    clock,
    config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder }),
    fetch: fetchFrom(new Map([['aster-practice.localhost', shop]])),
    practice: { shop: '', category: '', store: 'aster-practice.localhost:8000' },
  },
});
const ann = await anotherMerchant(db, 'ann');
const ben = await anotherMerchant(db, 'ben');

async function callAs(account: { username: string; password: string }) {
  const headers = await signIn(app, account);
  return (method: 'GET' | 'POST', path: string, payload?: object) =>
    app.inject({ method, url: `/shop-reptile/api${path}`, headers, ...(payload && { payload }) });
}

it('checks, lists and tells it all over the API, to its own merchant alone', { tags: ['slow'] }, async () => {
  const call = await callAs(ann);
  const storeId = await connectPracticeStore(services, ann.ownerId);
  const ids = await ownProducts(db, ann.ownerId, [sampleProduct(1), sampleProduct(2)]);
  await asOwner(db, ann.ownerId, (owned) =>
    confirmUnknownMargin(owned, ann.ownerId, { confirmed: true, userId: null }),
  );
  const requested = { storeIds: [storeId], selection: { ids } };

  const checked = await call('POST', '/listing/check', requested);
  const started = await call('POST', '/listing/runs', requested);
  const { runId } = started.json().data;
  const stop = new AbortController();
  const { shop_id: key } = await db.transaction().execute(async (owned) => {
    const { sql } = await import('kysely');
    await sql`select set_config('app.owner', ${ann.ownerId}, true)`.execute(owned);
    return await owned.selectFrom('listing_store_job').select('shop_id').executeTakeFirstOrThrow();
  });
  const working = listingJob(services)
    .work({ runId, ownerId: ann.ownerId, key }, stop.signal)
    .catch(() => undefined);
  await expect
    .poll(async () => (await call('GET', `/listing/runs/${runId}`)).json().data.run.state)
    .toBe('complete');
  stop.abort();
  await working;

  expect(checked.json().data).toMatchObject({ products: 2, stores: [{ fits: 2, creates: 2, updates: 0 }] });
  expect(started.statusCode).toBe(202);
  const first = (await call('GET', `/listing/runs/${runId}/items?limit=1`)).json().data;
  expect(first).toMatchObject({ total: 2, items: [{ places: [{ state: 'listed' }] }] });
  const rest = (await call('GET', `/listing/runs/${runId}/items?limit=1&cursor=${first.nextCursor}`)).json()
    .data;
  expect(rest.items[0].productId).not.toBe(first.items[0].productId);
  const journal = await call('GET', `/listing/items/${first.items[0].places[0].listingId}/journal`);
  expect(journal.json().data.entries.length).toBeGreaterThanOrEqual(2);
  const file = await call('GET', `/listing/runs/${runId}/results.csv`);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body.trim().split('\r\n')).toHaveLength(3);
  expect((await call('GET', '/stores')).json().data).toMatchObject([
    { practice: true, counts: { listed: 2 } },
  ]);
  expect((await call('POST', `/listing/runs/${runId}/retry`)).json().code).toBe('selection.empty');

  const other = await callAs(ben);
  for (const path of [
    `/listing/runs/${runId}`,
    `/listing/runs/${runId}/items`,
    `/listing/runs/${runId}/results.csv`,
  ]) {
    expect((await other('GET', path)).statusCode).toBe(404);
  }
  expect((await other('POST', '/listing/runs', requested)).statusCode).toBeGreaterThanOrEqual(400);
});

it('connecting the practice store again only puts its address right', async () => {
  const first = await connectPracticeStore(services, ann.ownerId);
  const again = await connectPracticeStore(
    { ...services, practice: { shop: '', category: '', store: 'aster-practice.localhost:9999' } },
    ann.ownerId,
  );

  expect(again).toBe(first);
  const call = await callAs(ann);
  expect((await call('GET', '/stores')).json().data).toMatchObject([
    { domain: 'aster-practice.localhost:9999' },
  ]);
});
