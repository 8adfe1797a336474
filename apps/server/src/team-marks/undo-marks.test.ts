import type { ProductChange } from '@bowerbird/contract/products/products';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts, testPerson } from '../../testing/products/products.ts';
import { bulkEditRoutes } from '../bulk-edits/routes.ts';
import { undoJob } from '../bulk-edits/undo/undo-job.ts';
import { productRoutes } from '../products/routes.ts';
import { teamMarkRoutes } from './routes.ts';
import { undoOfMarks } from './undo-of-marks.ts';

const { db } = await testDatabase();
const { app, services } = await testApp(db, {
  served: [...productRoutes, ...teamMarkRoutes, ...bulkEditRoutes([undoOfMarks])],
});

async function merchant() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const headers = await signIn(app, account);
  const { ownerId } = account;
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const url = `/shop-reptile/api${path}`;
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return answer.statusCode >= 300 ? { failed: answer.json().code } : answer.json().data;
  };
  return {
    ownerId,
    call,
    mark: (ids: string[], marks: object): Promise<{ runId: string; changeId: string }> =>
      call('POST', '/products/marks', { selection: { ids }, marks }),
    async undo(runId: string, body: object = {}): Promise<string> {
      const { runId: undoId } = await call('POST', `/edits/${runId}/undo`, body);
      const request = { runId: undoId, ownerId, key: '' };
      await undoJob(services, [undoOfMarks]).work(request, new AbortController().signal);
      return undoId;
    },
    colours: async (ids: string[]) =>
      await Promise.all(ids.map(async (id) => (await call('GET', `/products/${id}/marks`)).colour)),
  };
}

it('of many products are one run, whose undo brings back what each had, and is undone in turn', async () => {
  const { ownerId, call, mark, undo, colours } = await merchant();
  const ids = await ownProducts(db, ownerId, [mug, mug, mug]);
  const [a = '', b = '', c = ''] = ids;
  await mark([a], { colour: 'blue' });
  await mark([c], { colour: 'red' });

  const { runId } = await mark(ids, { colour: 'red' });
  const run = await call('GET', `/runs/${runId}`);
  const edit = await call('GET', `/edits/${runId}`);
  const items = await call('GET', `/edits/${runId}/items?group=changed`);
  const undoId = await undo(runId);
  const undone = await colours(ids);
  const again = await undo(undoId);

  // The third was red before: nothing of it is recorded.
  expect(run).toMatchObject({ kind: 'edit', state: 'complete', done: 2, total: 2, marks: true });
  expect(edit).toMatchObject({ marks: true, steps: [], counts: { changed: 2 } });
  expect(items.items).toMatchObject([
    { id: a, cells: [{ path: 'marks/colour', before: 'blue', after: 'red' }] },
    { id: b, cells: [{ path: 'marks/colour', after: 'red' }] },
  ]);
  expect(undone).toEqual(['blue', null, 'red']);
  expect(await call('GET', `/edits/${undoId}`)).toMatchObject({ undoes: runId, counts: { restored: 2 } });
  expect(await colours(ids)).toEqual(['red', 'red', 'red']);
  expect(await call('GET', `/edits/${again}`)).toMatchObject({ counts: { restored: 2 } });
  // What was done again can be undone again.
  await undo(runId);
  expect(await colours(ids)).toEqual(['blue', null, 'red']);
});

it('keep what somebody marked later, by whom, and what has lost its group', async () => {
  const { ownerId, call, mark, undo } = await merchant();
  const ids = await ownProducts(db, ownerId, [mug, mug]);
  const [a = '', b = ''] = ids;
  const summer = await call('POST', '/products/groups', { name: 'Summer' });
  const winter = await call('POST', '/products/groups', { name: 'Winter' });
  const bo = await testPerson(db, ownerId, 'Bo');
  await mark([b], { groupId: summer.id });
  const { runId } = await mark(ids, { groupId: winter.id, assigneeId: bo, note: 'call' });
  await mark([a], { note: 'called' });
  await call('DELETE', `/products/groups/${summer.id}`);

  const preview = await call('POST', `/edits/${runId}/undo/preview`, {});
  const undoId = await undo(runId);

  expect(preview).toMatchObject({
    counts: { restored: 0, kept: 1, impossible: 1 },
    left: [
      { id: a, group: 'kept', by: expect.any(String), cells: [{ path: 'marks/note', after: 'call' }] },
      { id: b, group: 'impossible', fault: { code: 'undo.mark-gone' } },
    ],
  });
  expect(await call('GET', `/products/${a}/marks`)).toMatchObject({
    group: null,
    assignee: null,
    note: 'called',
  });
  expect(await call('GET', `/products/${b}/marks`)).toMatchObject({
    group: { name: 'Winter' },
    assignee: null,
    note: null,
  });
  expect(await call('GET', `/edits/${undoId}`)).toMatchObject({
    counts: { restored: 0, kept: 1, impossible: 1 },
  });
});

it('are in the history of the product, and undone there mark by mark', async () => {
  const { ownerId, call, mark } = await merchant();
  const [id = ''] = await ownProducts(db, ownerId, [mug]);
  const { runId, changeId } = await mark([id], { colour: 'green', note: 'call' });

  const [change]: ProductChange[] = await call('GET', `/products/${id}/history`);
  const undone = await call('POST', `/products/${id}/history/${changeId}/undo`, { paths: ['marks/note'] });
  const history: ProductChange[] = await call('GET', `/products/${id}/history`);

  expect(runId).toBeNull();
  expect(change).toMatchObject({ id: changeId, kind: 'marked', by: expect.any(String), undone: false });
  expect(change?.cells.map(({ path }) => path)).toEqual(['marks/colour', 'marks/note']);
  expect(undone).toMatchObject({ restored: ['marks/note'], kept: [], impossible: [] });
  expect(await call('GET', `/products/${id}/marks`)).toMatchObject({ colour: 'green', note: null });
  expect(history.filter(({ kind }) => kind === 'marked')).toMatchObject([
    { cells: [{ path: 'marks/note', before: 'call' }] },
    { cells: [{ undone: false }, { undone: true }], undone: false },
  ]);
});

it('leave no run and no history where nothing changes', async () => {
  const { ownerId, call, mark } = await merchant();
  const ids = await ownProducts(db, ownerId, [mug, mug]);
  await mark(ids, { colour: 'green' });

  expect(await mark(ids, { colour: 'green' })).toEqual({ marked: 2, runId: null, changeId: null });
  const runs = await call('GET', '/runs');
  expect(runs.items).toHaveLength(1);
});

it('of two people at once are both recorded, each with what it replaced', { tags: ['slow'] }, async () => {
  const { ownerId, mark, undo, colours } = await merchant();
  const ids = await ownProducts(
    db,
    ownerId,
    Array.from({ length: 20 }, () => mug),
  );

  const all = ['red', 'blue', 'green'];
  const runs = await Promise.all(all.map((colour) => mark(ids, { colour })));

  // Undone from the last to the first, each leads to the one before it, and the first to no colour.
  const seen: unknown[] = [];
  for (let [colour] = await colours(ids); colour !== null; [colour] = await colours(ids)) {
    seen.push(colour);
    await undo(runs[all.indexOf(String(colour))]?.runId ?? '');
  }
  expect(seen.toSorted()).toEqual(all.toSorted());
  expect(new Set(await colours(ids))).toEqual(new Set([null]));
});
