import { describe, expect, it } from 'vitest';
import { ConnectionLost, fetchFrom } from '../simulation.ts';
import { type Fault, readFault } from '../simulation-faults.ts';
import { practiceStore } from './testing/practice-store.ts';

const shopOf = (count: number) => practiceStore({ name: 'glade-home', products: { count } });
const ids = async (response: Response) =>
  (await response.json()).products.map(({ id }: { id: number }) => id);

describe('the feed', () => {
  it.each([
    ['', 30],
    ['?limit=250', 250],
    ['?limit=1000', 250],
    ['?limit=0', 30],
    ['?limit=abc', 30],
    ['?limit=20&page=0', 20],
    ['?limit=250&page=3', 4],
    ['?limit=250&page=4', 0],
  ])('%s gives %i products', async (query, count) => {
    expect(await ids(await shopOf(504).get(`/products.json${query}`))).toHaveLength(count);
  });

  it('gives every product once over all pages', async () => {
    const shop = shopOf(504);
    const all = (
      await Promise.all(
        [1, 2, 3].map(async (page) => ids(await shop.get(`/products.json?limit=250&page=${page}`))),
      )
    ).flat();

    expect(new Set(all).size).toBe(504);
  });

  it('ends at 25,000 with the very words of Shopify', async () => {
    const shop = shopOf(60_000);

    const last = await shop.get('/products.json?limit=250&page=100');
    const past = await shop.get('/products.json?limit=250&page=101');

    expect(await ids(last)).toHaveLength(250);
    expect(past.status).toBe(400);
    expect(await past.text()).toBe('{"errors":"Page * Limit exceeds the 25000 limit."}');
  });

  it('shows 24 products as new, and nothing in a category that is not there', async () => {
    const shop = shopOf(504);

    expect(await ids(await shop.get('/collections/new-in/products.json'))).toHaveLength(24);
    expect(await ids(await shop.get('/collections/nowhere/products.json'))).toHaveLength(0);
    expect((await (await shop.get('/collections.json')).json()).collections).toHaveLength(11);
    expect((await (await shop.get('/collections/sale.json')).json()).collection.title).toBe('Sale');
  });
});

describe('one product', () => {
  it('has the same price in all its forms, in hundredths as script', async () => {
    const shop = shopOf(24);
    const [{ handle, variants }] = (await (await shop.get('/products.json?limit=1')).json()).products;

    const single = (await (await shop.get(`/products/${handle}.json`)).json()).product;
    const script = await (await shop.get(`/products/${handle}.js`)).json();
    const page = await (await shop.get(`/products/${handle}`)).text();
    const data = JSON.parse(/ld\+json">(?<data>.*?)<\/script>/s.exec(page)?.groups?.data ?? '');

    expect(single.variants[0].price).toBe(variants[0].price);
    expect(script.variants[0].price).toBe(Math.round(Number(variants[0].price) * 100));
    expect((data.hasVariant?.[0] ?? data).offers).toMatchObject({
      price: variants[0].price,
      priceCurrency: 'USD',
    });
    expect(single.variants[0]).toMatchObject({ price_currency: 'USD' });
    expect(page).toContain('Shopify.shop = "glade-home.myshopify.com"');
    expect(page).toContain('var meta = {"product":{"id":');
  });

  it('is not found by a handle that is not there', async () => {
    const shop = shopOf(24);

    for (const path of [
      '/products/nothing',
      '/products/nothing.json',
      '/products/nothing.js',
      '/products/%E0%A4%A',
    ]) {
      expect((await shop.get(path)).status).toBe(404);
    }
  });

  it('shows the images it names', async () => {
    const shop = shopOf(24);
    const { products } = await (await shop.get('/products.json')).json();
    const image = await shop.get(products[0].images[0].src.replace(shop.origin, ''));

    expect(image.headers.get('content-type')).toBe('image/svg+xml');
    expect((await shop.get('/cdn/shop/files/none.svg')).status).toBe(404);
  });
});

describe('the shop', () => {
  it('is known by its headers and facts', async () => {
    const shop = shopOf(504);
    const home = await shop.get('/');
    const meta = await (await shop.get('/meta.json')).json();

    expect(home.headers.get('powered-by')).toBe('Shopify');
    expect(home.headers.get('x-shopid')).toBe(String(meta.id));
    expect(meta).toMatchObject({
      myshopify_domain: 'glade-home.myshopify.com',
      currency: 'USD',
      published_products_count: 504,
    });
    expect((await (await shop.get('/cart.js')).json()).currency).toBe('USD');
    expect(await (await shop.get('/robots.txt')).text()).toContain('Disallow: /cart');
  });

  it('names every product in its sitemaps, which need their query', async () => {
    const shop = shopOf(5100);
    const index = await (await shop.get('/sitemap.xml')).text();
    const parts = [...index.matchAll(/<loc>(?<path>[^<]*products[^<]*)<\/loc>/g)].map((match) =>
      (match.groups?.path ?? '').replace(shop.origin, '').replaceAll('&amp;', '&'),
    );
    const pages = await Promise.all(parts.map(async (path) => (await shop.get(path)).text()));

    expect(parts).toHaveLength(3);
    expect(pages.join('').match(/<loc>[^<]*\/products\//g)).toHaveLength(5100);
    expect((await shop.get('/sitemap_products_1.xml')).status).toBe(400);
  });

  it('speaks Chinese when asked to be a Chinese shop', async () => {
    const shop = practiceStore({ name: 'glade-home', products: { count: 3, language: 'zh-CN' } });

    expect((await (await shop.get('/products.json')).json()).products[0].title).toMatch(/\p{Script=Han}/u);
  });
});

describe('refusals', () => {
  const refusing = (...faults: Fault[]) => {
    const shop = shopOf(60);
    shop.shop.faults.add(...faults);
    return shop;
  };

  it('lets 40 through at once and then 2 a second, and says how long to wait', async () => {
    const shop = refusing({ kind: 'rate-limited', value: '2/40' });
    const statuses = [];
    for (let requested = 0; requested < 41; requested += 1) {
      statuses.push((await shop.get('/products.json?limit=1')).status);
    }
    const refused = await shop.get('/products.json?limit=1');
    shop.clock.advance(Number(refused.headers.get('retry-after')) * 1000);

    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await shop.get('/products.json?limit=1')).status).toBe(200);
  });

  it.each([
    ['blocked', 430],
    ['status', 503],
    ['feed-missing', 404],
  ] as const)('%s is status %i', async (kind, status) => {
    expect((await refusing({ kind }).get('/products.json')).status).toBe(status);
  });

  it('sends everybody to the password page', async () => {
    const shop = refusing({ kind: 'password' });
    const refused = await shop.get('/products.json');

    expect([refused.status, refused.headers.get('location')]).toEqual([302, `${shop.origin}/password`]);
    expect(await (await shop.get('/password')).text()).toContain('type="password"');
  });

  it('answers a page with status 200 where JSON was asked for', async () => {
    const answer = await refusing({ kind: 'html' }).get('/products.json');

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('is empty', async () => {
    expect(await ids(await refusing({ kind: 'empty' }).get('/products.json'))).toEqual([]);
  });

  it('dies after so many requests and stays dead', async () => {
    const shop = refusing({ kind: 'dies', value: 2 });
    await shop.get('/products.json');
    await shop.get('/products.json');

    await expect(shop.get('/products.json')).rejects.toThrow(ConnectionLost);
    await expect(shop.get('/products.json')).rejects.toThrow(ConnectionLost);
    shop.shop.faults.clear('dies');
    expect((await shop.get('/products.json')).status).toBe(200);
  });

  it('cuts a body, once', async () => {
    const shop = refusing({ kind: 'cut-body' });

    await expect((await shop.get('/products.json')).text()).rejects.toThrow(/lost|terminated/);
    expect(await ids(await shop.get('/products.json'))).toHaveLength(30);
  });

  it('is slow by the clock it was given', async () => {
    const shop = refusing({ kind: 'slow', value: 4000 });
    await shop.get('/products.json');

    expect(shop.clock.slept).toEqual([4000]);
  });

  it('sends as much JSON as asked for, and text that is no UTF-8', async () => {
    const huge = await refusing({ kind: 'huge', value: 300_000 }).get('/products.json');
    const bad = new Uint8Array(
      await (await refusing({ kind: 'bad-text' }).get('/products.json')).arrayBuffer(),
    );

    expect((await huge.text()).length).toBeGreaterThan(300_000);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bad)).toThrow();
  });

  it('shows odd products', async () => {
    const { products } = await (await refusing({ kind: 'odd-products' }).get('/products.json')).json();
    const prices = products
      .slice(0, 4)
      .map((product: { variants: { price: string }[] }) => product.variants[0]?.price);

    expect(prices).toEqual(['12,50', '-1', '', '1e3']);
    expect(Math.max(...products.map(({ variants }: { variants: [] }) => variants.length))).toBe(2048);
    expect(
      Math.max(...products.map((product: { body_html: string | null }) => product.body_html?.length ?? 0)),
    ).toBeGreaterThan(1_000_000);
  });

  it('strikes by chance, the same for the same seed', async () => {
    const run = async () => {
      const shop = refusing({ kind: 'status', value: 500, count: null, probability: 0.3 });
      const statuses = [];
      for (let requested = 0; requested < 60; requested += 1) {
        statuses.push((await shop.get('/cart.js')).status);
      }
      return statuses;
    };
    const first = await run();

    expect(await run()).toEqual(first);
    expect(first.filter((status) => status === 500).length).toBeGreaterThan(5);
    expect(first.filter((status) => status === 200).length).toBeGreaterThan(25);
  });
});

describe('faults as text', () => {
  it.each<[string, Fault]>([
    ['password', { kind: 'password' }],
    ['late=1500', { kind: 'late', value: '1500' }],
    ['status=502*3@0.25', { kind: 'status', value: '502', count: 3, probability: 0.25 }],
    ['lost-after*all', { kind: 'lost-after', count: null }],
  ])('%s', (text, fault) => {
    expect(readFault(text)).toEqual(fault);
  });

  it('names what it does not know', () => {
    expect(() => readFault('explode')).toThrow(/Not a fault of the simulator: explode/);
  });
});

describe('as fetch', () => {
  it('reaches each shop by its host name and nothing else', async () => {
    const { shop } = shopOf(3);
    const fetch = fetchFrom(new Map([['glade-home.localhost', shop]]));

    expect((await fetch('http://glade-home.localhost:8901/products.json')).status).toBe(200);
    await expect(fetch('https://example.com/')).rejects.toThrow(/example.com was not found/);
  });

  it('is broken off by its signal', async () => {
    const store = practiceStore({
      outside: { now: () => 0, random: () => 0, sleep: () => new Promise(() => {}) },
    });
    store.shop.faults.add({ kind: 'slow' });
    const fetch = fetchFrom(new Map([['aster-practice.localhost', store.shop]]));

    await expect(
      fetch('http://aster-practice.localhost/', { signal: AbortSignal.timeout(20) }),
    ).rejects.toThrow(/timeout/i);
  });
});
