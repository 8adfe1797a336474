import { randomUUID } from 'node:crypto';
import type { Product } from '@bowerbird/catalog/product';
import { mug } from '@bowerbird/catalog/testing/products';
import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { apiBase } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../program/served.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, {
  every: servedRoutes,
  browserServed: servedToBrowsers,
  platforms,
});
const headers = await signIn(app, accounts.merchant);

const shop = 'www.aliexpress.com';
/** Builds a product of which one variant has no SKU; its page gave these fields incompletely. */
function lamp(id: string, unknown: string[]): Product {
  const source = {
    platform: 'aliexpress',
    shop,
    id,
    url: `https://${shop}/item/${id}.html`,
    storeName: 'Lamp House',
  };
  return { ...mug, source, extra: { page: { unknown } } };
}

async function deliver(products: Product[]): Promise<{ runId: string }> {
  const payload = {
    id: randomUUID(),
    platform: 'aliexpress',
    url: products.length === 1 ? products[0]?.source?.url : `https://${shop}/`,
    capturedAt: new Date().toISOString(),
    pluginVersion: '0.1.0',
    products,
  };
  const answer = await app.inject({ method: 'POST', url: `${apiBase}/plugin/collect`, headers, payload });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { runId: string } }>().data;
}

it('reports what pages did not give and what variants lack, however many deliveries come', async () => {
  const { runId } = await deliver([lamp('1005003000000001', ['tags'])]);
  await deliver([lamp('1005003000000001', ['tags'])]);
  await deliver(Array.from({ length: 20 }, (_, at) => lamp(`10050031000000${10 + at}`, [])));

  const answer = await app.inject({ method: 'GET', url: `${apiBase}/collect/runs/${runId}`, headers });

  expect(answer.json<{ data: CollectRun }>().data.certificate).toMatchObject({
    got: 21,
    partial: [{ field: 'tags', count: 1 }],
    variantGaps: [{ field: 'sku', products: 21, variants: 21 }],
  });
});
