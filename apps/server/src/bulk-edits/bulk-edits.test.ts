import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { editExamples } from '@bowerbird/catalog/testing/examples/all';
import { exampleProduct } from '@bowerbird/catalog/testing/examples/example';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { mug, ownProducts, variant } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import type { RunControl } from '../runs/work.ts';
import { editAll } from './edit-job.ts';
import { bulkBench, type Preview } from './testing.ts';

const bench = await bulkBench();
const { db, ann, services, own, get, ask, call, start, deliver, status, items, run } = bench;
const dearer: EditStep[] = [{ edit: { kind: 'multiply-price', by: '1.3' } }];
const priceOf = async (id: string) => (await get(id)).product.variants[0]?.price;
const edit = (id: string, edits: Edit[]) => ask('POST', `/products/${id}/edit`, { edits });
const many = (count: number, tag: string) => own(Array(count).fill({ ...mug, tags: [tag] }));

/** Reads the prices of many products, with how often each occurs. */
async function pricesOf(ids: string[]): Promise<Record<string, number>> {
  const rows = await asOwner(db, ann.ownerId, (owned) =>
    owned.selectFrom('product').select('content').where('id', 'in', ids).execute(),
  );
  const prices = rows.map(({ content }) => content.variants[0]?.price ?? '');
  return Object.fromEntries(
    [...new Set(prices)].map((price) => [price, prices.filter((each) => each === price).length]),
  );
}

describe('the preview', () => {
  const examples = Object.entries(editExamples).flatMap(([kind, list]) =>
    list.map((example, at) => ({
      ...example,
      name: `${kind} ${at + 1}`,
      edit: { kind, ...example.edit } as Edit,
    })),
  );

  it.each(examples)(
    'of $name is what the edit then makes',
    { tags: ['slow'] },
    async ({ before, edit: given }) => {
      const [id = ''] = await own([exampleProduct(before)]);
      const selection = { ids: [id] };
      const steps: EditStep[] = [{ edit: given }];

      const [row] = (await ask<Preview>('POST', '/edits/preview', { selection, steps })).sample;
      const runId = await start(selection, steps);
      await deliver(runId);

      const { counts } = await status(runId);
      const made = (await items(runId, 'changed')).items[0]?.cells.map(
        ({ undone: _undone, ...cell }) => cell,
      );
      expect(counts).toMatchObject({ [row?.outcome ?? '']: 1 });
      // The database does not keep the order of keys.
      expect(made ?? []).toEqual(row?.cells);
      const rejected = (await items(runId, 'rejected')).items[0]?.fault ?? null;
      expect(rejected).toEqual(row?.rejection && { code: row.rejection.code, params: row.rejection.params });
    },
  );

  it('shows every step at work, a rejection, what the price guard would stop, and nothing is written', async () => {
    const dear = { ...mug, variants: [variant({ price: '100.00', cost: '8.00', stock: 1 })] };
    const cheap = { ...mug, title: 'Cheap', variants: [variant({ price: '9.00', cost: '8.00', stock: 1 })] };
    const short = { ...mug, title: 'Blue' };
    const ids = await own([...Array(9).fill(dear), cheap, short]);
    const steps: EditStep[] = [
      { edit: { kind: 'multiply-price', by: '0.8' } },
      { edit: { kind: 'replace-in-title', find: 'Cheap', replaceWith: 'Fair', ignoreCase: false } },
      { edit: { kind: 'replace-in-title', find: 'Blue', replaceWith: '', ignoreCase: false } },
    ];

    const preview = await ask<Preview>('POST', '/edits/preview', { selection: { ids }, steps });

    const cheapRow = preview.sample.find(({ id }) => id === ids[9]);
    expect(preview).toMatchObject({ products: 11, variants: 11, next: null });
    expect(preview.sample).toHaveLength(8);
    expect(new Set(preview.sample.flatMap((row) => row.steps))).toEqual(new Set([0, 1, 2]));
    expect(cheapRow).toMatchObject({ price: { before: '9.00', after: '7.20' }, margin: -11 });
    expect(cheapRow?.stops).toMatchObject([
      { code: 'risk.below-cost', params: { price: '7.20', cost: '8.00' } },
    ]);
    expect(preview.sample.find(({ id }) => id === ids[10])).toMatchObject({
      outcome: 'rejected',
      rejection: { code: 'title-empty', step: 2 },
      cells: [],
    });
    expect(await Promise.all(ids.map(async (id) => (await get(id)).revision))).toEqual(ids.map(() => 1));
  });

  it('and the count agree with what happens, also for products that are rejected or unchanged', async () => {
    const ids = await own([mug, mug, { ...mug, title: 'Blue' }, { ...mug, title: 'Lamp', tags: ['count'] }]);
    const steps: EditStep[] = [
      { edit: { kind: 'replace-in-title', find: 'Blue', replaceWith: '', ignoreCase: false } },
    ];

    const counted = await ask('POST', '/edits/count', { selection: { ids }, steps, after: null });
    const runId = await start({ ids }, steps);
    const ended = await deliver(runId);

    const reasons = [{ code: 'title-empty', count: 1 }];
    expect(counted).toMatchObject({
      checked: 4,
      changed: 2,
      unchanged: 1,
      rejected: reasons,
      hits: [2],
      next: null,
    });
    expect(await status(runId)).toMatchObject({
      counts: { changed: 2, unchanged: 1, rejected: 1, gone: 0 },
      rejected: reasons,
    });
    expect(ended).toMatchObject({ state: 'partial', done: 4, failed: 1, total: 4 });
  });

  it('counts price changes by five percent, and numbers from the series as the job then does', async () => {
    const ids = await own([mug, mug]);
    const steps: EditStep[] = [
      ...dearer,
      { edit: { kind: 'code-series', field: 'sku', template: 'GL-{n:4}' } },
    ];

    const counted = await ask('POST', '/edits/count', { selection: { ids }, steps, after: null });
    const { sample } = await ask<Preview>('POST', '/edits/preview', { selection: { ids }, steps });
    const shown = sample.map(({ cells }) => cells.find(({ path }) => path.endsWith('/sku'))?.after);
    const codes = () => Promise.all(ids.map(async (id) => (await get(id)).product.variants[0]?.sku));
    await deliver(await start({ ids }, steps));
    const first = await codes();
    await deliver(await start({ ids }, steps));

    expect(counted).toMatchObject({ spread: [{ from: 30, count: 2 }] });
    expect(shown).toEqual([expect.stringMatching(/^GL-\d{4}$/), expect.stringMatching(/^GL-\d{4}$/)]);
    expect(first).toEqual(shown);
    expect(new Set([...first, ...(await codes())]).size).toBe(4);
  });
});

describe('the job', () => {
  it('killed between pages and delivered again, twice at once, applies "x 1.3" once to each', {
    tags: ['slow'],
  }, async () => {
    const ids = await many(1100, 'killed');
    const runId = await start({ filter: { tags: ['killed'] }, except: [] }, dearer, { expected: 1100 });
    const stop = new AbortController();
    let pages = 0;
    const control: RunControl = {
      signal: stop.signal,
      progress: () => {
        pages += 1;
        stop.abort(new Error('killed'));
      },
      workedMs: () => 0,
      heldInVain: false,
    };

    await expect(editAll(services, await run(runId), control)).rejects.toThrow('killed');
    const between = await pricesOf(ids);
    await Promise.all([deliver(runId), deliver(runId)]);

    expect(pages).toBeGreaterThan(0);
    expect(between['25.87']).toBeLessThan(1100);
    expect(await pricesOf(ids)).toEqual({ '25.87': 1100 });
    expect(await run(runId)).toMatchObject({ state: 'complete', done: 1100, failed: 0 });
    expect((await status(runId)).counts).toMatchObject({ changed: 1100, 'changed-since': 0 });
  });

  it('edits what is there now of a product that was edited after the preview, and says so', async () => {
    const [first = '', second = ''] = await own([mug, mug]);
    const runId = await start({ ids: [first, second] }, dearer);
    await edit(second, [{ kind: 'multiply-price', by: '2' }]);

    await deliver(runId);

    expect([await priceOf(first), await priceOf(second)]).toEqual(['25.87', '51.74']);
    expect((await status(runId)).counts).toMatchObject({ changed: 1, 'changed-since': 1 });
    expect((await items(runId, 'changed-since')).items).toMatchObject([
      { id: second, cells: [{ path: 'variants/v1/price', before: '39.80', after: '51.74' }] },
    ]);
  });

  it('edits all that was confirmed, also where the edit itself makes the filter false, and nothing that came later', async () => {
    const ids = await many(3, 'summer');
    const steps: EditStep[] = [{ edit: { kind: 'remove-tags', tags: ['summer'] } }];
    const runId = await start({ filter: { tags: ['summer'] }, except: [] }, steps, { expected: 3 });
    const [later = ''] = await many(1, 'summer');

    await deliver(runId);

    const tags = await Promise.all([...ids, later].map(async (id) => (await get(id)).product.tags));
    expect(tags).toEqual([[], [], [], ['summer']]);
  });

  it('counts a product that was deleted meanwhile as gone', async () => {
    const ids = await own([mug, mug]);
    const runId = await start({ ids }, dearer);
    await ask('POST', '/products/delete', { selection: { ids: [ids[0]] }, expected: 1 });

    expect(await deliver(runId)).toMatchObject({ state: 'partial' });
    expect((await status(runId)).counts).toMatchObject({ changed: 1, gone: 1 });
  });

  it('touches nothing of another merchant, who sees nothing of it', async () => {
    const ben = await bench.another('ben');
    const [bens = ''] = await ownProducts(db, ben.ownerId, [mug]);
    const [anns = ''] = await own([mug]);

    const alone = await call('POST', '/edits', { selection: { ids: [bens] }, steps: dearer });
    const runId = await start({ ids: [bens, anns] }, dearer);
    await deliver(runId);

    const { content } = await asOwner(db, ben.ownerId, (owned) =>
      owned.selectFrom('product').select('content').where('id', '=', bens).executeTakeFirstOrThrow(),
    );
    expect(alone.body).toMatchObject({ code: 'selection.empty' });
    expect(content.variants[0]?.price).toBe('19.90');
    expect(await run(runId)).toMatchObject({ total: 1, state: 'complete' });
    for (const path of [`/edits/${runId}`, `/edits/${runId}/items?group=changed`]) {
      expect((await call('GET', path, undefined, ben.headers)).status).toBe(404);
    }
    expect((await call('POST', `/edits/${runId}/undo`, {}, ben.headers)).status).toBe(404);
  });

  it('does not begin when another number of products is selected than was shown', async () => {
    await many(2, 'counted');

    const answer = await call('POST', '/edits', {
      selection: { filter: { tags: ['counted'] }, except: [] },
      steps: dearer,
      expected: 5,
    });

    expect([answer.status, answer.body.code, answer.body.params]).toEqual([
      409,
      'selection.changed',
      { expected: 5, count: 2 },
    ]);
    const left = await asOwner(db, ann.ownerId, (owned) =>
      owned.selectFrom('run_page').select('run_id').where('outcomes', 'is', null).execute(),
    );
    expect(left).toEqual([]);
  });
});

describe('a scheduled edit', () => {
  const later = { begins: { at: '2099-11-27T08:00', zone: 'America/New_York' } };
  const back = { ends: { at: '2099-11-30T08:00', zone: 'America/New_York' } };

  it('waits for its time, and its end is an undo that waits too', async () => {
    const [id = ''] = await own([mug]);
    const runId = await start({ ids: [id] }, dearer, { ...later, ...back });

    await deliver(runId);

    const undoId = bench.woken.at(-1) ?? '';
    expect(await run(runId)).toMatchObject({
      state: 'scheduled',
      goes_on_at: new Date('2099-11-27T13:00:00.000Z'),
    });
    expect(await run(undoId)).toMatchObject({
      kind: 'undo',
      undoes: runId,
      state: 'scheduled',
      goes_on_at: new Date('2099-11-30T13:00:00.000Z'),
    });
    expect(await status(runId)).toMatchObject({
      begins: '2099-11-27T13:00:00.000Z',
      ends: '2099-11-30T13:00:00.000Z',
    });
    expect(await priceOf(id)).toBe('19.90');
  });

  it('that is paused and resumed before its time still begins at its time; cancelled, its undo is cancelled too', async () => {
    const [id = ''] = await own([mug]);
    const runId = await start({ ids: [id] }, dearer, { ...later, ...back });
    const undoId = bench.woken.at(-1) ?? '';

    await ask('POST', `/runs/${runId}/pause`);
    await ask('POST', `/runs/${runId}/resume`);
    const resumed = await run(runId);
    await ask('POST', `/runs/${runId}/cancel`);

    expect(resumed).toMatchObject({ state: 'scheduled', wanted: 'go' });
    expect([(await run(runId)).state, (await run(undoId)).state]).toEqual(['cancelled', 'cancelled']);
  });

  it.each([
    [{ begins: { at: '2020-01-01T08:00', zone: 'UTC' } }, ['begins', 'at']],
    [{ begins: { at: '2099-02-30T08:00', zone: 'UTC' } }, ['begins', 'at']],
    [{ begins: { at: '2099-01-01T08:00', zone: 'Mars/North' } }, ['begins', 'zone']],
    [{ ...later, ends: { at: '2099-11-27T07:00', zone: 'America/New_York' } }, ['ends', 'at']],
  ])('is refused for a time that cannot be: %j', async (times, path) => {
    const answer = await call('POST', '/edits', { selection: { ids: [v7()] }, steps: dearer, ...times });

    expect(answer.body).toMatchObject({ code: 'request.invalid', issues: [{ path }] });
  });
});
