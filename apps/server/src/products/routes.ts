import * as contract from '@bowerbird/contract/products/products';
import { type Served, serve } from '../http/serve.ts';
import { binRoutes } from './bin/bin-routes.ts';
import { findHistory } from './history/history.ts';
import { findFacets } from './list/facets.ts';
import { listProducts } from './list/list.ts';
import { findListingMarks } from './list/listing-marks.ts';
import { createProduct, editProduct, getProduct, saveProduct, undoProductChange } from './list/queries.ts';
import { countQueues } from './list/queues.ts';
import { findTeamMarks, unmarked } from './list/team-marks.ts';
import { findMarkHistory } from './marks/mark-changes.ts';
import { duplicateProduct } from './write/duplicate.ts';
import { toProductRow } from './write/rows.ts';

export const productRoutes: Served[] = [
  ...binRoutes,

  serve(contract.queryProducts, async ({ body }, call) => {
    const started = call.services.clock.monotonic();
    const { rows, total, totalIsEstimate, nextCursor, listings, marks } = await call.db(async (db) => {
      const page = await listProducts(db, call.ownerId, body);
      const ids = page.rows.map(({ id }) => id);
      return {
        ...page,
        listings: await findListingMarks(db, call.ownerId, ids),
        marks: await findTeamMarks(db, call.ownerId, ids),
      };
    });
    return {
      items: rows.map((row) => toProductRow(row, listings.get(row.id) ?? [], marks.get(row.id) ?? unmarked)),
      total,
      totalIsEstimate,
      nextCursor,
      milliseconds: call.services.clock.monotonic() - started,
    };
  }),

  serve(contract.getProductFacets, async (_input, call) => call.db((db) => findFacets(db, call.ownerId))),

  serve(contract.getProductQueues, async ({ query }, call) =>
    call.db((db) => countQueues(db, call.ownerId, query.platform)),
  ),

  serve(contract.getProduct, async ({ params }, call) =>
    call.db((db) => getProduct(db, call.ownerId, params.id)),
  ),

  serve(contract.createProduct, async ({ body }, call) =>
    call.db(async (db) => {
      const id = await createProduct(db, call.ownerId, body.product, call.user.id);
      return getProduct(db, call.ownerId, id);
    }),
  ),

  serve(contract.saveProduct, async ({ params, body }, call) =>
    call.db(async (db) => {
      const request = { id: params.id, revision: body.revision, product: body.product, userId: call.user.id };
      const removedFromHtml = await saveProduct(db, call.ownerId, request);
      return { ...(await getProduct(db, call.ownerId, params.id)), removedFromHtml };
    }),
  ),

  serve(contract.editProduct, async ({ params, body }, call) =>
    call.db(async (db) => {
      await editProduct(db, call.ownerId, { id: params.id, edits: body.edits, userId: call.user.id });
      return getProduct(db, call.ownerId, params.id);
    }),
  ),

  serve(contract.duplicateProduct, async ({ params, body }, call) =>
    call.db(async (db) => {
      const request = { id: params.id, suffix: body.suffix, userId: call.user.id };
      return getProduct(db, call.ownerId, await duplicateProduct(db, call.ownerId, request));
    }),
  ),

  serve(contract.getProductHistory, async ({ params }, call) =>
    call.db(async (db) => {
      await getProduct(db, call.ownerId, params.id);
      const changes = await findHistory(db, call.ownerId, params.id);
      const marks = await findMarkHistory(db, call.ownerId, params.id);
      return [...changes, ...marks].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
    }),
  ),

  serve(contract.undoProductChange, async ({ params, body }, call) =>
    call.db(async (db) => {
      const request = { ...params, paths: body?.paths, userId: call.user.id };
      const undone = await undoProductChange(db, call.ownerId, request);
      return { detail: await getProduct(db, call.ownerId, params.id), ...undone };
    }),
  ),
];
