import { expect, it } from 'vitest';
import { proveListing } from '../../../../tools/proof/kill-listing.ts';
import { testDatabase } from '../testing/database.ts';

const { url } = await testDatabase();

it('lists every product exactly once though its workers are killed', async () => {
  const proof = await proveListing({ databaseUrl: url, kills: 3, seed: 20261120, say: () => undefined });

  expect(proof.kills).toBe(3);
  expect(proof.wrong).toEqual([]);
}, 120_000);
