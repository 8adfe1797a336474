import { AppError } from '@bowerbird/contract/errors';
import { practiceApp, practiceRefresh } from '@bowerbird/simulators/alibaba/open-api';
import { create1688Shop, createAlibabaShop } from '@bowerbird/simulators/alibaba/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { alibaba, alibaba1688 } from '../../index.ts';

const root = 'http://reed.localhost:8901';
const credentials = { ...practiceApp, refreshToken: practiceRefresh };
const access = { connection: 'open-platform', credentials, shop: null };
const gateways = new Set(['openapi-api.alibaba.com', 'gw.open.1688.com']);

function simulated(create: typeof createAlibabaShop) {
  const clock = fakeClock();
  const outside = { now: clock.now, random: () => 0.5, sleep: async () => {} };
  const shop = create({ name: 'reed', products: { count: 60 }, outside });
  const toShop = fetchFrom(new Map([['reed.localhost', shop]]));
  const requested: string[] = [];
  const context = contextFor(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    requested.push(url.pathname);
    return await toShop(gateways.has(url.hostname) ? root + url.pathname + url.search : url, init);
  }, clock);
  return { requested, context };
}

describe.each([
  [
    'alibaba.com',
    alibaba,
    createAlibabaShop,
    '/product-detail/x_8100000000003.html',
    /^\/(?:rest|openapi)\//,
  ],
  ['1688', alibaba1688, create1688Shop, '/offer/8100000000003.html', /^\/(?:rest|openapi)\//],
] as const)('the open platform of %s', (_name, platform, create, product, isApi) => {
  const collector = platform.collector as NonNullable<typeof platform.collector>;
  const [way] = collector.access ?? [];

  it('reads a product by its call and not by its page', async () => {
    const { context, requested } = simulated(create);

    const { products } = await collectAll(
      collector,
      { scope: 'product', addresses: [new URL(product, root)], access },
      context,
    );

    expect(products).toMatchObject([{ source: { id: '8100000000003' } }]);
    expect(products[0]?.extra[platform.id]).toMatchObject({ way: 'open-api' });
    expect(requested.filter((path) => !isApi.test(path) && path !== '/robots.txt')).toEqual([]);
  });

  it('reads a store by its list, its products by the platform, each once', async () => {
    const { context, requested } = simulated(create);

    const { ids, skipped } = await collectAll(collector, { addresses: [new URL(root)], access }, context);

    expect([new Set(ids).size, ids.length, skipped]).toEqual([60, 60, []]);
    expect(requested.filter((path) => isApi.test(path))).toHaveLength(60);
  });

  it('checks, renews and continues with what it was given', async () => {
    const { context } = simulated(create);

    expect(await way?.check(access, null, context)).toEqual({ expiresAt: null, shop: null });
    const renewed = await way?.renew?.(access, context);
    expect(renewed?.expiresAt).toEqual(expect.any(String));
    expect(renewed?.credentials.accessToken).not.toBe(practiceApp.accessToken);
    await way?.check({ ...access, credentials: { ...credentials, ...renewed?.credentials } }, null, context);
  });

  it.each([
    ['secret', { appSecret: 'not-this-secret' }],
    ['key', { appKey: '1' }],
    ['token', { accessToken: 'not-this-token' }],
  ])('names a wrong %s, and reveals none of it', async (_what, wrong) => {
    const own = { ...access, credentials: { ...credentials, ...wrong } };

    const failure = await way?.check(own, null, simulated(create).context).catch(AppError.from);

    expect(failure).toMatchObject({ code: 'source.credentials-wrong' });
    expect(`${String(failure)}${JSON.stringify(failure)}`).not.toMatch(/not-this|practice-/);
  });

  it('names a token that cannot be renewed any more', async () => {
    const own = { ...access, credentials: { ...credentials, refreshToken: 'ended' } };

    await expect(way?.renew?.(own, simulated(create).context)).rejects.toMatchObject({
      code: 'source.credentials-wrong',
    });
  });
});

it('searches 1688 by its call', async () => {
  const { context, requested } = simulated(create1688Shop);
  const collector = alibaba1688.collector as NonNullable<typeof alibaba1688.collector>;

  const { ids } = await collectAll(
    collector,
    { scope: 'search', addresses: [new URL('/selloffer/offer_search.htm?keywords=a', root)], access },
    context,
  );

  expect(ids.length).toBeGreaterThan(20);
  expect(requested.filter((path) => path.includes('offer_search'))).toEqual([]);
});

it('ends a search that gives its first page for ever', async () => {
  const { context } = simulated(create1688Shop);
  const collector = alibaba1688.collector as NonNullable<typeof alibaba1688.collector>;
  let searches = 0;
  const endless = {
    ...context,
    fetch: (async (input, init) => {
      if (!String(input).includes('keywordQuery')) {
        return await context.fetch(input, init);
      }
      searches += 1;
      return searches > 5
        ? Response.json({}, { status: 404 })
        : Response.json({
            result: { success: true, result: { totalPage: 1e9, data: [{ offerId: 8100000000003 }] } },
          });
    }) satisfies typeof fetch,
  };

  const { ids } = await collectAll(
    collector,
    { scope: 'search', addresses: [new URL('/selloffer/offer_search.htm?keywords=a', root)], access },
    endless,
  );

  expect([ids, searches]).toEqual([['8100000000003'], 2]);
});

it('reads by its page what the programme of alibaba.com does not hold', async () => {
  const { context, requested } = simulated(createAlibabaShop);
  const collector = alibaba.collector as NonNullable<typeof alibaba.collector>;
  const closed = {
    ...context,
    fetch: (async (input, init) =>
      String(input).includes('/rest/')
        ? Response.json({ code: '0', result: { result_code: 'PRODUCT_NOT_FOUND' } })
        : await context.fetch(input, init)) satisfies typeof fetch,
  };

  const { ids } = await collectAll(
    collector,
    { scope: 'product', addresses: [new URL('/product-detail/x_8100000000003.html', root)], access },
    closed,
  );

  expect(ids).toEqual(['8100000000003']);
  expect(requested).toContain('/product-detail/x_8100000000003.html');
});
