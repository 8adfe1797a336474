import { AppError } from '@bowerbird/contract/errors';
import { practiceCatalog } from '@bowerbird/simulators/storefront/practice-catalog';
import { searched } from '@bowerbird/simulators/storefront/searched';
import { describe, expect, it } from 'vitest';
import type { Collector } from '../collecting/collector.ts';
import type { Platform } from '../platform.ts';
import { simulatedShop } from './simulated-suite.ts';

export interface SearchCase {
  /** Left out: "mug". */
  words?: string;
  /** The search of shops of this platform is closed to robots: it is read only where the person allowed it. */
  closedToRobots?: true;
  /** A number of products whose search results fill several pages; left out: 900. */
  products?: number;
  /** Returns the address of one of the shop's products. */
  product(handle: string): string;
}

const shop = new URL('http://glade-home.localhost:8901/');

/** Tests what a platform with a search promises for it, on its simulated shop. */
export function describeSearch(
  platform: Platform,
  { words = 'mug', products: many = 900, closedToRobots, product }: SearchCase,
): void {
  describe(`${platform.name}, searched`, () => {
    const collector = platform.collector as Collector;
    const place = (sought: string) => collector.searchAddress?.(shop, sought) as URL;
    const modes = closedToRobots ? { robots: false } : {};
    const requested = (sought: string) => ({
      ...modes,
      scope: 'search' as const,
      addresses: [place(sought)],
    });

    it('gives everything that the shop finds, each once, and promises no less', async () => {
      const { products, ids, skipped, events } = await simulatedShop(platform, many).collect(
        {},
        requested(words),
      );

      const meant = searched(practiceCatalog({ count: many, seed: 1, language: 'en' }), words);
      expect(meant.length).toBeGreaterThan(48);
      expect(products.map(({ title }) => title).toSorted()).toEqual(
        meant.map(({ title }) => title).toSorted(),
      );
      expect([new Set(ids).size, skipped]).toEqual([meant.length, []]);
      expect(events).toContainEqual({ kind: 'promised', way: 'collections', count: ids.length });
    });

    it('gives nothing, which is no error, where nothing is found', async () => {
      const { ids, skipped, events } = await simulatedShop(platform, 30).collect({}, requested('zeppelin'));

      expect([ids, skipped]).toEqual([[], []]);
      expect(events).toContainEqual({ kind: 'promised', way: 'collections', count: 0 });
    });

    it('knows the pasted page of a search for what it is, words of any script among them', async () => {
      const { context } = simulatedShop(platform, 30);
      const page = await context.fetch(place('茶 & mug'));
      const seen = {
        url: place('茶 & mug'),
        status: page.status,
        headers: page.headers,
        body: await page.text(),
      };

      const { scope, confidence } = await collector.recognise(seen, context);

      expect([scope, confidence]).toEqual(['search', 100]);
      expect(place('茶 & mug').href).toMatch(/%E8%8C%B6(%20|\+)%26(%20|\+)mug/);
    });

    it('shows a few of what it finds beforehand', async () => {
      const { context } = simulatedShop(platform, 30);

      const { products } = await collector.preview(place(words), 'search', context);

      expect(products.length).toBeGreaterThan(0);
      expect(products.every(({ title }) => title.toLowerCase().includes(words))).toBe(true);
    });

    it('is one address of a list among others', async () => {
      const simulated = simulatedShop(platform, 30);
      const whole = await simulatedShop(platform, 30).collect();
      const found = await simulatedShop(platform, 30).collect({}, requested(words));
      const other = whole.products.find(({ title }) => !title.toLowerCase().includes(words));

      const { ids } = await simulated.collect(
        {},
        {
          ...modes,
          scope: 'list',
          addresses: [new URL(product(other?.handle ?? ''), shop), place(words)],
        },
      );

      expect(ids).toEqual([other?.source?.id, ...found.ids]);
    });

    it('continues after a stop, to the same set', async () => {
      const whole = await simulatedShop(platform, many).collect({}, requested(words));
      const simulated = simulatedShop(platform, many);
      const before = await simulated.collect({ batches: 1 }, requested(words));
      const after = await simulated.collect(
        { before },
        { ...requested(words), checkpoint: before.checkpoint },
      );

      expect(before.ids.length).toBeLessThan(whole.ids.length);
      expect([...before.ids, ...after.ids].toSorted()).toEqual(whole.ids.toSorted());
    });

    it('names an address without words', async () => {
      const wanted = { ...modes, scope: 'search' as const, addresses: [shop] };

      const failure = await simulatedShop(platform, 3).collect({}, wanted).catch(AppError.from);

      expect(failure).toMatchObject({ code: 'address.invalid' });
    });
  });
}
