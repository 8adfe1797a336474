import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { Coverage } from './listing/coverage.ts';
import { openInstallation } from './listing/installations.ts';
import { shopify } from './listing/stores/shopify.ts';
import { runKills } from './listing/workers/kills.ts';

const { url } = await testDatabase();
const installation = openInstallation(url, 10);
afterAll(installation.close);

it('lists every product exactly once though its worker is killed', { tags: ['slow'] }, async () => {
  const proof = await runKills(shopify, {
    installation,
    seed: 20261120,
    kills: 1,
    products: 16,
    coverage: new Coverage(),
    say: () => undefined,
  });

  expect(proof.kills).toBe(1);
  expect(proof.wrong).toEqual([]);
});
