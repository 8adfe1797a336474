import { share } from '@bowerbird/platforms/testing/share';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { Coverage } from './listing/coverage.ts';
import { type Installation, openInstallation } from './listing/installations.ts';
import { type RoundsOptions, runRounds } from './listing/rounds.ts';
import { simulatedPlatforms } from './listing/simulated-platforms.ts';

const installations: Installation[] = [];
for (let place = 0; place < 3; place += 1) {
  const { url } = await testDatabase();
  installations.push(openInstallation(url, 10));
}
afterAll(() => Promise.all(installations.map(({ close }) => close())));

/** `npm test` runs this many of the platforms and ways, `npm run test:long` all of them. */
const platforms = share([...simulatedPlatforms.values()], 2);

/** Short form of `npm run proof:listing`, which meets every fault on every platform. */
function rounds(given: Partial<RoundsOptions>) {
  return runRounds({
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
  return {
    platforms: [...simulatedPlatforms.values()].filter((simulated) => simulated.platform.id === platform),
  };
}

describe('each product is in the store exactly once, whatever happens to store and workers', () => {
  it(`on ${platforms.map(({ platform }) => platform.id).join(', ')}`, { tags: ['slow'] }, async () => {
    const { faults, wrong } = await rounds({});

    expect(wrong).toEqual([]);
    expect(faults).toBeGreaterThan(platforms.length);
  });

  const ways = [
    ['while a run is taken back', 'woocommerce', 'undo.item-k'],
    ['after our database was put back', 'shopyy', 'restore.step'],
    ['by bulk operations', 'shopify', 'bulk.result-line-k'],
  ] as const;
  it.each(share(ways, 1, 1))('%s', { tags: ['slow'] }, async (_way, platform, focus) => {
    const coverage = new Coverage();

    const { wrong } = await rounds({ ...on(platform), focus, coverage });

    expect(wrong).toEqual([]);
    expect(coverage.timesOf(platform, focus)).toBeGreaterThan(0);
  });

  it('and a protocol that does not look before it sends again is found out', { tags: ['slow'] }, async () => {
    const { wrong } = await rounds({
      ...on('wordpress'),
      without: 'lookupOrder',
      focus: 'unknown.before-commit',
    });

    expect(wrong).not.toEqual([]);
  });
});
