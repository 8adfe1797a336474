import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { Product } from '@bowerbird/catalog/product';
import type * as contract from '@bowerbird/contract/products/bulk-edit';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { ownProducts } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { getProduct } from '../products/list/queries.ts';
import { productRoutes } from '../products/routes.ts';
import { changeRun, getRun } from '../runs/runs.ts';
import { editJob } from './edit-job.ts';
import { bulkEditRoutes } from './routes.ts';
import { undoJob } from './undo/undo-job.ts';

export type Preview = AnswerOf<typeof contract.previewBulkEdit>;
export type Status = AnswerOf<typeof contract.getBulkEdit>;
export type Items = AnswerOf<typeof contract.listBulkEditItems>;

/** A merchant with the API of bulk edits, and what is done with it in tests. */
export async function bulkBench() {
  const { db } = await testDatabase();
  const { app, services, accounts, woken } = await testApp(db, {
    served: [...bulkEditRoutes([]), ...productRoutes],
  });
  const ann = accounts.merchant;
  const headers = await signIn(app, ann);
  const jobs = { edit: editJob(services), undo: undoJob(services) };

  async function call(method: 'GET' | 'POST', path: string, payload?: object, as = headers) {
    const answer = await app.inject({
      method,
      url: apiBase + path,
      headers: as,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function ask<Answer>(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
    const { status, body } = await call(method, path, payload);
    if (status >= 300) {
      throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    }
    return body.data;
  }

  const run = (id: string) => asOwner(db, ann.ownerId, (owned) => getRun(owned, ann.ownerId, id));

  /** Delivers the run's job once. */
  async function deliver(id: string, signal = new AbortController().signal) {
    const { kind } = await run(id);
    await jobs[kind === 'undo' ? 'undo' : 'edit'].work({ runId: id, ownerId: ann.ownerId, key: id }, signal);
    return await run(id);
  }

  return {
    db,
    services,
    ann,
    woken,
    call,
    ask,
    run,
    deliver,
    /** Makes it the time for which a run is scheduled or held. */
    hasCome: (id: string) =>
      asOwner(db, ann.ownerId, (owned) => changeRun(owned, ann.ownerId, id, { goesOnAt: new Date(0) })),
    own: (products: readonly Product[]) => ownProducts(db, ann.ownerId, products),
    get: (id: string) => asOwner(db, ann.ownerId, (owned) => getProduct(owned, ann.ownerId, id)),
    another: async (username: string) => {
      const merchant = await anotherMerchant(db, username);
      return { ...merchant, headers: await signIn(app, merchant) };
    },
    start: async (selection: object, steps: readonly EditStep[], more: object = {}) =>
      (await ask<{ runId: string }>('POST', '/edits', { selection, steps, ...more })).runId,
    undo: async (id: string, body: object = {}) =>
      (await ask<{ runId: string }>('POST', `/edits/${id}/undo`, body)).runId,
    status: (id: string) => ask<Status>('GET', `/edits/${id}`),
    items: (id: string, group: string) => ask<Items>('GET', `/edits/${id}/items?group=${group}`),
  };
}
