import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom, type Simulation } from '@bowerbird/simulators/simulation';
import { type Fault, readFault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import type { Collector } from '../collecting/collector.ts';
import type { Platform } from '../platform.ts';
import { collectAll, contextFor } from './collecting.ts';
import { fakeClock } from './fake-clock.ts';

export interface SimulatedCase {
  /** Number of odd products that can be read, in addition to five good ones. */
  oddReadable: number;
  /** Keys of the odd products that cannot be sold, with the reason. */
  oddSkipped: [key: string, code: string][];
  /** Address of one practice product, and of a category. */
  product(handle: string): string;
  category(handle: string): string;
  /** Faults after which everything is still found, by sitemap and pages. */
  closedFeeds: string[];
  /** Shops of this platform have no lists: only the sitemap gives a count, and a preview shows one product. */
  withoutLists?: true;
}

const address = new URL('http://glade-home.localhost:8901/');

/** A simulated shop of this many products, read by a clock that never really waits. */
export function simulatedShop(platform: Platform, count: number, ...faults: (Fault | string)[]) {
  const clock = fakeClock();
  const outside = {
    now: clock.now,
    random: () => 0.5,
    sleep: (ms: number) => clock.sleep(ms, new AbortController().signal),
  };
  const shop = simulators.get(platform.id)?.({
    name: 'glade-home',
    products: { count },
    outside,
  }) as Simulation;
  shop.faults.add(...faults.map((fault) => (typeof fault === 'string' ? readFault(fault) : fault)));
  const context = contextFor(fetchFrom(new Map([[address.hostname, shop]])), clock);
  const collector = platform.collector as Collector;
  return {
    shop,
    context,
    collector,
    collect: (
      options: Parameters<typeof collectAll>[3] = {},
      wanted: Parameters<typeof collectAll>[1] = { addresses: [address] },
    ) => collectAll(collector, wanted, context, options),
  };
}

/** Tests what every platform's collector promises for a whole simulated shop. */
export function describeSimulated(platform: Platform, given: SimulatedCase): void {
  describe(`${platform.name}, simulated`, () => {
    it('collects 500 products, as many as promised, each once and sound', async () => {
      const { products, ids, skipped, events } = await simulatedShop(platform, 500).collect();

      expect(new Set(ids).size).toBe(500);
      expect([ids.length, skipped]).toEqual([500, []]);
      const way = given.withoutLists ? 'sitemap' : 'feed';
      expect(events).toContainEqual({ kind: 'promised', way, count: 500 });
      expect(products.flatMap((product) => Product.safeParse(product).error?.issues ?? [])).toEqual([]);
      expect(new Set(products.map(({ currency }) => currency)).size).toBe(1);
      expect(products[0]?.currency).toMatch(/^[A-Z]{3}$/);
      expect(products.every(({ source }) => source?.platform === platform.id)).toBe(true);
    });

    it('recognises it, previews it, and lists its categories', async () => {
      const { context, collector } = simulatedShop(platform, 60);
      const front = await context.fetch(address);
      const seen = { url: address, status: front.status, headers: front.headers, body: await front.text() };

      expect((await collector.recognise(seen, context)).confidence).toBe(100);
      expect(await collector.preview(address, 'shop', context)).toMatchObject({
        promised: given.withoutLists ? null : 60,
        products: { length: given.withoutLists ? 1 : 6 },
      });
      expect((await collector.categories(address, context)).length).toBeGreaterThan(3);
    });

    it('collects one product and one category by their addresses', async () => {
      const whole = await simulatedShop(platform, 60).collect();
      const handle = whole.products[7]?.handle ?? '';
      const place = (path: string) => new URL(path, address);
      const one = await simulatedShop(platform, 60).collect(
        {},
        { scope: 'product', addresses: [place(given.product(handle))] },
      );
      const inside = await simulatedShop(platform, 60).collect(
        {},
        { scope: 'category', addresses: [place(given.category('new-in'))] },
      );

      expect(one.products.map(({ title, source }) => [title, source?.id])).toEqual([
        [whole.products[7]?.title, whole.products[7]?.source?.id],
      ]);
      expect(new Set(inside.ids)).toEqual(new Set(whole.ids.slice(0, 24)));
    });

    it.each(given.closedFeeds)(
      'collects everything by sitemap and pages when the feed is %s',
      async (fault) => {
        const { products, ids, skipped } = await simulatedShop(platform, 30, fault).collect();

        expect([ids.length, new Set(ids).size, skipped]).toEqual([30, 30, []]);
        expect(products.flatMap((product) => Product.safeParse(product).error?.issues ?? [])).toEqual([]);
      },
    );

    it('gives a product the same id and prices whichever way it was read', async () => {
      const prices = ({ products }: Awaited<ReturnType<typeof collectAll>>) =>
        new Map(
          products.map(({ source, variants }) => [
            source?.id,
            variants.map(({ price, compareAtPrice }) => [Number(price), compareAtPrice === null ? null : 1]),
          ]),
        );
      const feed = await simulatedShop(platform, 12).collect();
      for (const fault of given.closedFeeds) {
        const other = await simulatedShop(platform, 12, fault).collect();

        expect(other.ids.toSorted()).toEqual(feed.ids.toSorted());
        const withoutFormer = (map: ReturnType<typeof prices>) =>
          new Map([...map].map(([id, rows]) => [id, rows.map(([price]) => price)]));
        expect(withoutFormer(prices(other))).toEqual(withoutFormer(prices(feed)));
      }
    });

    it.each([
      ['source.blocked-us', 'blocked'],
      ['source.password-protected', 'password'],
      ['source.unwell', 'status=503*all'],
      ['source.frozen', 'status=402*all'],
      ['address.unreachable', 'dies=0'],
    ])('names %s', async (code, fault) => {
      const failure = await simulatedShop(platform, 10, fault).collect().catch(AppError.from);

      expect(failure).toMatchObject({ code });
    });

    it('skips by name what cannot be sold, and reads every other oddity', async () => {
      const { products, skipped } = await simulatedShop(platform, 5, 'odd-products').collect();

      expect(
        skipped.map(({ address: place, failure }) => [
          place.replace(/\/$/, '').replace(/.*\//, ''),
          failure.code,
        ]),
      ).toEqual(given.oddSkipped);
      expect(products).toHaveLength(given.oddReadable + 5);
      expect(products.find(({ title }) => title === 'many variants')?.variants).toHaveLength(2048);
    });

    it('reads through bytes that are no UTF-8, cut answers and a shop that allows little', {
      tags: ['slow'],
    }, async () => {
      for (const faults of [
        ['bad-text'],
        ['cut-body*3'],
        ['rate-limited=2/3'],
        ['status=429*2'],
        ['status=500*4'],
      ]) {
        const { ids, skipped } = await simulatedShop(platform, 300, ...faults).collect();

        expect([faults, new Set(ids).size, skipped]).toEqual([faults, 300, []]);
      }
    });

    it('continues after the shop died in the middle, to the same set', { tags: ['slow'] }, async () => {
      const { shop, collect } = simulatedShop(platform, 1100);
      const before = await collect({ batches: 2 });
      shop.faults.add(readFault('dies=1'));
      const failure = await collect({ before }).catch(AppError.from);
      shop.faults.clear();

      const after = await collect({ before });

      expect(failure).toMatchObject({ code: 'address.unreachable' });
      expect(new Set([...before.ids, ...after.ids]).size).toBe(1100);
      expect(before.ids.length + after.ids.length).toBe(1100);
    });
  });
}
