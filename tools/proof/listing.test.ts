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

/** The proof of `npm run proof:listing`, in short; that one meets every fault on every platform. */
function rounds(given: Partial<RoundsOptions>) {
  return playRounds({
    installations,
    seed: 7,
    platforms: [...playedPlatforms.values()],
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
  it('on every platform', async () => {
    const { faults, wrong } = await rounds({});

    expect(wrong).toEqual([]);
    expect(faults).toBeGreaterThan(10);
  });

  it('while a run is taken back, after our database was put back, and by bulk operations', async () => {
    const ways = [
      ['woocommerce', 'undo.item-k'],
      ['shopyy', 'restore.step'],
      ['shopify', 'bulk.result-line-k'],
    ] as const;
    const coverage = new Coverage();

    const played = ways.map(([platform, focus], place) =>
      rounds({ ...on(platform), focus, coverage, installations: installations.slice(place, place + 1) }),
    );
    const wrong = (await Promise.all(played)).flatMap((each) => each.wrong);

    expect(wrong).toEqual([]);
    expect(ways.map(([platform, focus]) => coverage.timesOf(platform, focus) > 0)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('and a protocol that does not look before it sends again is found out', async () => {
    const { wrong } = await rounds({ ...on('wordpress'), without: 'ladder', focus: 'doubt.before-commit' });

    expect(wrong).not.toEqual([]);
  });
});
