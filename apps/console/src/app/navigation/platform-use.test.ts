import type { PlatformUse } from '@bowerbird/contract/collect/platforms';
import { expect, it } from 'vitest';
import { menuPlatforms } from './platform-use.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 24 * 3600 * 1000).toISOString();
const use = (id: string, rest: Partial<PlatformUse> = {}): PlatformUse => ({
  id,
  stores: 0,
  collectRuns: 0,
  lastCollectedAt: null,
  pinned: false,
  ...rest,
});

it('keeps platforms with a store, a collection within 90 days or a pin in the menu, four at most', () => {
  const all = [
    use('idle'),
    use('old', { lastCollectedAt: daysAgo(91) }),
    use('recent', { lastCollectedAt: daysAgo(89) }),
    use('store', { stores: 1 }),
    use('today', { lastCollectedAt: daysAgo(0) }),
    use('kept', { pinned: true }),
    use('another', { stores: 2, lastCollectedAt: daysAgo(120) }),
  ];

  expect(
    menuPlatforms(
      all.map(({ id }) => id),
      all,
      now,
    ),
  ).toEqual(['kept', 'today', 'recent', 'another']);
  expect(menuPlatforms(['store', 'idle'], all, now)).toEqual(['store']);
});
