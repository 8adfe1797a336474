import { randomUUID } from 'node:crypto';
import type { Product } from '@bowerbird/catalog/product';
import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import type { deliverCollected } from '@bowerbird/contract/collect/plugin';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { platforms } from '@bowerbird/platforms/all';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import { servedRoutes, servedToBrowsers } from '../program/served.ts';

type Delivered = AnswerOf<typeof deliverCollected>;
export type Headers = Record<string, string>;

export const shop = 'www.aliexpress.com';

/** A product as the plugin read it in the shop. */
export function lamp(id: string, given: Partial<Product> = {}): Product {
  const source = {
    platform: 'aliexpress',
    shop,
    id,
    url: `https://${shop}/item/${id}.html`,
    storeName: 'Lamp House',
  };
  return { ...mug, title: `Lamp ${id}`, source, ...given };
}

/** A delivery of these products, with an id of its own. */
export function delivery(products: Product[], given: object = {}) {
  return {
    id: randomUUID(),
    platform: 'aliexpress',
    url: products[0]?.source?.url ?? `https://${shop}/`,
    capturedAt: new Date().toISOString(),
    pluginVersion: '0.1.0',
    products,
    ...given,
  };
}

/** The API as paired browsers call it. */
export async function pluginBench() {
  const { db } = await testDatabase();
  let aheadMs = 0;
  const { app } = await testApp(db, {
    every: servedRoutes,
    browserServed: servedToBrowsers,
    platforms,
    services: {
      clock: {
        monotonic: () => performance.now() + aheadMs,
        wall: () => Date.now() + aheadMs,
        sleep: async () => void 0,
      },
    },
  });

  async function send(headers: Headers, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
    const answer = await app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
    return {
      status: answer.statusCode,
      body: answer.json<{
        data: never;
        code?: string;
        issues?: { path: (string | number)[]; code: string }[];
      }>(),
    };
  }

  async function call<Answer>(headers: Headers, method: 'GET' | 'POST', path: string, payload?: object) {
    const { status, body } = await send(headers, method, path, payload);
    if (status !== 200) {
      throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    }
    return body.data as Answer;
  }

  let browsers = 0;
  async function paired(headers: Headers): Promise<Headers> {
    const { body } = await send(headers, 'POST', '/account/pairing');
    const { code } = body.data as { code: string };
    browsers += 1;
    const answer = await app.inject({
      method: 'POST',
      url: `${apiBase}/plugin/pair`,
      remoteAddress: `10.0.0.${browsers}`,
      payload: { code, name: 'Chrome' },
    });
    return { 'access-token': answer.json<{ data: { token: string } }>().data.token };
  }

  let count = 0;
  return {
    db,
    app,
    send,
    call,
    /** Pairs a browser. Each pairing comes from its own machine, because repeated pairing is rate-limited. */
    paired,
    /** Creates a merchant with a paired browser. */
    async merchant() {
      count += 1;
      const account = await anotherMerchant(db, `seller${count}`);
      const headers = await signIn(app, account);
      return { ...account, headers, plugin: await paired(headers) };
    },
    /** Sets the clock this far ahead. */
    setAhead: (ms: number) => {
      aheadMs = ms;
    },
    deliver: (headers: Headers, body: object) => call<Delivered>(headers, 'POST', '/plugin/collect', body),
    box: async (headers: Headers) =>
      (await call<{ items: CollectedRow[] }>(headers, 'POST', '/collect/results/query', { filter: {} }))
        .items,
    runs: async (headers: Headers) => (await call<{ items: Run[] }>(headers, 'GET', '/runs')).items,
  };
}
