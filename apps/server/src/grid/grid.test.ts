import type { Product } from '@bowerbird/catalog/product';
import type {
  checkGrid,
  GridCell,
  GridProduct,
  GridResult,
  openGrid,
  saveGrid,
} from '@bowerbird/contract/products/grid';
import type { ProductChange } from '@bowerbird/contract/products/products';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { memberOf } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts, variant } from '../../testing/products/products.ts';
import { bulkEditRoutes } from '../bulk-edits/routes.ts';
import { undoJob } from '../bulk-edits/undo/undo-job.ts';
import { asOwner } from '../db/database.ts';
import { getProduct } from '../products/list/queries.ts';
import { productRoutes } from '../products/routes.ts';
import { getRun } from '../runs/runs.ts';
import { gridRoutes } from './routes.ts';

const { db } = await testDatabase();
const { app, services, accounts } = await testApp(db, {
  served: [...gridRoutes, ...bulkEditRoutes([]), ...productRoutes],
});
const ann = accounts.merchant;
const headers = await signIn(app, ann);
const colleague = await memberOf(db, app, ann.ownerId, []);

type Saved = AnswerOf<typeof saveGrid>;

async function send(path: string, payload: object, as = headers) {
  const answer = await app.inject({ method: 'POST', url: apiBase + path, headers: as, payload });
  return { status: answer.statusCode, body: answer.json() };
}

async function ask<Answer>(path: string, payload: object): Promise<Answer> {
  const { status, body } = await send(path, payload);
  if (status >= 300) {
    throw new Error(`${path}: ${JSON.stringify(body)}`);
  }
  return body.data;
}

const own = (products: readonly Product[]) => ownProducts(db, ann.ownerId, products);
const get = (id: string) => asOwner(db, ann.ownerId, (owned) => getProduct(owned, ann.ownerId, id));
const run = (id: string) => asOwner(db, ann.ownerId, (owned) => getRun(owned, ann.ownerId, id));
const cell = (path: string, before: GridCell['before'], after: GridCell['after']): GridCell => ({
  path,
  before,
  after,
});
const edit = async (id: string, ...cells: GridCell[]) => ({ id, revision: (await get(id)).revision, cells });
const save = (key: string, ...products: object[]) => ask<Saved>('/grid/save', { key, products });
const history = async (id: string): Promise<ProductChange[]> =>
  (await app.inject({ method: 'GET', url: `${apiBase}/products/${id}/history`, headers })).json().data;
const outcomes = ({ products }: { products: GridResult[] }) => products.map(({ outcome }) => outcome);
const titles = (ids: string[]) => Promise.all(ids.map(async (id) => (await get(id)).product.title));

const two: Product = {
  ...mug,
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    variant({ id: 'v1', optionValues: ['S'], price: '10.00', cost: '8.00' }),
    variant({ id: 'v2', optionValues: ['M'], price: '12.00', cost: '8.00' }),
  ],
};
const title = (after: string) => cell('title', mug.title, after);

describe('opening', () => {
  it('fixes the ids of a filter, and reads rows in the order asked for', async () => {
    const ids = await own([
      { ...mug, tags: ['opened'] },
      { ...two, tags: ['opened'] },
    ]);

    const opened = await ask<AnswerOf<typeof openGrid>>('/grid/open', {
      selection: { filter: { tags: ['opened'] }, except: [] },
    });
    const { products } = await ask<{ products: GridProduct[] }>('/grid/rows', { ids: [...ids, v7()] });

    expect(opened).toEqual({ ids: ids.toSorted().toReversed(), total: 2 });
    expect(products.map(({ id }) => id)).toEqual(ids);
    expect(products[1]).toMatchObject({
      title: two.title,
      seo: two.seo,
      variants: [{ id: 'v1', optionValues: ['S'], price: '10.00' }, { id: 'v2' }],
    });
    expect(products[1]).not.toHaveProperty('descriptionHtml');
  });
});

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

    const { runId } = await ask<{ runId: string }>(`/edits/${one.runId}/undo`, {});
    await undoJob(services).work({ runId, ownerId: ann.ownerId, key: runId }, new AbortController().signal);

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
    const { runId } = await ask<{ runId: string }>(`/edits/${again.runId}/undo`, {});
    await undoJob(services).work({ runId, ownerId: ann.ownerId, key: runId }, new AbortController().signal);
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
    expect(await Promise.all(ids.map(async (id) => (await get(id)).revision))).toEqual([1, 1, 1, 1]);
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

describe('options and their values', () => {
  const shirt: Product = {
    ...mug,
    options: [
      { name: 'Color', values: ['Navy', 'Blue', 'Red'] },
      { name: 'Size', values: ['S', 'M'] },
    ],
    variants: [
      variant({ id: 'v1', optionValues: ['Navy', 'S'], price: '10.00', stock: 1 }),
      variant({ id: 'v2', optionValues: ['Blue', 'M'], price: '11.00', stock: 2 }),
      variant({ id: 'v3', optionValues: ['Red', 'S'], price: '12.00', stock: 3 }),
      variant({ id: 'v4', optionValues: ['Blue', 'S'], price: '9.00', stock: 4 }),
    ],
  };
  const navyToBlue = cell('options/0/values/0', 'Navy', 'Blue');
  const nameToColour = cell('options/0/name', 'Color', 'Colour');
  const variantsOf = async (id: string) =>
    (await get(id)).product.variants.map((each) => [
      each.id,
      each.optionValues.join('/'),
      each.price,
      each.stock,
    ]);
  const undo = async (editRunId: string | null) => {
    const { runId } = await ask<{ runId: string }>(`/edits/${editRunId}/undo`, {});
    await undoJob(services).work({ runId, ownerId: ann.ownerId, key: runId }, new AbortController().signal);
  };

  it('are renamed with the variants, two that swap names too, in the edit set of the other cells', async () => {
    const [id = ''] = await own([shirt]);

    const saved = await save(
      v7(),
      await edit(
        id,
        nameToColour,
        navyToBlue,
        cell('options/0/values/1', 'Blue', 'Navy'),
        cell('options/1/values/1', 'M', 'Medium'),
        cell('variants/v2/price', '11.00', '11.50'),
      ),
    );

    expect(outcomes(saved)).toEqual(['changed']);
    expect((await get(id)).product.options).toEqual([
      { name: 'Colour', values: ['Blue', 'Navy', 'Red'] },
      { name: 'Size', values: ['S', 'Medium'] },
    ]);
    expect(saved.products[0]?.product.options).toEqual((await get(id)).product.options);
    expect(await variantsOf(id)).toEqual([
      ['v1', 'Blue/S', '10.00', 1],
      ['v2', 'Navy/Medium', '11.50', 2],
      ['v3', 'Red/S', '12.00', 3],
      ['v4', 'Navy/S', '9.00', 4],
    ]);

    await undo(saved.runId);
    expect((await get(id)).product).toEqual(shirt);
  });

  it('are merged by the rule that was chosen, as the check said, once, and come back with an undo', async () => {
    const [id = ''] = await own([shirt]);
    const key = v7();
    const sent = await edit(id, navyToBlue, cell('variants/v1/price', '10.00', '8.00'));
    const merge = { keep: 'cheapest', stock: 'sum' };

    const unruled = await ask<AnswerOf<typeof checkGrid>>('/grid/check', { products: [sent] });
    const refused = await save(key, sent);
    const checked = await ask<AnswerOf<typeof checkGrid>>('/grid/check', { products: [sent], merge });
    const saved = await ask<Saved>('/grid/save', { key, products: [sent], merge });
    const again = await ask<Saved>('/grid/save', { key, products: [sent], merge });

    const why = [{ path: 'options/0/values/0', code: 'grid.variants-equal', params: { count: 1 } }];
    expect([unruled.products[0]?.rejected, refused.products[0]?.rejected]).toEqual([why, why]);
    expect(refused.runId).toBeNull();
    expect([outcomes(checked), outcomes(saved), outcomes(again)]).toEqual([
      ['changed'],
      ['changed'],
      ['unchanged'],
    ]);
    expect(saved.products[0]?.product.variants).toEqual(checked.products[0]?.product.variants);
    // The price entered in the same grid decides which one is kept.
    expect(await variantsOf(id)).toEqual([
      ['v1', 'Blue/S', '8.00', 5],
      ['v2', 'Blue/M', '11.00', 2],
      ['v3', 'Red/S', '12.00', 3],
    ]);
    expect((await get(id)).revision).toBe(2);

    await undo(saved.runId);
    expect((await get(id)).product).toEqual(shirt);
  });

  it('that a price was entered for before their variant was merged away are not refused when sent again', async () => {
    const [id = ''] = await own([shirt]);
    const key = v7();
    const products = [await edit(id, navyToBlue, cell('variants/v4/price', '9.00', '9.50'))];
    const merge = { keep: 'first', stock: 'own' };

    const saved = await ask<Saved>('/grid/save', { key, products, merge });
    const again = await ask<Saved>('/grid/save', { key, products, merge });

    expect([outcomes(saved), outcomes(again)]).toEqual([['changed'], ['unchanged']]);
    expect((await variantsOf(id)).map(([of]) => of)).toEqual(['v1', 'v2', 'v3']);
  });

  it('name the cell that somebody else renamed, that is taken, blank, too long or gone, and write nothing of it', async () => {
    const ids = await own([shirt, shirt, shirt, shirt, shirt]);
    const [other = '', taken = '', blank = '', long = '', gone = ''] = ids;
    const read = await edit(other, navyToBlue, nameToColour);
    await ask(`/products/${other}/edit`, {
      edits: [{ kind: 'rename-option-value', option: 'Color', value: 'Navy', to: 'Marine' }],
    });

    const saved = await save(
      v7(),
      read,
      await edit(taken, cell('options/0/name', 'Color', 'size')),
      await edit(blank, cell('options/1/name', 'Size', ' '), cell('options/1/values/0', 'S', '')),
      await edit(long, cell('options/0/values/2', 'Red', 'R'.repeat(256))),
      await edit(gone, cell('options/2/name', 'Material', 'Fabric')),
    );

    expect(saved.runId).toBeNull();
    expect(saved.products.map(({ rejected, meanwhile }) => [...rejected, ...meanwhile])).toEqual([
      [{ path: 'options/0/values/0', theirs: 'Marine' }],
      [{ path: 'options/0/name', code: 'grid.option-name-taken', params: { name: 'size' } }],
      [
        { path: 'options/1/name', code: 'option.name-blank', params: {} },
        { path: 'options/1/values/0', code: 'grid.value', params: {} },
      ],
      [{ path: 'options/0/values/2', code: 'product.too-long', params: { length: 256, max: 255 } }],
      [{ path: 'options/2/name', code: 'grid.gone', params: {} }],
    ]);
    expect((await get(other)).product.options[0]).toEqual({
      name: 'Color',
      values: ['Marine', 'Blue', 'Red'],
    });
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
    expect(await Promise.all(ids.map(async (id) => (await get(id)).revision))).toEqual([1, 1, 1]);
  });
});
