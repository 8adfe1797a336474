import { randomUUID } from 'node:crypto';
import type { Product } from '@bowerbird/catalog/product';
import { apiBase } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import { servedRoutes } from '../program/served.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { every: servedRoutes, platforms });
const headers = await signIn(app, accounts.merchant);

async function call<Answer>(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
  const answer = await app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
  expect({ path, status: answer.statusCode }).toEqual({ path, status: 200 });
  return answer.json<{ data: Answer }>().data;
}

function lamp(title: string, price: string): Product {
  const url = 'https://www.aliexpress.com/item/1005.html';
  const source = { platform: 'aliexpress', shop: 'www.aliexpress.com', id: '1005', url, storeName: null };
  return { ...mug, title, source, variants: mug.variants.map((each) => ({ ...each, price })) };
}

const deliver = (product: Product) =>
  call<{ runId: string; collectedIds: string[] }>('POST', '/plugin/collect', {
    id: randomUUID(),
    platform: 'aliexpress',
    url: product.source?.url,
    capturedAt: new Date().toISOString(),
    pluginVersion: '0.1.0',
    products: [product],
  });

it('brings a claimed product up to what the merchant reads in their own browser, each time', async () => {
  const { collectedIds } = await deliver(lamp('Lamp', '10.00'));
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: collectedIds },
  });
  const path = `/products/${productIds[0]}`;
  await call('POST', `${path}/edit`, { edits: [{ kind: 'set-field', field: 'title', value: 'My lamp' }] });

  await deliver(lamp('Lamp', '12.00'));
  const { runId } = await deliver(lamp('Lamp, new', '13.00'));

  const { product } = await call<{ product: Product }>('GET', path);
  expect([product.title, product.variants[0]?.price]).toEqual(['My lamp', '13.00']);
  expect(await call('GET', `/recollect/conflicts?productId=${productIds[0]}`)).toMatchObject({
    total: 1,
    items: [{ fields: ['title'], runId }],
  });
});
