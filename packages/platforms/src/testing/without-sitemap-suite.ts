import { describe, expect, it } from 'vitest';
import type { Collector } from '../collecting/collector.ts';
import type { Platform } from '../platform.ts';
import { collectAll } from './collecting.ts';
import { simulatedShop } from './simulated-suite.ts';

const addresses = [new URL('http://glade-home.localhost:8901/')];
const closed = (matching: string) => ({ kind: 'status', value: 404, matching, count: null }) as const;

/**
 * Tests what is promised for shops without lists and sitemap: reading page by page through their page of all products,
 * and reporting correctly what was found.
 */
export function describeWithoutSitemap(platform: Platform, everything: string): void {
  describe(`${platform.name}, without a sitemap`, () => {
    it('gives the whole shop by its page of everything, each product once', async () => {
      const { ids, skipped, events } = await simulatedShop(platform, 130, closed('/sitemap')).collect();

      expect([ids.length, new Set(ids).size, skipped]).toEqual([130, 130, []]);
      expect(events).toContainEqual({ kind: 'way', way: 'page', state: 'done', count: 130 });
    });

    it('continues after a stop, to the same set', async () => {
      const simulated = simulatedShop(platform, 130, closed('/sitemap'));
      const before = await simulated.collect({ batches: 4 });
      const after = await simulated.collect({ before });

      expect(new Set([...before.ids, ...after.ids]).size).toBe(130);
      expect(before.ids.length + after.ids.length).toBe(130);
    });

    it('says so where the page of everything shows its first products for ever, and takes what the categories show', async () => {
      const { ids, skipped } = await neverTurning(130);

      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(50);
      expect(skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
        [new URL(everything, addresses[0]).href, 'source.feed-capped'],
      ]);
    });

    it('does not doubt a small shop whose one page is shown for ever', async () => {
      const { ids, skipped } = await neverTurning(11);

      expect([ids.length, skipped]).toEqual([11, []]);
    });

    it('takes the categories where there is no page of everything, and names that page', async () => {
      const { ids, skipped } = await simulatedShop(
        platform,
        40,
        closed('/sitemap'),
        closed(`${everything}?`),
      ).collect();

      expect(ids.length).toBeGreaterThan(20);
      expect(skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
        [new URL(everything, addresses[0]).href, 'source.gone'],
      ]);
    });

    /** A theme that has no second page. */
    function neverTurning(count: number) {
      const { context } = simulatedShop(platform, count, closed('/sitemap'));
      const fetch: typeof globalThis.fetch = (input, init) => {
        const url = new URL(input instanceof Request ? input.url : String(input));
        if (url.pathname === everything) {
          url.search = '';
        }
        return context.fetch(url, init);
      };
      return collectAll(platform.collector as Collector, { addresses }, { ...context, fetch });
    }
  });
}
