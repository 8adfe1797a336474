import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { Coverage } from './listing/coverage.ts';
import { playKills } from './listing/kills.ts';
import { shopify } from './listing/stores/shopify.ts';

const { url } = await testDatabase();
const { db, close } = openDatabase(url, { connectionsMax: 10 });
afterAll(close);

it('lists every product exactly once though its worker is killed', async () => {
  const proof = await playKills(shopify, {
    db,
    databaseUrl: url,
    seed: 20261120,
    kills: 1,
    products: 16,
    coverage: new Coverage(),
    say: () => undefined,
  });

  expect(proof.kills).toBe(1);
  expect(proof.wrong).toEqual([]);
});
