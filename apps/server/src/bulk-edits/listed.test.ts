import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { expect, it } from 'vitest';
import { listingBench, someProducts } from '../../testing/listing/listing.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { listProducts } from '../products/list/list.ts';
import { previewEdit } from './preview.ts';
import { bulkBench } from './testing.ts';

const { db, ann, own, get, start, deliver, status, undo } = await bulkBench();
const store = await listingBench(db, { ownerId: ann.ownerId });

/** The ids of the products that the list shows as changed since they were listed. */
async function changedSinceListed(): Promise<string[]> {
  const request = { sort: 'created', direction: 'asc', limit: 100, filter: { queue: 'changed' } } as const;
  const { rows } = await asOwner(db, ann.ownerId, (owned) => listProducts(owned, ann.ownerId, request));
  return rows.map(({ id }) => id);
}

it('the preview names the store that would refuse what the edit makes, and why, and only where it would', async () => {
  const options = ['Size', 'Colour', 'Glaze'].map((name) => ({ name, values: ['One'] }));
  const full = { ...mug, options, variants: [variant({ optionValues: ['One', 'One', 'One'] })] };
  const ids = await own([full, mug]);
  const steps: EditStep[] = [{ edit: { kind: 'add-option', name: 'Set', value: 'Single' } }];

  const { sample } = await asOwner(db, ann.ownerId, (owned) =>
    previewEdit(owned, store.services, ann.ownerId, { selection: { ids }, steps, from: null }),
  );

  const refused = { code: 'store.too-many-options', params: { n: 4, max: 3 } };
  expect(sample.map(({ id, outcome, inStores }) => ({ id, outcome, inStores }))).toEqual([
    {
      id: ids[0],
      outcome: 'changed',
      inStores: [{ storeId: store.storeId, storeName: 'Aster', stops: [refused] }],
    },
    { id: ids[1], outcome: 'changed', inStores: [] },
  ]);
});

it('makes a listed product changed since listed until its store has it, and so does the undo', {
  tags: ['slow'],
}, async () => {
  const [id = '', other = ''] = await own(someProducts(2, 10));
  await store.list([id, other]);
  const { title } = (await get(id)).product;

  const runId = await start({ ids: [id] }, [{ edit: { kind: 'title-suffix', text: ' XL' } }]);
  await deliver(runId);
  expect(await changedSinceListed()).toEqual([id]);
  expect((await status(runId)).listedBefore).toBe(1);

  await store.list([id]);
  expect(await changedSinceListed()).toEqual([]);
  expect((await status(runId)).listedBefore).toBe(0);

  const undoId = await undo(runId);
  await deliver(undoId);
  expect((await get(id)).product.title).toBe(title);
  expect(await changedSinceListed()).toEqual([id]);
  expect((await status(undoId)).listedBefore).toBe(1);

  await store.list([id]);
  expect(await changedSinceListed()).toEqual([]);
  expect(store.shop.view().products.map((product) => product.title)).toContain(title);
});

it('undone before the store has it, leaves nothing to update', { tags: ['slow'] }, async () => {
  const [id = ''] = await own(someProducts(1, 20));
  await store.list([id]);
  const runId = await start({ ids: [id] }, [{ edit: { kind: 'title-suffix', text: ' XL' } }]);
  await deliver(runId);
  const undoId = await undo(runId);
  await deliver(undoId);

  expect(await changedSinceListed()).toEqual([]);
  expect([(await status(runId)).listedBefore, (await status(undoId)).listedBefore]).toEqual([0, 0]);
});
