import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import type { Collector } from '../collecting/collector.ts';
import type { Platform } from '../platform.ts';
import { goodsShelf } from '../simulating/goods-shelf.ts';
import { searched } from '../simulating/searched.ts';
import { playedShop } from './played-suite.ts';

export interface SearchCase {
  /** Left out: "mug". */
  words?: string;
  /** The search of shops of this kind is closed to robots: it is read where the person said so. */
  closedToRobots?: true;
  /** So many goods that what is found of them stands on several pages; left out: 900. */
  goods?: number;
  /** Where one of the shop's products stands. */
  product(handle: string): string;
}

const shop = new URL('http://glade-home.localhost:8901/');

/** What a platform with a search promises of it, on its played shop. */
export function describeSearch(
  platform: Platform,
  { words = 'mug', goods: many = 900, closedToRobots, product }: SearchCase,
): void {
  describe(`${platform.name}, searched`, () => {
    const collector = platform.collector as Collector;
    const place = (sought: string) => collector.searchAddress?.(shop, sought) as URL;
    const manners = closedToRobots ? { robots: false } : {};
    const asked = (sought: string) => ({ ...manners, scope: 'search' as const, addresses: [place(sought)] });

    it('gives everything that the shop finds, each once, and promises no less', async () => {
      const { products, ids, skipped, events } = await playedShop(platform, many).collect({}, asked(words));

      const meant = searched(goodsShelf({ count: many, seed: 1, language: 'en' }), words);
      expect(meant.length).toBeGreaterThan(48);
      expect(products.map(({ title }) => title).toSorted()).toEqual(
        meant.map(({ title }) => title).toSorted(),
      );
      expect([new Set(ids).size, skipped]).toEqual([meant.length, []]);
      expect(events).toContainEqual({ kind: 'promised', way: 'collections', count: ids.length });
    });

    it('gives nothing, which is no error, where nothing is found', async () => {
      const { ids, skipped, events } = await playedShop(platform, 30).collect({}, asked('zeppelin'));

      expect([ids, skipped]).toEqual([[], []]);
      expect(events).toContainEqual({ kind: 'promised', way: 'collections', count: 0 });
    });

    it('knows the pasted page of a search for what it is, words of any script among them', async () => {
      const { context } = playedShop(platform, 30);
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
      const { context } = playedShop(platform, 30);

      const { products } = await collector.preview(place(words), 'search', context);

      expect(products.length).toBeGreaterThan(0);
      expect(products.every(({ title }) => title.toLowerCase().includes(words))).toBe(true);
    });

    it('is one address of a list among others', async () => {
      const played = playedShop(platform, 30);
      const whole = await playedShop(platform, 30).collect();
      const found = await playedShop(platform, 30).collect({}, asked(words));
      const other = whole.products.find(({ title }) => !title.toLowerCase().includes(words));

      const { ids } = await played.collect(
        {},
        {
          ...manners,
          scope: 'list',
          addresses: [new URL(product(other?.handle ?? ''), shop), place(words)],
        },
      );

      expect(ids).toEqual([other?.source?.id, ...found.ids]);
    });

    it('goes on after a stop, to the same set', async () => {
      const whole = await playedShop(platform, many).collect({}, asked(words));
      const played = playedShop(platform, many);
      const before = await played.collect({ batches: 1 }, asked(words));
      const after = await played.collect({ before }, { ...asked(words), checkpoint: before.checkpoint });

      expect(before.ids.length).toBeLessThan(whole.ids.length);
      expect([...before.ids, ...after.ids].toSorted()).toEqual(whole.ids.toSorted());
    });

    it('names an address without words', async () => {
      const wanted = { ...manners, scope: 'search' as const, addresses: [shop] };

      const failure = await playedShop(platform, 3).collect({}, wanted).catch(AppError.from);

      expect(failure).toMatchObject({ code: 'address.invalid' });
    });
  });
}
