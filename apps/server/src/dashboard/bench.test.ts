import type { AnswerOf } from '@bowerbird/contract/route';
import type { readOnBench } from '@bowerbird/contract/system/bench';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { guardedFetch } from '../fetch/guarded-fetch.ts';
import { realClock } from '../time/clock.ts';
import { insightRoutes } from './insight-routes.ts';

type Answer = AnswerOf<typeof readOnBench>;

const { db } = await testDatabase();
const shop = feedShop(3, {
  instead: (url) =>
    url.pathname === '/products/mug-3.json'
      ? Response.json({ product: { id: 1, title: 'x' } })
      : url.pathname === '/products/huge.json'
        ? new Response(`{"filler":"${'x'.repeat(400_000)}"}`)
        : undefined,
});
const guarded = guardedFetch({ allowedPrivateHosts: [] });
const { app, accounts } = await testApp(db, {
  served: insightRoutes(realClock),
  platforms,
  services: {
    fetch: async (input, init) => {
      if (!String(input).includes('glade.example')) {
        return await guarded(input, init);
      }
      const answer = await shop.fetch(input, init);
      answer.headers.set('set-cookie', 'session=very-secret');
      answer.headers.set('x-access-token', 'very-secret');
      return answer;
    },
  },
});
const administrator = await signIn(app, accounts.administrator);

async function call(address: string, as = administrator) {
  const answer = await app.inject({
    method: 'POST',
    url: '/shop-reptile/api/dashboard/bench',
    headers: as,
    payload: { address },
  });
  return { status: answer.statusCode, text: answer.body, data: answer.json<{ data: Answer }>().data };
}

it('reads the first product as collecting would, shows where each field was found, and saves nothing', async () => {
  const { data } = await call('https://glade.example/products/mug-2');

  expect(data).toMatchObject({ platform: 'shopify', scope: 'product', fault: null, issues: [] });
  expect(data.recognition.candidates[0]?.evidence.length).toBeGreaterThan(0);
  expect(data.product?.title).toBe('Stoneware mug 2');
  const traceOf = (field: string) => data.fields.find((each) => each.field === field);
  const place = traceOf('title')?.exchange ?? -1;
  expect(traceOf('title')).toMatchObject({ found: 'exact', place: 'product.title' });
  expect(data.exchanges[place]?.url).toBe('https://glade.example/products/mug-2.json');
  expect(traceOf('descriptionHtml')).toMatchObject({ found: 'exact', place: 'product.body_html' });
  expect(traceOf('variants')).toMatchObject({ found: 'made' });
  expect(traceOf('status')).toMatchObject({ found: 'made', place: null });
  expect(traceOf('attributes')).toMatchObject({ found: 'absent', place: null });
  const rows = await db.selectFrom('collected').selectAll().execute();
  expect(rows).toEqual([]);
});

it('reports what was sent and answered, without what could be a secret', async () => {
  const { data, text } = await call('https://glade.example/products/mug-1');

  expect(data.exchanges[0]).toMatchObject({ method: 'GET', status: 404 });
  expect(data.exchanges[0]?.requestHeaders).toContainEqual([
    'user-agent',
    expect.stringContaining('Bowerbird'),
  ]);
  expect(data.exchanges.some(({ contentType }) => contentType === 'application/json')).toBe(true);
  expect(data.exchanges.flatMap(({ headers }) => headers.map(([name]) => name))).toContain('content-type');
  expect(text).not.toContain('very-secret');
});

it('reports a fault in its place, with everything that led to it', async () => {
  const unreadable = await call('https://glade.example/products/mug-3');
  const closed = await call('http://127.0.0.1:8099/');

  expect(unreadable).toMatchObject({
    status: 200,
    data: { product: null, fault: { code: expect.stringMatching(/^source\./) } },
  });
  expect(unreadable.data.exchanges.length).toBeGreaterThan(0);
  expect(closed).toMatchObject({
    status: 200,
    data: { product: null, recognition: { fault: { code: 'address.private' } } },
  });
});

it('reports no more than the beginning of a huge answer', async () => {
  const { data } = await call('https://glade.example/products/huge');

  const cut = data.exchanges.filter((exchange) => exchange.cut);
  expect(cut.length).toBeGreaterThan(0);
  expect(Math.max(...cut.map(({ body }) => body.length))).toBeLessThanOrEqual(262_144);
});

it('is not for merchants, and asks nobody more often than twenty times a minute', async () => {
  const merchant = await signIn(app, accounts.merchant);
  expect((await call('https://glade.example/', merchant)).status).toBe(403);

  const statuses: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    statuses.push((await call('not an address')).status);
  }

  expect(statuses.at(-1)).toBe(429);
  expect(statuses[0]).toBe(200);
});
