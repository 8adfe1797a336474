import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { expected, idsOf, opened, pages, results, scanned, startOfQuery } from './testing/large-store.ts';

describe('the full scan of a large store', () => {
  it.each<Fault>([
    { kind: 'bulk-fails', value: 900 },
    { kind: 'bulk-cancelled', value: 900 },
    { kind: 'bulk-expires', value: 900 },
    { kind: 'bulk-unstated', value: 900 },
    { kind: 'bulk-unstated', value: 1199 },
    { kind: 'bulk-unstated', value: 0 },
    { kind: 'refuse', value: 'INVALID', matching: startOfQuery },
    { kind: 'lost-before', matching: startOfQuery, count: null },
    { kind: 'cut-body', matching: results, count: null },
    { kind: 'status', value: 503, matching: results, count: null },
    { kind: 'status', value: 403, matching: results, count: null },
  ])(
    'that $kind $value keeps from the bulk way goes on by pages: whole, and each product once',
    { tags: ['slow'] },
    async (fault) => {
      const store = opened();
      store.shop.faults.add(fault);

      const found = await scanned(store);

      expect(idsOf(found)).toEqual(expected(store));
      expect(store.shop.faults.hits.get(fault.kind)).toBeGreaterThan(0);
      expect(store.times(pages)).toBeGreaterThanOrEqual(5);
    },
  );

  it.each([1, 2])('takes results broken off %i times up again, and each product once', async (count) => {
    const store = opened();
    store.shop.faults.add({ kind: 'cut-body', matching: results, count });

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect([store.times(results), store.times(pages)]).toEqual([count + 1, 0]);
  });

  it.each<Fault>([
    { kind: 'lost-after', matching: startOfQuery },
    { kind: 'status-though-applied', value: 502, matching: startOfQuery },
    { kind: 'cut-body', matching: startOfQuery },
  ])('finds its operation by name where the answer to the start was lost: $kind', async (fault) => {
    const store = opened();
    store.shop.faults.add(fault);

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect(store.times(startOfQuery)).toBe(1);
    expect(store.times(pages)).toBe(0);
    expect(store.points()).toBeLessThan(120);
  });

  it('starts again what surely never reached the store', async () => {
    const store = opened();
    store.shop.faults.add({ kind: 'lost-before', matching: startOfQuery });

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect([store.times(startOfQuery), store.times(pages)]).toEqual([2, 0]);
  });

  it.each([
    ['a line that is no product', (text: string) => text.replace(/"title":"Lamp 700"/, '"title":7')],
    ['a line that is no JSON', (text: string) => text.replace('"title":"Lamp 700"', '"title":"Lam')],
    ['a line in the middle left out', (text: string) => text.replace(/.*"Lamp 700".*\n/, '')],
    ['an end cut off without a word', (text: string) => text.slice(0, text.length - 200)],
    ['nothing at all', () => ''],
  ])('does not take results for whole that hold %s', async (_, changed) => {
    const store = opened();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await store.context.fetch(input, init);
      return String(input).includes(results) ? new Response(changed(await answer.text())) : answer;
    };

    const found = await scanned({ ...store, context: { ...store.context, fetch } });

    expect(idsOf(found)).toEqual(expected(store));
    expect(store.times(pages)).toBeGreaterThanOrEqual(5);
  });

  it('is an error with a name, and never a part, where the pages fail too', async () => {
    const store = opened();
    store.shop.faults.add(
      { kind: 'bulk-unstated', value: 900 },
      { kind: 'status', value: 503, matching: pages, count: null },
    );

    await expect(scanned(store)).rejects.toMatchObject({ code: 'store.unwell' });
  });

  it('is an error with a name where the token ends while the operation runs', async () => {
    const store = opened();
    store.shop.faults.add({ kind: 'token-revoked', matching: 'BowerbirdBulkOperation($id' });

    await expect(scanned(store)).rejects.toMatchObject({ code: 'store.access-denied' });
  });
});
