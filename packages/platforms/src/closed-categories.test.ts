import { expect, it } from 'vitest';
import { platforms } from './all.ts';
import type { Platform } from './platform.ts';
import { playedShop } from './testing/played-suite.ts';
import { itemsOf } from './unread.ts';

const closed = { kind: 'status', value: 404, matching: '/categories', count: null } as const;

it.each(['woocommerce', 'wordpress'])(
  'says that a category is not told whole where the list that names its parents is closed: %s',
  async (id) => {
    const platform = platforms.get(id) as Platform;
    const open = playedShop(platform, 12);
    const shut = playedShop(platform, 12, closed);
    const unknownOf = async ({ collect }: typeof open) =>
      (await collect()).products.map(({ extra }) => itemsOf(extra.page?.unknown));

    const [told, untold] = [await unknownOf(open), await unknownOf(shut)];

    expect(told.some((unknown) => unknown.includes('categories'))).toBe(false);
    expect(untold.length).toBe(told.length);
    expect(untold.every((unknown) => unknown.includes('categories'))).toBe(true);
  },
);
