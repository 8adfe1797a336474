import { expect, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { proveCollect } from './kill-collect.ts';

const { url } = await testDatabase();

it('ends with the same set and a right certificate though its workers are killed on the way', {
  tags: ['slow'],
}, async () => {
  const proof = await proveCollect({ databaseUrl: url, kills: 3, seed: 7, say: () => void 0 });

  expect(proof.wrong).toEqual([]);
  expect(proof.kills).toBe(3);
});
