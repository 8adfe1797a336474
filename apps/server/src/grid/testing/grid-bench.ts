import type { Product } from '@bowerbird/catalog/product';
import type { GridCell, GridResult, saveGrid } from '@bowerbird/contract/products/grid';
import type { ProductChange } from '@bowerbird/contract/products/products';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { mug, ownProducts, variant } from '../../../testing/products/products.ts';
import { bulkEditRoutes } from '../../bulk-edits/routes.ts';
import { undoJob } from '../../bulk-edits/undo/undo-job.ts';
import { asOwner, type Db } from '../../db/database.ts';
import { getProduct } from '../../products/list/queries.ts';
import { productRoutes } from '../../products/routes.ts';
import { getRun } from '../../runs/runs.ts';
import { gridRoutes } from '../routes.ts';

export type Saved = AnswerOf<typeof saveGrid>;

/** A mug of two sizes. */
export const two: Product = {
  ...mug,
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    variant({ id: 'v1', optionValues: ['S'], price: '10.00', cost: '8.00' }),
    variant({ id: 'v2', optionValues: ['M'], price: '12.00', cost: '8.00' }),
  ],
};

/** Returns a cell as the grid sends it: with the value that it had when it was read, and the one that was entered. */
export const cell = (path: string, before: GridCell['before'], after: GridCell['after']): GridCell => ({
  path,
  before,
  after,
});

/** Returns the cell of the mug's title. */
export const title = (after: string) => cell('title', mug.title, after);

/** Returns what became of each product. */
export const outcomes = ({ products }: { products: GridResult[] }) => products.map(({ outcome }) => outcome);

/** A merchant with the API of the grid and of products, and what is done with it in tests. */
export async function gridBench(db: Db) {
  const { app, services, accounts } = await testApp(db, {
    served: [...gridRoutes, ...bulkEditRoutes([]), ...productRoutes],
  });
  const { ownerId } = accounts.merchant;
  const headers = await signIn(app, accounts.merchant);

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
  const get = (id: string) => asOwner(db, ownerId, (owned) => getProduct(owned, ownerId, id));

  return {
    app,
    ownerId,
    send,
    /** Sends a call that is accepted; returns its answer. */
    ask,
    get,
    own: (products: readonly Product[]) => ownProducts(db, ownerId, products),
    run: (id: string) => asOwner(db, ownerId, (owned) => getRun(owned, ownerId, id)),
    /** A product's edited cells, with the revision that it has now. */
    edit: async (id: string, ...cells: GridCell[]) => ({ id, revision: (await get(id)).revision, cells }),
    save: (key: string, ...products: object[]) => ask<Saved>('/grid/save', { key, products }),
    history: async (id: string): Promise<ProductChange[]> =>
      (await app.inject({ method: 'GET', url: `${apiBase}/products/${id}/history`, headers })).json().data,
    titles: (ids: string[]) => Promise.all(ids.map(async (id) => (await get(id)).product.title)),
    revisions: (ids: string[]) => Promise.all(ids.map(async (id) => (await get(id)).revision)),
    /** Takes back what a run of edits changed. */
    async undo(editRunId: string | null): Promise<void> {
      const { runId } = await ask<{ runId: string }>(`/edits/${editRunId}/undo`, {});
      await undoJob(services).work({ runId, ownerId, key: runId }, new AbortController().signal);
    },
  };
}
