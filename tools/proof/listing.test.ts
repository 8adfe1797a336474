import { share } from '@bowerbird/platforms/testing/share';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { Coverage } from './listing/coverage.ts';
import { type Installation, openInstallation } from './listing/installations.ts';
import { playedPlatforms } from './listing/played-platforms.ts';
import { playRounds, type RoundsOptions } from './listing/rounds.ts';

const installations: Installation[] = [];
for (let place = 0; place < 3; place += 1) {
  const { url } = await testDatabase();
  installations.push(openInstallation(url, 10));
}
afterAll(() => Promise.all(installations.map(({ close }) => close())));

/** Of the platforms, and of the ways, so many are played by `npm test`, all of them by `npm run test:long`. */
const platforms = share([...playedPlatforms.values()], 2);

/** The proof of `npm run proof:listing`, in short; that one meets every fault on every platform. */
function rounds(given: Partial<RoundsOptions>) {
  return playRounds({
    installations,
    seed: 7,
    platforms,
    rounds: 1,
    only: 0,
    focus: null,
    without: null,
    enough: null,
    coverage: new Coverage(),
    say: () => undefined,
    ...given,
  });
}

function on(platform: string): Pick<RoundsOptions, 'platforms'> {
  return { platforms: [...playedPlatforms.values()].filter((played) => played.platform.id === platform) };
}

describe('each product is in the store exactly once, whatever befalls store and workers', () => {
  it(`on ${platforms.map(({ platform }) => platform.id).join(', ')}`, async () => {
    const { faults, wrong } = await rounds({});

    expect(wrong).toEqual([]);
    expect(faults).toBeGreaterThan(platforms.length);
  });

  const ways = [
    ['while a run is taken back', 'woocommerce', 'undo.item-k'],
    ['after our database was put back', 'shopyy', 'restore.step'],
    ['by bulk operations', 'shopify', 'bulk.result-line-k'],
  ] as const;
  it.each(share(ways, 1, 1))('%s', async (_way, platform, focus) => {
    const coverage = new Coverage();

    const { wrong } = await rounds({ ...on(platform), focus, coverage });

    expect(wrong).toEqual([]);
    expect(coverage.timesOf(platform, focus)).toBeGreaterThan(0);
  });

  it('and a protocol that does not look before it sends again is found out', async () => {
    const { wrong } = await rounds({ ...on('wordpress'), without: 'ladder', focus: 'doubt.before-commit' });

    expect(wrong).not.toEqual([]);
  });
});
