import { expect, it } from 'vitest';
import { platforms } from './all.ts';
import type { Platform } from './platform.ts';
import { itemsOf } from './reading/unread.ts';
import { simulatedShop } from './testing/simulated-suite.ts';

const closed = { kind: 'status', value: 404, matching: '/categories', count: null } as const;

it.each(['woocommerce', 'wordpress'])(
  'says that a category is not told whole where the list that names its parents is closed: %s',
  async (id) => {
    const platform = platforms.get(id) as Platform;
    const open = simulatedShop(platform, 12);
    const shut = simulatedShop(platform, 12, closed);
    const unknownOf = async ({ collect }: typeof open) =>
      (await collect()).products.map(({ extra }) => itemsOf(extra.page?.unknown));

    const [stated, unstated] = [await unknownOf(open), await unknownOf(shut)];

    expect(stated.some((unknown) => unknown.includes('categories'))).toBe(false);
    expect(unstated.length).toBe(stated.length);
    expect(unstated.every((unknown) => unknown.includes('categories'))).toBe(true);
  },
);
