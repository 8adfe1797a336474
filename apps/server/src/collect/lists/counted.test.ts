import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { collectedProducts, mug } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { claimJob } from '../../products/claim/claim-job.ts';
import { claimRoutes } from '../../products/claim/claim-routes.ts';
import { productRoutes } from '../../products/routes.ts';
import { findPriceGuard } from '../../rules/price-guard.ts';
import { getRun } from '../../runs/runs.ts';
import { collectTests } from '../testing.ts';
import { chooseCollected, collectedReader } from './filter.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, new Map(), {
  served: [...productRoutes, ...claimRoutes(collectedReader)],
});
const { ownerId } = tests;
const claimIt = claimJob(tests.services, chooseCollected, findPriceGuard);
const selection = { filter: { state: 'unclaimed' }, except: [] };

const some = (count: number) =>
  collectedProducts(
    db,
    ownerId,
    Array.from({ length: count }, () => mug),
  );
const work = (runId: string) => claimIt.work({ runId, ownerId, key: runId }, new AbortController().signal);
const runOf = (runId: string) => asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId));

it('claims by filter only the number that was shown, and names the new one where it differs', async () => {
  await some(12);

  const uncounted = await tests.send('POST', '/collect/results/claim', { selection });
  const another = await tests.send('POST', '/collect/results/claim', { selection, expected: 11 });

  expect([uncounted.status, uncounted.body.code]).toEqual([400, 'request.invalid']);
  expect(another).toMatchObject({
    status: 409,
    body: { code: 'selection.changed', params: { expected: 11, count: 12 } },
  });
  expect(await tests.rows({ state: 'claimed' })).toEqual([]);
});

it('claims nothing that was collected after it was counted, and its products can be found and undone by the run', async () => {
  const begun = await tests.post('/collect/results/claim', { selection, expected: 12 });
  const { runId } = begun as { runId: string };
  await some(3);
  await work(runId);

  const found = await tests.post('/products/query', { filter: { claimRunId: runId } });
  const undo = `/collect/claims/${runId}/undo`;
  const wrong = await tests.send('POST', undo, { expected: 11 });
  const undone = await tests.post(undo, { expected: 12 });

  expect(await runOf(runId)).toMatchObject({ state: 'complete', done: 12, total: 12 });
  expect(found).toMatchObject({ total: 12 });
  expect(wrong).toMatchObject({ status: 409, body: { code: 'selection.changed', params: { count: 12 } } });
  expect(undone).toEqual({ takenBack: 12, kept: 0 });
  expect(await tests.rows({ state: 'unclaimed' })).toHaveLength(15);
});

it('deletes collected products by filter only when as many match as were shown', async () => {
  const another = await tests.send('POST', '/collect/results/delete', { selection, expected: 14 });
  const uncounted = await tests.send('POST', '/collect/results/delete', { selection });

  expect(another).toMatchObject({
    status: 409,
    body: { code: 'selection.changed', params: { expected: 14, count: 15 } },
  });
  expect(uncounted.body.code).toBe('request.invalid');
  expect(await tests.count()).toBe(15);
  expect(await tests.post('/collect/results/delete', { selection, expected: 15 })).toEqual({ deleted: 15 });
});

it('shows before claiming what is kept as the cost, and the margin over it or over the source price', async () => {
  const costless = { ...mug, variants: mug.variants.map((each) => ({ ...each, cost: null })) };
  const ids = await collectedProducts(db, ownerId, [mug, costless]);
  const preview = (edits: object[]) =>
    tests.post('/collect/results/claim-preview', { selection: { ids }, edits });

  const asTheyAre = await preview([]);
  const fromCost = await preview([{ kind: 'price-from-cost', by: '2' }]);

  expect(asTheyAre).toMatchObject({
    sample: [
      { price: { after: '19.90' }, cost: '8.00', margin: 60 },
      { price: { after: '19.90' }, cost: null, margin: 0 },
    ],
  });
  expect(fromCost).toMatchObject({
    sample: [
      { price: { after: '16.00' }, cost: '8.00', margin: 50 },
      { price: { after: '39.80' }, cost: '19.90', margin: 50 },
    ],
  });
});
