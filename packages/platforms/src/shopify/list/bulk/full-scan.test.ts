import { describe, expect, it } from 'vitest';
import type { SeenProduct } from '../../../listing/product-seen.ts';
import type { ListerContext } from '../../../listing/store/access.ts';
import { lister } from '../lister.ts';
import {
  expected,
  idsOf,
  large,
  type Opened,
  opened,
  pages,
  results,
  scanned,
  startOfQuery,
} from './testing/large-store.ts';

const ours = 700;

/** Reads the same page by page, whatever the store supports. */
async function paged(): Promise<SeenProduct[]> {
  const store = opened();
  store.shop.faults.add({ kind: 'refuse', matching: startOfQuery });
  const found = await scanned(store);
  expect(store.times(pages)).toBeGreaterThanOrEqual(5);
  return found.flat();
}

describe('the full scan of a large store', () => {
  it('is whole, and tells of each product what pages tell', { tags: ['slow'] }, async () => {
    const store = opened();

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect(found.flat()).toHaveLength(ours);
    expect(found.flat()).toEqual(await paged());
    expect(found.every((page) => page.length > 0 && page.length <= 250)).toBe(true);
  });

  it('takes few requests and under 60 points in place of thousands', async () => {
    const store = opened();

    await scanned(store);

    expect(store.points()).toBeLessThan(60);
    expect(store.times(pages)).toBe(0);
    expect(store.times(startOfQuery)).toBe(1);
    expect(store.times(results)).toBe(1);
    expect(store.requests()).toBeLessThanOrEqual(10);
  });

  it.each([
    [250, 147],
    [3, 3],
    [0, 0],
  ])('of %i products is one page, as a small store needs no operation', async (count, keyed) => {
    const store = opened(count);

    const found = await scanned(store);

    expect(found.flat()).toHaveLength(keyed);
    expect([store.times(pages), store.times(startOfQuery), store.requests()]).toEqual([1, 0, 2]);
  });

  it.each([1, 5])('waits for one of %i places that others hold, and is whole', async (concurrent) => {
    const store = opened(large, { bulk: { concurrent, beginsAfterMs: 2000, linesPerSecond: 10 } });
    await holdPlaces(store, concurrent);

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect(store.times(startOfQuery)).toBeGreaterThan(1);
    expect(store.times(pages)).toBe(0);
  });

  it('goes by pages where others hold all places for too long', async () => {
    const store = opened(large, { bulkQueryObjectsPerSecond: 0.01 });
    await holdPlaces(store, 5);
    const before = store.clock.now();

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect(store.times(startOfQuery)).toBeLessThan(20);
    expect(store.clock.now() - before).toBeLessThan(5 * 60_000);
  });

  it('goes by pages where the operation does not get on', async () => {
    const store = opened(large, { bulkQueryObjectsPerSecond: 0.01 });
    const before = store.clock.now();

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect(store.times(pages)).toBeGreaterThanOrEqual(5);
    expect(store.clock.now() - before).toBeLessThan(10 * 60_000);
  });

  it('waits for an operation that is slow and gets on', async () => {
    const store = opened(large, { bulkQueryObjectsPerSecond: 2 });

    const found = await scanned(store);

    expect(idsOf(found)).toEqual(expected(store));
    expect(store.times(pages)).toBe(0);
  });

  it('ends with the stop of its run, and asks nothing more', async () => {
    const store = opened(large, { bulkQueryObjectsPerSecond: 0.01 });
    const stop = new AbortController();
    const context: ListerContext = {
      ...store.context,
      signal: stop.signal,
      sleep: async (ms) => {
        await store.clock.sleep(ms);
        stop.abort(new Error('stopped'));
      },
    };

    await expect(scanned({ ...store, context })).rejects.toThrow('stopped');
    expect(store.times(pages)).toBe(0);
  });

  it('gives each product once, in either state, where the store changes while the operation runs', async () => {
    const store = opened(large, { bulkQueryObjectsPerSecond: 100 });
    const { products } = store.shop.view();
    let changed = false;
    const context: ListerContext = {
      ...store.context,
      sleep: async (ms) => {
        await store.clock.sleep(ms);
        if (!changed && store.clock.slept.reduce((sum, each) => sum + each, 0) > 5000) {
          changed = true;
          store.shop.merchant.remove(products[0]?.id ?? 0);
          store.shop.merchant.remove(products[1190]?.id ?? 0);
          store.shop.merchant.edit(products[2]?.id ?? 0, { title: 'Edited' });
        }
      },
    };

    const found = await scanned({ ...store, context });

    expect(changed).toBe(true);
    expect(store.times(pages)).toBe(0);
    const ids = idsOf(found);
    const removed = `gid://shopify/Product/${products[0]?.id}`;
    expect(ids.filter((id) => id !== removed)).toEqual(expected(store));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is no operation of a listing run: a restored database does not wait for it', async () => {
    const store = opened(large, { bulkQueryObjectsPerSecond: 0.01 });
    await scanned(store);

    expect(await lister.writer.bulk?.underWay(store.access, store.context)).toEqual([]);
  });

  it('reads thirty thousand results as they come', { tags: ['slow'] }, async () => {
    const store = opened();
    const count = 30_000;
    let made = 0;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const lines = Array.from({ length: 500 }, () => resultLine(made++));
          controller.enqueue(encoder.encode(lines.join('')));
          if (made >= count) {
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (String(input).includes(results)) {
        return new Response(body);
      }
      const answer = await store.context.fetch(input, init);
      const text = await answer.text();
      return new Response(text.replace(/"(objectCount|rootObjectCount)":"1200"/g, `"$1":"${count}"`));
    };
    let seen = 0;
    let ahead = 0;

    for await (const page of lister.reader.fullScan(store.access, { ...store.context, fetch })) {
      seen += page.length;
      ahead = Math.max(ahead, made - seen);
    }

    expect(seen).toBe(count);
    expect(ahead).toBeLessThanOrEqual(1000);
    expect(store.times(pages)).toBe(0);
  });
});

/** Makes other apps' operations use this many slots; each ends by itself. */
async function holdPlaces(store: Opened, count: number): Promise<void> {
  const query = 'query Others { products { edges { node { id } } } }';
  for (let place = 0; place < count; place += 1) {
    const { data } = await store.admin(
      'mutation Run($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id } } }',
      { query },
    );
    expect(data.bulkOperationRunQuery.bulkOperation).not.toBeNull();
  }
}

function resultLine(place: number): string {
  const product = {
    id: `gid://shopify/Product/${place}`,
    handle: `lamp-${place}`,
    status: 'ACTIVE',
    createdAt: '2026-11-20T12:00:00Z',
    updatedAt: '2026-11-20T12:00:00Z',
    title: `Lamp ${place}`,
    descriptionHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    onlineStoreUrl: null,
    key: { value: `bb-${place}` },
    attempt: null,
  };
  return `${JSON.stringify(product)}\n`;
}
