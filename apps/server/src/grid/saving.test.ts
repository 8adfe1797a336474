import type { checkGrid } from '@bowerbird/contract/products/grid';
import type { AnswerOf } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn } from '../../testing/api/app.ts';
import { memberOf } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts } from '../../testing/products/products.ts';
import { cell, gridBench, outcomes, title, two } from './testing/grid-bench.ts';

const { db } = await testDatabase();
const { app, ownerId, own, send, ask, get, run, edit, save, history, titles, revisions, undo } =
  await gridBench(db);
const colleague = await memberOf(db, app, ownerId, []);

describe('saving', () => {
  it('makes one edit set of all chunks, which the undo of bulk edits takes back', async () => {
    const ids = await own([two, mug, mug]);
    const [first = '', second = '', third = ''] = ids;
    const key = v7();

    const one = await save(
      key,
      await edit(
        first,
        cell('variants/v2/price', '12.00', '13.50'),
        cell('tags', ['kitchen', 'autumn'], ['new']),
      ),
      await edit(second, title('Red mug'), cell('seo/title', null, 'Mugs')),
    );
    const other = await save(
      key,
      await edit(third, cell('variants/v1/weight', null, { value: '1.5', unit: 'kg' })),
    );

    expect([outcomes(one), outcomes(other)]).toEqual([['changed', 'changed'], ['changed']]);
    expect(one.products[0]?.product).toMatchObject({ revision: 2, tags: ['new'] });
    expect(other.runId).toBe(one.runId);
    expect(await run(one.runId ?? '')).toMatchObject({
      kind: 'edit',
      state: 'complete',
      done: 3,
      total: 3,
      title: two.title,
    });
    const sets = await Promise.all(ids.map(async (id) => (await history(id)).map((change) => change.id)));
    expect(new Set(sets.map(([newest]) => newest)).size).toBe(1);
    expect((await history(first))[0]?.cells).toEqual(
      expect.arrayContaining([{ path: 'variants/v2/price', before: '12.00', after: '13.50', undone: false }]),
    );

    await undo(one.runId);

    const back = await Promise.all(ids.map(async (id) => (await get(id)).product));
    expect(back.map(({ variants }) => variants.map(({ price, weight }) => [price, weight]))).toEqual([
      [
        ['10.00', null],
        ['12.00', null],
      ],
      [['19.90', null]],
      [['19.90', null]],
    ]);
    expect(back.map(({ tags, seo, title }) => [tags, seo.title, title])).toEqual(
      Array(3).fill([mug.tags, null, mug.title]),
    );
  });

  it('applies a repeated chunk once, even after somebody put the value back', async () => {
    const [id = ''] = await own([mug]);
    const key = v7();
    const sent = await edit(id, title('Red mug'));

    await save(key, sent);
    const again = await save(key, sent);
    const revision = (await get(id)).revision;
    await undo(again.runId);
    const late = await save(key, sent);

    expect([outcomes(again), revision, outcomes(late)]).toEqual([['unchanged'], 2, ['unchanged']]);
    expect(await titles([id])).toEqual([mug.title]);
    expect((await run(again.runId ?? '')).done).toBe(1);
  });

  it('adds what was entered after a lost answer to the same record', async () => {
    const [id = ''] = await own([mug]);
    const key = v7();
    const sent = await edit(id, title('Red mug'));

    await save(key, sent);
    const more = await save(key, { ...sent, cells: [...sent.cells, cell('vendor', 'Glade Home', null)] });

    expect(outcomes(more)).toEqual(['changed']);
    expect((await get(id)).product).toMatchObject({ title: 'Red mug', vendor: null });
    const [newest] = await history(id);
    expect(newest?.cells.map(({ path }) => path).toSorted()).toEqual(['title', 'vendor']);
    expect((await run(more.runId ?? '')).total).toBe(1);
  });

  it('shows what somebody else wrote into the same cell, and keeps what they wrote into others', async () => {
    const ids = await own([mug, mug]);
    const [same = '', other = ''] = ids;
    const key = v7();
    const read = await Promise.all([edit(same, title('Mine')), edit(other, title('Mine'))]);
    const suffix = (id: string, edits: object[]) => ask(`/products/${id}/edit`, { edits });
    await suffix(same, [{ kind: 'title-suffix', text: ' theirs' }]);
    await suffix(other, [{ kind: 'multiply-price', by: '2' }]);

    const saved = await save(key, ...read);

    expect(saved.products).toMatchObject([
      {
        outcome: 'meanwhile',
        meanwhile: [{ path: 'title', theirs: 'Blue mug theirs' }],
        by: expect.any(String),
      },
      { outcome: 'changed' },
    ]);
    expect(await titles(ids)).toEqual(['Blue mug theirs', 'Mine']);
    expect((await get(other)).product.variants[0]?.price).toBe('39.80');

    // Mine was chosen: it replaces theirs, in the same edit set.
    const chosen = await save(key, await edit(same, cell('title', 'Blue mug theirs', 'Mine')));
    expect(outcomes(chosen)).toEqual(['changed']);
    expect(await titles(ids)).toEqual(['Mine', 'Mine']);
    expect([chosen.runId, (await run(saved.runId ?? '')).total]).toEqual([saved.runId, 2]);
  });

  it('names the cell that cannot be stored, and writes nothing of that product', async () => {
    const ids = await own([two, two, two, mug]);
    const [blank = '', price = '', long = '', good = ''] = ids;
    const key = v7();

    const saved = await save(
      key,
      await edit(blank, title(' '), cell('vendor', 'Glade Home', 'Other')),
      await edit(price, cell('variants/v1/price', '10.00', 'a lot')),
      await edit(long, cell('variants/v2/sku', null, 'S'.repeat(300))),
      await edit(good, cell('variants/v9/price', '10.00', '1.00')),
      { id: v7(), revision: 1, cells: [title('Nobody')] },
    );

    expect(saved.runId).toBeNull();
    expect(saved.products.map(({ outcome, rejected }) => [outcome, rejected])).toEqual([
      ['rejected', [{ path: 'title', code: 'product.title-blank', params: {} }]],
      ['rejected', [{ path: 'variants/v1/price', code: 'grid.value', params: {} }]],
      [
        'rejected',
        [{ path: 'variants/v2/sku', code: 'product.too-long', params: { length: 300, max: 255 } }],
      ],
      ['rejected', [{ path: 'variants/v9/price', code: 'grid.gone', params: {} }]],
    ]);
    expect((await get(blank)).product.vendor).toBe('Glade Home');
    expect(await revisions(ids)).toEqual([1, 1, 1, 1]);
  });

  it('keeps apart what two merchants save with one key', async () => {
    const bens = await anotherMerchant(db, 'ben-of-the-grid');
    const bensHeaders = await signIn(app, bens);
    const [id = ''] = await own([mug]);
    const [bensId = ''] = await ownProducts(db, bens.ownerId, [mug]);
    const key = v7();
    const sent = (of: string) => ({ id: of, revision: 1, cells: [title('Red mug')] });

    const anns = await save(key, sent(id), sent(bensId));
    const { body } = await send('/grid/save', { key, products: [sent(bensId)] }, bensHeaders);

    expect([outcomes(anns), outcomes(body.data)]).toEqual([['changed'], ['changed']]);
    expect(body.data.runId).not.toBe(anns.runId);
  });

  it('refuses a path that it does not write, a product named twice, and who may not edit', async () => {
    const [id = ''] = await own([mug]);
    const edited = await edit(id, title('Red mug'));
    const tries = [
      [{ ...edited, cells: [cell('descriptionHtml', '', '<script>')] }],
      [{ ...edited, cells: [cell('variants/v1/id', 'v1', 'v2')] }],
      [edited, edited],
    ];

    const answers = await Promise.all(tries.map((products) => send('/grid/save', { key: v7(), products })));

    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('request.invalid'));
    expect((await send('/grid/save', { key: v7(), products: [edited] }, colleague.headers)).status).toBe(403);
  });
});

describe('the check before saving', () => {
  it('says what saving would do and what the price guard would stop, and writes nothing', async () => {
    const ids = await own([two, two, two]);
    const [below = '', fair = '', blank = ''] = ids;
    const products = [
      await edit(below, cell('variants/v1/price', '10.00', '7.00')),
      await edit(fair, cell('variants/v1/price', '10.00', '11.00')),
      await edit(blank, title('')),
    ];

    const checked = await ask<AnswerOf<typeof checkGrid>>('/grid/check', { products });

    expect(checked.products.map(({ outcome, stops }) => [outcome, stops.map(({ code }) => code)])).toEqual([
      ['changed', ['risk.below-cost']],
      ['changed', []],
      ['rejected', []],
    ]);
    expect(await revisions(ids)).toEqual([1, 1, 1]);
  });
});
