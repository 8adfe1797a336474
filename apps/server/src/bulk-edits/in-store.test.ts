import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { mug } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { bulkBench, type Preview } from './testing.ts';

const { db, ann, ask, own, get, start, deliver, status, items, undo, another } = await bulkBench();

/** A shop of the merchant, with rules that double every price. */
async function shopOf(ownerId: string): Promise<string> {
  const [id, rulesId] = [v7(), v7()];
  await asOwner(db, ownerId, async (owned) => {
    const pricing = { ranges: [{ from: '0', to: null, times: '2' }] };
    const rules = { id: rulesId, owner_id: ownerId, name: id, content: jsonText({ pricing }) };
    await owned.insertInto('store_rules').values(rules).execute();
    await owned
      .insertInto('shop')
      .values({
        id,
        owner_id: ownerId,
        rules_id: rulesId,
        platform: 'shopify',
        identity: id,
        name: 'Aster',
        maximum_variants: 100,
        maximum_options: 3,
      })
      .execute();
  });
  return id;
}

it('percent for a selection in a store starts from its rules, is previewed exactly, and is undone', async () => {
  const shopId = await shopOf(ann.ownerId);
  const ids = await own([mug, { ...mug, title: 'Second mug', handle: 'second-mug' }]);
  const selection = { ids };
  const steps: EditStep[] = [{ inStore: shopId, edit: { kind: 'percent-to-price', percent: '10' } }];

  const { sample } = await ask<Preview>('POST', '/edits/preview', { selection, steps });
  const [shown] = sample;
  expect(Object.values(shown?.ruled ?? {})).toContainEqual({
    amount: (Number(mug.variants[0]?.price) * 2).toFixed(2),
    currency: mug.currency,
  });
  expect(Object.keys(shown?.ruled ?? {})).toEqual(shown?.cells.map(({ path }) => path));
  const runId = await start(selection, steps);
  await deliver(runId);

  expect((await status(runId)).counts).toMatchObject({ changed: 2 });
  const made = (await items(runId, 'changed')).items[0]?.cells.map(({ undone: _undone, ...cell }) => cell);
  expect(made).toEqual(sample.find(({ outcome }) => outcome === 'changed')?.cells);
  const { product } = await get(ids[0] ?? '');
  const [variant] = product.variants;
  expect(variant?.price).toBe(mug.variants[0]?.price);
  expect(product.inStores?.[shopId]?.prices?.[variant?.id ?? '']?.amount).toBe(
    (Number(variant?.price) * 2.2).toFixed(2),
  );

  await deliver(await undo(runId));
  expect((await get(ids[0] ?? '')).product.inStores).toBeUndefined();
});

it('clears own values of a selection, and refuses what no store can have by itself, and a shop of another merchant', async () => {
  const shopId = await shopOf(ann.ownerId);
  const [id = ''] = await own([mug]);
  const run = async (steps: EditStep[]) => {
    const runId = await start({ ids: [id] }, steps);
    await deliver(runId);
    return { ...(await status(runId)), refused: (await items(runId, 'rejected')).items[0]?.fault?.code };
  };
  await run([{ inStore: shopId, edit: { kind: 'title-prefix', text: 'Here: ' } }]);
  expect((await get(id)).product.inStores).toEqual({ [shopId]: { title: `Here: ${mug.title}` } });

  await run([{ edit: { kind: 'clear-own-values', shopId } }]);
  expect((await get(id)).product.inStores).toBeUndefined();

  expect((await run([{ inStore: shopId, edit: { kind: 'set-stock', stock: 1 } }])).refused).toBe(
    'not-per-store',
  );
  const someoneElse = await another('own-values-other');
  const theirs = await shopOf(someoneElse.ownerId);
  expect((await run([{ inStore: theirs, edit: { kind: 'title-prefix', text: 'Here: ' } }])).refused).toBe(
    'store-unknown',
  );
  expect((await get(id)).product.inStores).toBeUndefined();
});
