import { AppError } from '@bowerbird/contract/errors';
import { practiceApp, practiceRefresh } from '@bowerbird/simulators/aliexpress/open-api';
import { createAliexpressStore } from '@bowerbird/simulators/aliexpress/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { expect, it } from 'vitest';
import type { CollectRequest } from '../../../collecting/collector.ts';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { aliexpress } from '../../index.ts';

const collector = aliexpress.collector as NonNullable<typeof aliexpress.collector>;
const [way] = collector.access ?? [];
const root = 'http://fern.localhost:8901';
const credentials = {
  appKey: practiceApp.appKey,
  appSecret: practiceApp.appSecret,
  accessToken: practiceApp.session,
  refreshToken: practiceRefresh,
};
const access = { connection: 'open-platform', credentials, shop: null };

/** Returns the simulated store; it also answers requests to the platform's own gateway. */
function simulated(facts = 60) {
  const clock = fakeClock();
  const outside = { now: clock.now, random: () => 0.5, sleep: async () => {} };
  const shop = createAliexpressStore({ name: 'fern', products: { count: facts }, outside });
  const toShop = fetchFrom(new Map([['fern.localhost', shop]]));
  const requested: string[] = [];
  const context = contextFor(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    requested.push(url.pathname);
    return await toShop(url.hostname === 'api-sg.aliexpress.com' ? root + url.pathname : url, init);
  }, clock);
  return { requested, context };
}

function collect(request: Pick<CollectRequest, 'scope'>, addresses: string[], own = access) {
  const shop = simulated();
  const wanted = { ...request, addresses: addresses.map((one) => new URL(one, root)), access: own };
  return collectAll(collector, wanted, shop.context).then((all) => ({ ...all, requested: shop.requested }));
}

it('reads products by the open platform where the merchant has access, and asks no page', async () => {
  const addresses = ['/item/8100000000003.html', '/item/8100000000004.html', '/item/8199999999999.html'];
  const { ids, skipped, requested, products } = await collect({ scope: 'list' }, addresses);

  expect(ids).toEqual(['8100000000003', '8100000000004']);
  expect(skipped.map(({ failure }) => failure.code)).toEqual(['source.gone']);
  expect(products[0]?.extra.aliexpress).toMatchObject({ form: 'open-api' });
  expect(requested.filter((path) => path.startsWith('/item/'))).toEqual([]);
});

it('finds by words what the platform finds, each once', async () => {
  const { ids, requested } = await collect({ scope: 'search' }, ['/w/wholesale-a.html?SearchText=a']);

  expect(ids.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
  expect(requested.filter((path) => path !== '/sync' && path !== '/robots.txt')).toEqual([]);
});

it('reads a store by its own list, its products by the platform', async () => {
  const { ids, requested } = await collect({ scope: 'shop' }, ['/store/4682001']);

  expect(new Set(ids).size).toBe(60);
  expect(requested.filter((path) => path === '/sync')).toHaveLength(60);
  expect(requested.filter((path) => path.startsWith('/item/'))).toEqual([]);
});

it('ends a run whose credentials are refused, by their name, and reveals no secret', async () => {
  const wrong = { ...access, credentials: { ...credentials, accessToken: 'a-token-that-ended' } };

  const failure = await collect({ scope: 'product' }, ['/item/8100000000003.html'], wrong).catch(
    AppError.from,
  );

  expect(failure).toMatchObject({ code: 'source.credentials-wrong' });
  expect(`${String(failure)}${JSON.stringify(failure)}`).not.toMatch(/a-token-that-ended|practice-secret/);
});

it('checks credentials with one call, and renews them', async () => {
  const { context, requested } = simulated();

  expect(await way?.check(access, null, context)).toEqual({ expiresAt: null, shop: null });
  expect(requested).toEqual(['/sync']);
  const renewed = await way?.renew?.(access, context);
  expect(renewed).toMatchObject({
    credentials: { refreshToken: practiceRefresh },
    expiresAt: expect.any(String),
  });
  const again = { ...access, credentials: { ...credentials, ...renewed?.credentials } };
  expect(again.credentials.accessToken).not.toBe(practiceApp.session);
  expect(await way?.check(again, null, context)).toEqual({ expiresAt: null, shop: null });
});

it.each([
  ['secret', { appSecret: 'x' }],
  ['key', { appKey: '1' }],
  ['token', { accessToken: 'x' }],
])('names a wrong %s when it is checked', async (_, wrong) => {
  const checked = way?.check(
    { ...access, credentials: { ...credentials, ...wrong } },
    null,
    simulated().context,
  );

  await expect(checked).rejects.toMatchObject({ code: 'source.credentials-wrong' });
});

it('sends credentials to no shop that only looks like the marketplace', async () => {
  const sent: string[] = [];
  const context = contextFor(async (input, init) => {
    sent.push(new URL(String(input)).hostname, String(init?.body ?? ''));
    throw new TypeError('fetch failed');
  }, fakeClock());

  await collectAll(
    collector,
    { scope: 'product', addresses: [new URL('https://evil.example/item/8100000000003.html')], access },
    context,
  ).catch(() => undefined);

  const toEvil = sent.flatMap((host, at) => (host === 'evil.example' ? [sent[at + 1]] : []));
  expect(toEvil.join()).not.toContain('practice');
});

it('reads the categories of the marketplace as a tree, and collects one of them', async () => {
  const { context, requested } = simulated();

  const [top] = await collector.categories(new URL(root), context, access);

  expect([top?.name, (top?.children.length ?? 0) > 3]).toEqual(['Home', true]);
  expect(requested.filter((path) => path !== '/robots.txt')).toEqual(['/sync']);
  const inside = top?.children[0];
  const { ids, products } = await collect({ scope: 'category' }, [new URL(inside?.address ?? '').pathname]);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  expect(products.every(({ extra }) => extra.aliexpress?.form === 'open-api')).toBe(true);
});
