import { expect, it } from 'vitest';
import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { proveListing } from './kill-listing.ts';

const { url } = await testDatabase();

it('lists every product exactly once though its workers are killed', async () => {
  const proof = await proveListing({ databaseUrl: url, kills: 3, seed: 20261120, say: () => undefined });

  expect(proof.kills).toBe(3);
  expect(proof.wrong).toEqual([]);
}, 120_000);
