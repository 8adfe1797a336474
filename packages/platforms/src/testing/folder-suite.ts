import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom, type Simulation } from '@bowerbird/simulators/simulation';
import { readFault } from '@bowerbird/simulators/simulation-faults';
import { inFolders } from '@bowerbird/simulators/storefront/in-folders';
import { describe, expect, it } from 'vitest';
import type { Collector, CollectRequest } from '../collecting/collector.ts';
import type { Platform } from '../platform.ts';
import { collectAll, contextFor } from './collecting.ts';
import { fakeClock } from './fake-clock.ts';

export interface FolderCase {
  /** Paths below the site's root. */
  product(handle: string): string;
  category(handle: string): string;
  /** Fault that closes the API of the site that it is added to. */
  closed: readonly string[];
}

const host = 'http://glade.localhost';

/** A host with a site of 30 products at its root, one of 12 in `/shop2` and one of 9 in `/wordpress/mill`. */
function simulatedHost(platform: Platform, change: (html: string, path: string) => string = (html) => html) {
  const clock = fakeClock();
  const outside = {
    now: clock.now,
    random: () => 0.5,
    sleep: (ms: number) => clock.sleep(ms, new AbortController().signal),
  };
  const made = (name: string, count: number, seed: number) =>
    simulators.get(platform.id)?.({ name, products: { count, seed }, outside }) as Simulation;
  const [root, shop2, mill] = [made('glade', 30, 1), made('glade', 12, 2), made('glade', 9, 3)];
  const reach = fetchFrom(
    new Map([['glade.localhost', inFolders(root, { '/shop2': shop2, '/wordpress/mill': mill })]]),
  );
  const requested: string[] = [];
  const context = contextFor(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    requested.push(url.pathname + url.search);
    const answer = await reach(input, init);
    const isPage = answer.headers.get('content-type')?.includes('html');
    return isPage
      ? new Response(change(await answer.text(), url.pathname), {
          status: answer.status,
          headers: { 'content-type': 'text/html' },
        })
      : answer;
  }, clock);
  const collector = platform.collector as Collector;
  const collect = (scope: CollectRequest['scope'], ...paths: string[]) =>
    collectAll(collector, { scope, addresses: paths.map((path) => new URL(path, host)) }, context);
  return { shop2, mill, context, collector, collect, requested };
}

/** Tests what a platform on WordPress promises for sites that share a host. */
export function describeFolders(platform: Platform, given: FolderCase): void {
  const inShop2 = (url: string) => url.startsWith(`${host}/shop2/`);

  describe(`${platform.name} in a folder`, () => {
    it.each([
      ['/shop2/', 12, 'glade.localhost/shop2'],
      ['/shop2', 12, 'glade.localhost/shop2'],
      ['/wordpress/mill/', 9, 'glade.localhost/wordpress/mill'],
      ['/', 30, 'glade.localhost'],
    ])('collects the shop at %s, and none beside it', async (path, count, shop) => {
      const { ids, products, skipped } = await simulatedHost(platform).collect('shop', path);

      expect([new Set(ids).size, skipped]).toEqual([count, []]);
      expect(new Set(products.map(({ source }) => source?.shop))).toEqual(new Set([shop]));
      expect(products.every(({ source }) => source?.url.startsWith(`http://${shop}/`))).toBe(true);
    });

    it('collects it by its own sitemap and pages where its API is closed', async () => {
      const { shop2, collect } = simulatedHost(platform);
      shop2.faults.add(...given.closed.map((fault) => readFault(fault)));

      const { ids, products, skipped } = await collect('shop', '/shop2/');

      expect([new Set(ids).size, skipped]).toEqual([12, []]);
      expect(products.every(({ source }) => inShop2(source?.url ?? ''))).toBe(true);
    });

    it('is recognised by its canonical address or its path where its pages hide the API', async () => {
      const hidden = simulatedHost(platform, (html) => html.replaceAll(/<link rel="https:[^>]{1,200}>/g, ''));

      const { ids, products } = await hidden.collect('shop', '/shop2/');

      expect(new Set(ids).size).toBe(12);
      expect(products.every(({ source }) => inShop2(source?.url ?? ''))).toBe(true);
    });

    it('collects nothing of the root for a folder that is no shop', async () => {
      const { shop2, collect } = simulatedHost(platform);
      shop2.faults.add(readFault('status=404*all'));

      await expect(collect('shop', '/shop2/')).rejects.toMatchObject({ code: 'address.no-shop' });
    });

    it('takes a page of the root for the root', async () => {
      const { handle = '' } = (await simulatedHost(platform).collect('shop', '/')).products[3] ?? {};

      const { ids } = await simulatedHost(platform).collect('shop', given.product(handle));

      expect(new Set(ids).size).toBe(30);
    });

    it('previews it, lists its categories, and collects one of them, a search and one product', async () => {
      const { context, collector, collect } = simulatedHost(platform);
      const shop = new URL('/shop2/', host);
      const whole = await collect('shop', '/shop2/');
      const [first] = whole.products;

      const preview = await collector.preview(shop, 'shop', context);
      const categories = await collector.categories(shop, context);
      const category = await collect('category', `/shop2${given.category('new-in')}`);
      const one = await collect('product', `/shop2${given.product(first?.handle ?? '')}`);
      const found = await collect('search', collector.searchAddress?.(shop, first?.title ?? '').href ?? '');

      expect([preview.promised, preview.products[0]?.source?.shop]).toEqual([12, 'glade.localhost/shop2']);
      expect(categories.length).toBeGreaterThan(3);
      expect(categories.every(({ address }) => inShop2(address))).toBe(true);
      expect(category.ids.length).toBeGreaterThan(3);
      expect(
        [...category.products, ...found.products].every(({ source }) => inShop2(source?.url ?? '')),
      ).toBe(true);
      expect(one.products.map(({ title, source }) => [title, source])).toEqual([
        [first?.title, first?.source],
      ]);
      expect(found.ids).toContain(first?.source?.id);
    });

    it('keeps the products of one list apart, and asks no page twice where it stands', async () => {
      const { requested, collect } = simulatedHost(platform);
      const both = await Promise.all(
        ['/shop2/', '/'].map((path) => simulatedHost(platform).collect('shop', path)),
      );
      const paths = both.flatMap(({ products }) =>
        products.slice(0, 4).map(({ source }) => new URL(source?.url ?? '').pathname),
      );

      const { products } = await collect('list', ...paths);

      expect(products.map(({ source }) => [source?.shop, source?.id])).toEqual(
        both.flatMap((each) => each.products.slice(0, 4).map(({ source }) => [source?.shop, source?.id])),
      );
      const pages = requested.filter((path) => paths.includes(path));
      expect(new Set(pages).size).toBe(pages.length);
    });

    it('keeps whole shops of one list apart', async () => {
      const { products } = await simulatedHost(platform).collect('list', '/wordpress/mill/', '/shop2/');
      const shops = products.map(({ source }) => source?.shop);

      expect(shops.filter((shop) => shop === 'glade.localhost/wordpress/mill')).toHaveLength(9);
      expect(shops.filter((shop) => shop === 'glade.localhost/shop2')).toHaveLength(12);
    });

    it('gives a page the same identity in a browser', async () => {
      const { context, collector, collect } = simulatedHost(platform);
      const { products } = await collect('shop', '/shop2/');
      const [first] = products;
      const url = new URL(`/shop2${given.product(first?.handle ?? '')}`, host);
      const html = await (await context.fetch(url)).text();

      const [read] = collector.readPage?.(html, url) ?? [];

      expect([read?.source?.shop, read?.source?.id]).toEqual([first?.source?.shop, first?.source?.id]);
    });

    it('recognises it, and its front page as the whole shop', async () => {
      const { context, collector } = simulatedHost(platform);
      const url = new URL('/shop2/', host);
      const front = await context.fetch(url);

      const recognised = await collector.recognise(
        { url, status: 200, headers: front.headers, body: await front.text() },
        context,
      );

      expect(recognised).toMatchObject({ confidence: 100, scope: 'shop' });
    });
  });
}
