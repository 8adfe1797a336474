import type { Recognition } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import type { Platform } from '@bowerbird/platforms/platform';
import { expect, it } from 'vitest';
import { microsecondsOfCall } from '../../testing/clock/processor-time.ts';
import { type FeedShopFaults, feedShop } from '../../testing/collect/feed-shop.ts';
import { realClock } from '../time/clock.ts';
import { recogniseAll } from './recognise.ts';

async function recognise(
  address: string | string[],
  fetch: typeof globalThis.fetch,
  among: ReadonlyMap<string, Platform> = platforms,
): Promise<Recognition[]> {
  const clock = {
    ...realClock,
    sleep: (ms: number, signal?: AbortSignal) => realClock.sleep(Math.min(ms, 1), signal),
  };
  // Only these services are used.
  const services = { fetch, clock, platforms: among } as unknown as Parameters<typeof recogniseAll>[0];
  return await recogniseAll(services, typeof address === 'string' ? [address] : address);
}

it('says which platform a shop is, how sure, why, and shows its first products', async () => {
  const [shop] = await recognise('shop.example', feedShop(9).fetch);

  expect(shop).toMatchObject({
    address: 'https://shop.example/',
    fault: null,
    candidates: [
      {
        platform: 'shopify',
        scope: 'shop',
        promised: 9,
        sample: [{ title: 'Stoneware mug 1', price: '11.50', variants: 1 }, {}, {}, {}, {}, {}],
      },
    ],
  });
  expect(shop?.candidates[0]?.confidence).toBeGreaterThanOrEqual(90);
  expect(shop?.candidates[0]?.evidence.map(({ sign }) => sign)).toContain('header');
});

it('says of the front page of a shop of an unknown platform that its sitemap names products, and shows one', async () => {
  const pages: Record<string, string> = {
    '/': '<title>Corner</title><h1>Welcome</h1>',
    '/sitemap.xml': '<urlset><url><loc>https://corner.example/p/tea</loc></url></urlset>',
    '/p/tea':
      '<script type="application/ld+json">{"@type":"Product","name":"Tea","offers":{"price":"4.00","priceCurrency":"GBP"}}</script>',
  };
  const [shop] = await recognise('corner.example', async (input) => {
    const body = pages[new URL(String(input)).pathname];
    return new Response(body ?? 'not here', { status: body === undefined ? 404 : 200 });
  });

  expect(shop).toMatchObject({
    fault: null,
    candidates: [
      { platform: 'unknown', scope: 'shop', promised: 1, sample: [{ title: 'Tea', price: '4.00' }] },
    ],
  });
});

it('answers in the order asked, and a bad address spoils no other', async () => {
  const shop = feedShop(2);
  const requested = [
    'https://one.example/',
    'no address',
    'https://two.example/products/mug-1',
    'http://10.0.0.8/',
  ];

  const results = await recognise(requested, (input, init) =>
    String(input).includes('10.0.0.8')
      ? Promise.reject(new AppError('address.private', 'private'))
      : shop.fetch(input, init),
  );

  expect(results.map(({ fault, candidates }) => fault?.code ?? candidates[0]?.scope)).toEqual([
    'shop',
    'address.invalid',
    'product',
    'address.private',
  ]);
});

const faults: [string, FeedShopFaults['instead'], string][] = [
  ['a page that is no shop', () => new Response('<h1>My garden</h1>'), 'address.no-shop'],
  ['a page that is gone', () => new Response('gone', { status: 404 }), 'source.gone'],
  ['a host that refuses us', () => new Response('no', { status: 403 }), 'source.blocked-us'],
  ['a host that is not well', () => new Response('<h1>error</h1>', { status: 503 }), 'source.unwell'],
  [
    'a host nobody knows',
    () => Promise.reject(new AppError('address.host-not-found', 'x', { params: { host: 'x' } })),
    'address.host-not-found',
  ],
];
it.each(faults)('names the fault of %s', async (_what, instead, code) => {
  const [result] = await recognise(
    'https://x.example/',
    feedShop(1, { instead: (url, requested) => instead?.(url, requested) }).fetch,
  );

  expect(result).toMatchObject({ candidates: [], fault: { code } });
});

it('reports a password page before anything is collected', async () => {
  const shop = feedShop(1, {
    instead: (url) =>
      url.pathname === '/'
        ? undefined
        : new Response(null, { status: 302, headers: { location: new URL('/password', url).href } }),
  });

  const [result] = await recognise('https://shut.example/', shop.fetch);

  expect(result).toMatchObject({
    candidates: [{ platform: 'shopify', sample: [] }],
    fault: { code: 'source.password-protected' },
  });
});

it('reads no more than two megabytes of a page, and bytes that are no text do no harm', async () => {
  const page = new Uint8Array(3_000_000).fill(0xff);
  let seen = '';
  const watcher: Platform = {
    id: 'watcher',
    name: 'Watcher',
    letters: 'WA',
    hue: '#000000',
    collector: {
      async recognise({ body }) {
        seen = body;
        return { confidence: 0, evidence: [], scope: 'shop' };
      },
      preview: async () => ({ products: [], promised: null }),
      async *collect() {},
      categories: async () => [],
    },
  };

  const [result] = await recognise(
    'https://x.example/',
    async () => new Response(page),
    new Map([['watcher', watcher]]),
  );

  expect(seen).toHaveLength(2_000_000);
  expect(result?.fault?.code).toBe('address.no-shop');
});

it.each([
  ['opening brackets', '['],
  ['open elements', '<a b="c">'],
  ['attributes', '<a b=c d '],
  ['linked data', '<script type="application/ld+json">{}</script>'],
])(
  'looks at a page of two megabytes of %s without holding up anybody',
  { tags: ['slow'] },
  async (_what, row) => {
    const page = row.repeat(2_000_000 / row.length);
    const look = () => recognise('https://x.example/', async () => new Response(page));
    // The first look starts the separate process; so does another one if that gets no processor on a busy machine.
    let took = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 4 && took / 1000 >= 120; tried += 1) {
      took = await microsecondsOfCall(look);
    }

    expect(took / 1000).toBeLessThan(120);
  },
);

it('finds in a long page what it finds in a short one', async () => {
  const signs = '<script>Shopify.shop = "mug.myshopify.com"; Shopify.theme = {}</script>';
  const shopOf = (page: string) =>
    recognise('https://x.example/', async (input) =>
      new URL(String(input)).pathname === '/'
        ? new Response(page)
        : new Response('not here', { status: 404 }),
    );

  const [short] = await shopOf(signs);
  const [long] = await shopOf(signs + '<p>Mugs</p>'.repeat(40_000));

  expect(short?.candidates[0]?.platform).toBe('shopify');
  expect(long).toEqual(short);
});

it('tries http where https was only a guess and nobody answers there', async () => {
  const shop = feedShop(1);

  const [result] = await recognise('plain.example', (input, init) =>
    String(input).startsWith('https')
      ? Promise.reject(new AppError('address.unreachable', 'closed'))
      : shop.fetch(input, init),
  );

  expect(result).toMatchObject({ address: 'http://plain.example/', fault: null });
});
