import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LookupRequest } from '../../../listing/product-seen.ts';
import { contextWith } from '../../../testing/lister/bench.ts';
import { lister } from '../lister.ts';
import { largestId, marksIn, windowStart, withMark } from '../marks.ts';
import { clock, freshShop, item, lamp, prepared } from '../testing.ts';

const minute = 60_000;
const noted = Date.UTC(2026, 10, 20);

function requests(count: number, since: number | null): LookupRequest[] {
  return Array.from({ length: count }, (_, at) => ({
    key: at === 0 ? item.key : `bb-${String.fromCharCode(98 + at).repeat(16)}`,
    storeProductId: null,
    handle: at === 0 ? lamp.handle : `other-${at}`,
    skus: [],
    since,
  }));
}

afterEach(() => {
  vi.useRealTimers();
});

async function filled(count: number) {
  const { shop, access, fetch } = freshShop();
  const context = contextWith(fetch);
  await lister.writer.create([item], access, context);
  const [first] = shop.view().products;
  for (let made = 1; first && made < count; made += 1) {
    const handle = `good-${made}`;
    shop.ledger.create({ ...first, handle, spu: `S${made}` }, 'merchant', noted);
  }
  return { shop, access, context };
}

describe('the window of a look', () => {
  it.each([
    ['at the newest mark that is surely older', 30, 20],
    ['before a mark that another clock may have noted later', 11, 10],
    ['before the first product, where no mark is old enough', 1, 0],
  ])('begins %s', (_, minutes, start) => {
    const marks = [
      { at: noted, id: 10 },
      { at: noted + 10 * minute, id: 20 },
    ];

    expect(windowStart(noted + minutes * minute, marks)).toBe(start);
    expect(windowStart(null, marks)).toBe(0);
  });

  it('is only widened by a clock that ran ahead when it was noted', () => {
    const marks = [
      { at: noted, id: 10 },
      { at: noted + 600 * minute, id: 20 },
      { at: noted + 20 * minute, id: 30 },
    ];

    expect(windowStart(noted + 60 * minute, marks)).toBe(10);
    expect(withMark(marks, { at: noted + 10 * minute, id: 40 })).toEqual(marks);
  });

  it('keeps few marks, and the first and the newest of them', () => {
    let marks = withMark([], null);
    for (let at = 1; at <= 500; at += 1) {
      marks = withMark(marks, { at: at * minute, id: at });
    }

    expect(marks.length).toBeLessThan(70);
    expect([marks[0]?.id, marks.at(-1)?.id]).toEqual([1, 500]);
  });

  it.each([0, 1, 99, 100, 250, 1200])(
    'finds the largest id of %i products in a few requests',
    async (count) => {
      const { shop, access, context } = count === 0 ? await empty() : await filled(count);
      let requests = 0;
      const counting = contextWith(async (input, init) => {
        requests += 1;
        return await context.fetch(input, init);
      });

      const found = await largestId(0, access, counting);

      expect(found).toBe(Math.max(0, ...shop.ledger.products.keys()));
      expect(requests).toBeLessThanOrEqual(20);
    },
  );

  it('is noted at each preparation, and begins where the first intent was', async () => {
    const { shop, access, context } = await filled(250);
    const { details } = await lister.connector.prepare(access, context);
    const marks = marksIn({ prepared: details });
    const largest = Math.max(...shop.ledger.products.keys());
    const requested: string[] = [];
    const counting = contextWith(async (input, init) => {
      requested.push(String(input));
      return await context.fetch(input, init);
    });
    const open = { ...access, prepared: details };

    await lister.reader.look(requests(200, Date.now() + 3 * minute), open, counting);

    expect(marks).toMatchObject([{ id: largest }]);
    expect(requested).toEqual([expect.stringContaining(`since_id=${largest}`)]);
    const again = await lister.connector.prepare(open, context);
    expect(marksIn({ prepared: again.details })).toEqual(marks);
  });

  it('is noted later than all that was read for it, however slowly the store answers', async () => {
    const { access, context } = await filled(120);
    vi.useFakeTimers({ now: noted, toFake: ['Date'] });
    const slow = contextWith(async (input, init) => {
      vi.setSystemTime(Date.now() + 5 * minute);
      return await context.fetch(input, init);
    });

    const { details } = await lister.connector.prepare(access, slow);

    expect(marksIn({ prepared: details })).toMatchObject([{ at: Date.now() }]);
  });

  it('walks it once for many products, and reads whole only those that may be ours', async () => {
    const { access, context } = await filled(250);
    const requested: string[] = [];
    const counting = contextWith(async (input, init) => {
      requested.push(new URL(String(input)).pathname);
      return await context.fetch(input, init);
    });

    const found = await lister.reader.look(requests(200, 0), access, counting);

    expect(found[0]).toMatchObject([{ key: item.key }]);
    expect(found.slice(1).flat()).toEqual([]);
    expect(requested.filter((path) => path === '/products')).toHaveLength(4);
    expect(requested.filter((path) => path !== '/products')).toHaveLength(1);
  });

  it('never believes a list that does not go on', async () => {
    const rows = [{ id: 5, handle: 'x', spu: 'y' }];
    const context = contextWith(async () => Response.json({ code: 0, msg: 'success', data: { list: rows } }));

    await expect(lister.reader.look(requests(1, 0), freshShop().access, context)).rejects.toMatchObject({
      code: 'store.unwell',
    });
  });

  it('does not see what a stale list leaves out, and sees it when the list is up to date', async () => {
    const outside = clock();
    const { shop, access, context } = await prepared(lister, { outside });
    shop.faults.add({ kind: 'stale-reads', value: 60_000 });
    await lister.writer.create([item], access, context);

    const early = await lister.reader.look(requests(1, 0), access, context);
    outside.at += 125_000;
    const aged = await lister.reader.look(requests(1, 0), access, context);

    expect(early).toEqual([[]]);
    expect(aged).toMatchObject([[{ key: item.key }]]);
  });
});

async function empty() {
  const { shop, access, fetch } = freshShop();
  return { shop, access, context: contextWith(fetch) };
}
