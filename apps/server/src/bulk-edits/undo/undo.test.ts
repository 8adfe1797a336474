import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { expect, it } from 'vitest';
import { mug, variant } from '../../../testing/products/products.ts';
import { bulkBench } from '../testing.ts';

const bench = await bulkBench();
const { own, get, ask, call, start, deliver, status, items, undo, run } = bench;
const steps: EditStep[] = [
  { edit: { kind: 'multiply-price', by: '1.3' } },
  { edit: { kind: 'title-suffix', text: ' XL' } },
];
const edit = (id: string, edits: Edit[]) => ask('POST', `/products/${id}/edit`, { edits });
const preview = (id: string) => ask<{ counts: object }>('POST', `/edits/${id}/undo/preview`);
const contents = (ids: string[]) =>
  Promise.all(ids.map(async (id) => JSON.stringify((await get(id)).product)));

async function edited(ids: string[]): Promise<string> {
  const runId = await start({ ids }, steps);
  await deliver(runId);
  return runId;
}

it('restores every product byte for byte, and an undo of the undo applies the edit again', async () => {
  const ids = await own([mug, { ...mug, variants: [variant({ price: '7.00' })] }]);
  const before = await contents(ids);
  const runId = await edited(ids);
  const after = await contents(ids);

  const counts = await preview(runId);
  const undoId = await undo(runId);
  const undone = await deliver(undoId);
  const restored = await contents(ids);
  const redoId = await undo(undoId);
  await deliver(redoId);

  expect(counts).toEqual({ counts: { restored: 2, kept: 0, impossible: 0 }, left: [] });
  expect(undone).toMatchObject({ state: 'complete', total: 2, done: 2 });
  expect(restored).toEqual(before);
  expect(after).not.toEqual(before);
  expect(await contents(ids)).toEqual(after);
  expect(await status(runId)).toMatchObject({ undoneBy: [{ id: undoId, by: expect.any(String) }] });
  expect(await status(undoId)).toMatchObject({ undoes: runId, steps, undoneBy: [{ id: redoId }] });
});

it('keeps what was changed later and says by whom, and restores the rest of that product', async () => {
  const ids = await own([mug, mug]);
  const [changed = '', other = ''] = ids;
  const runId = await edited(ids);
  await edit(changed, [{ kind: 'title-suffix', text: '!' }]);

  const counts = await preview(runId);
  const undoId = await undo(runId);
  const undone = await deliver(undoId);

  expect(counts).toMatchObject({
    counts: { restored: 1, kept: 1, impossible: 0 },
    left: [{ id: changed, group: 'kept', by: expect.any(String), cells: [{ path: 'title' }] }],
  });
  expect(undone).toMatchObject({ state: 'partial', failed: 0 });
  expect((await get(changed)).product).toMatchObject({
    title: 'Blue mug XL!',
    variants: [{ price: '19.90' }],
  });
  expect((await get(other)).product).toMatchObject({ title: 'Blue mug' });
  expect((await items(undoId, 'kept')).items).toMatchObject([
    {
      id: changed,
      by: (await get(changed)).origins.find(({ field }) => field === 'title')?.by,
      cells: [{ path: 'title', before: 'Blue mug', after: 'Blue mug XL' }],
    },
  ]);
});

it('says why something cannot be undone, of a deleted variant and of a deleted product', async () => {
  const two = {
    ...mug,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((size) => variant({ id: size, optionValues: [size], price: '10.00' })),
  };
  const [variantGone = '', gone = ''] = await own([two, mug]);
  const runId = await start({ ids: [variantGone, gone] }, [{ edit: { kind: 'multiply-price', by: '2' } }]);
  await deliver(runId);
  await edit(variantGone, [{ kind: 'remove-variants', variants: ['M'] }]);
  await ask('POST', '/products/delete', { selection: { ids: [gone] }, expected: 1 });

  const counts = await preview(runId);
  const undoId = await undo(runId);
  const undone = await deliver(undoId);

  expect(counts).toMatchObject({
    counts: { restored: 0, kept: 0, impossible: 2 },
    left: [
      { id: gone, fault: { code: 'undo.product-gone' } },
      { id: variantGone, fault: { code: 'undo.gone' } },
    ],
  });
  expect(undone).toMatchObject({ state: 'partial', failed: 2 });
  expect((await items(undoId, 'impossible')).items).toMatchObject([
    { id: variantGone, fault: { code: 'undo.gone', params: { path: 'variants/M/price' } } },
    // It is in the bin, with its history.
    { id: gone, fault: { code: 'undo.product-gone' } },
  ]);
  expect((await get(variantGone)).product.variants).toMatchObject([{ id: 'S', price: '10.00' }]);
});

it('is narrowed to some products, and a second undo is for the others', async () => {
  const ids = await own([mug, mug, mug]);
  const [first = ''] = ids;
  const runId = await edited(ids);

  await deliver(await undo(runId, { productIds: [first] }));
  const left = await preview(runId);
  await deliver(await undo(runId));
  const nothing = await call('POST', `/edits/${runId}/undo`, {});

  expect(left).toEqual({ counts: { restored: 2, kept: 0, impossible: 0 }, left: [] });
  expect(await Promise.all(ids.map(async (id) => (await get(id)).product.title))).toEqual(
    ids.map(() => 'Blue mug'),
  );
  expect(nothing.body).toMatchObject({ code: 'selection.empty' });
});

it('is narrowed to one cell of one variant, and what is left can be undone later', async () => {
  const two = {
    ...mug,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((size) => variant({ id: size, optionValues: [size], price: '10.00' })),
  };
  const [id = '', other = ''] = await own([two, two]);
  const runId = await start({ ids: [id, other] }, [{ edit: { kind: 'multiply-price', by: '2' } }]);
  await deliver(runId);
  const cell = { productIds: [id], paths: ['variants/M/price'] };
  const prices = async (of: string) => (await get(of)).product.variants.map(({ price }) => price);

  const forecast = await ask('POST', `/edits/${runId}/undo/preview`, cell);
  await deliver(await undo(runId, cell));

  expect(forecast).toEqual({ counts: { restored: 1, kept: 0, impossible: 0 }, left: [] });
  expect([await prices(id), await prices(other)]).toEqual([
    ['20.00', '10.00'],
    ['20.00', '20.00'],
  ]);
  expect(await ask('POST', `/edits/${runId}/undo/preview`, cell)).toMatchObject({
    counts: { restored: 0, kept: 0, impossible: 0 },
  });
  await deliver(await undo(runId));
  expect([await prices(id), await prices(other)]).toEqual([
    ['10.00', '10.00'],
    ['10.00', '10.00'],
  ]);
});

it('of a run that has not ended is refused; a scheduled one waits for it', async () => {
  const ids = await own([mug]);
  const runId = await start({ ids }, steps, { ends: { at: '2099-11-30T08:00', zone: 'UTC' } });
  const undoId = bench.woken.at(-1) ?? '';
  const refused = await call('POST', `/edits/${runId}/undo`, {});
  await bench.hasCome(undoId);

  const waiting = await deliver(undoId);
  await deliver(runId);
  await bench.hasCome(undoId);
  const undone = await deliver(undoId);

  expect(refused.body).toMatchObject({ code: 'run.wrong-state' });
  expect(waiting).toMatchObject({ state: 'held', fault: { code: 'undo.edit-goes-on' } });
  expect(undone).toMatchObject({ state: 'complete', done: 1 });
  expect((await get(ids[0] ?? '')).product.title).toBe('Blue mug');
  expect((await run(runId)).state).toBe('complete');
});
