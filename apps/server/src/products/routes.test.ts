import type { getProduct, queryProducts } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { collectedProducts, mug, ownProducts } from '../../testing/products/products.ts';
import { asOwner, type Db } from '../db/database.ts';
import { getRun } from '../runs/runs.ts';
import { claimRoutes } from './claim/claim-routes.ts';
import { productRoutes } from './routes.ts';

const { db } = await testDatabase();
const unclaimed = {
  select: selectUnclaimed,
  count: async (_: unknown, ownerId: string) => ({ count: (await firstUnclaimed(ownerId)).length }),
  requireCounted: async (_: unknown, ownerId: string) => (await firstUnclaimed(ownerId)).at(-1) ?? null,
};
const { app, woken } = await testApp(db, { served: [...productRoutes, ...claimRoutes(unclaimed)] });

async function* selectUnclaimed(from: Db, ownerId: string) {
  const rows = await asOwner(from, ownerId, (owned) =>
    owned.selectFrom('collected').select('id').where('product_id', 'is', null).orderBy('id').execute(),
  );
  yield rows.map(({ id }) => id);
}

async function firstUnclaimed(ownerId: string): Promise<string[]> {
  for await (const page of selectUnclaimed(db, ownerId)) {
    return page;
  }
  return [];
}

async function merchant() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const headers = await signIn(app, account);
  return {
    ownerId: account.ownerId,
    call: (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
      app.inject({ method, url: `/shop-reptile/api${path}`, headers, ...(payload && { payload }) }),
  };
}

describe('the calls of products', () => {
  it('make, list, open, save, edit, undo and delete a product', async () => {
    const ann = await merchant();

    const made = await ann.call('POST', '/products', { product: mug });
    const { id } = made.json<{ data: AnswerOf<typeof getProduct> }>().data;
    const saved = await ann.call('PUT', `/products/${id}`, {
      revision: 1,
      product: { ...mug, title: 'Saved' },
    });
    const edits = [{ kind: 'replace-in-title', find: 'Saved', replaceWith: 'Edited' }];
    const edited = await ann.call('POST', `/products/${id}/edit`, { edits });
    const history = await ann.call('GET', `/products/${id}/history`);
    const [last] = history.json<{ data: { id: string }[] }>().data;
    const undone = await ann.call('POST', `/products/${id}/history/${last?.id}/undo`);
    const listed = await ann.call('POST', '/products/query', { filter: { text: 'saved' } });
    const facets = await ann.call('GET', '/products/facets');
    const deleted = await ann.call('POST', '/products/delete', { selection: { ids: [id] }, expected: 1 });
    const gone = await ann.call('GET', `/products/${id}`);

    expect([made.statusCode, gone.statusCode]).toEqual([201, 404]);
    expect(saved.json()).toMatchObject({ data: { revision: 2, removedFromHtml: [] } });
    expect(edited.json()).toMatchObject({ data: { revision: 3, product: { title: 'Edited' } } });
    expect(undone.json()).toMatchObject({
      data: { restored: ['title'], kept: [], detail: { revision: 4 } },
    });
    const { data } = listed.json<{ data: AnswerOf<typeof queryProducts> }>();
    expect(data).toMatchObject({ total: 1, totalIsEstimate: false, nextCursor: null });
    expect(data.items).toMatchObject([
      { id, title: 'Saved', price: '19.90', margin: 60, stock: 12, listings: [] },
    ]);
    expect(facets.json()).toMatchObject({ data: { vendors: [{ value: 'Glade Home', count: 1 }] } });
    expect(deleted.json()).toEqual({ data: { deleted: 1, binId: expect.any(String) } });
  });

  it('tell the second editor in a sentence, with the name', async () => {
    const ann = await merchant();
    const made = await ann.call('POST', '/products', { product: mug });
    const { id } = made.json<{ data: { id: string } }>().data;
    await ann.call('PUT', `/products/${id}`, { revision: 1, product: { ...mug, title: 'First' } });

    const second = await ann.call('PUT', `/products/${id}`, {
      revision: 1,
      product: { ...mug, title: 'Second' },
    });

    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'product.changed-meanwhile', params: { revision: 2 } });
    expect(second.json<{ message: string }>().message).not.toContain('{');
  });

  it("find nothing of another merchant's", async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const [id = ''] = await ownProducts(db, ann.ownerId, [mug]);

    const opened = await ben.call('GET', `/products/${id}`);
    const history = await ben.call('GET', `/products/${id}/history`);
    const listed = await ben.call('POST', '/products/query', { filter: {} });

    expect([opened.statusCode, history.statusCode]).toEqual([404, 404]);
    expect(listed.json()).toMatchObject({ data: { items: [], total: 0 } });
  });
});

describe('the calls of claiming', () => {
  it('claim chosen ones at once, show them beforehand and take them back', async () => {
    const ann = await merchant();
    const ids = await collectedProducts(db, ann.ownerId, [mug, mug]);

    const preview = await ann.call('POST', '/collect/results/claim-preview', {
      selection: { ids },
      edits: [],
    });
    const claimed = await ann.call('POST', '/collect/results/claim', { selection: { ids } });
    const { productIds } = claimed.json<{ data: { productIds: string[] } }>().data;
    const takenBack = await ann.call('POST', '/collect/results/unclaim', { productIds });

    expect(preview.json()).toMatchObject({
      data: { count: 2, sample: [{ title: { before: 'Blue mug' } }, {}] },
    });
    expect(claimed.json()).toMatchObject({ data: { runId: null, claimed: 2, alreadyClaimed: 0 } });
    expect(takenBack.json()).toEqual({ data: { takenBack: 2, kept: 0 } });
  });

  it('begin a run for all that a filter finds, and none where it finds nothing', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    await collectedProducts(db, ann.ownerId, [mug]);
    const request = { selection: { filter: { state: 'unclaimed' }, except: [] } };

    const begun = await ann.call('POST', '/collect/results/claim', request);
    const nothing = await ben.call('POST', '/collect/results/claim', request);

    const { runId } = begun.json<{ data: { runId: string } }>().data;
    expect(woken).toEqual([runId]);
    expect(await asOwner(db, ann.ownerId, (owned) => getRun(owned, ann.ownerId, runId))).toMatchObject({
      kind: 'claim',
    });
    expect(nothing.json()).toMatchObject({ code: 'selection.empty' });
  });
});
