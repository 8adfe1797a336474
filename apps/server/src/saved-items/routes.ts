import * as contract from '@bowerbird/contract/products/saved-items';
import { type Served, serve } from '../http/serve.ts';
import { createSavedItem, deleteSavedItem, findSavedItems, saveSavedItem } from './saved-items.ts';
import { findTableLook, saveTableLook } from './table-looks.ts';

export const savedItemRoutes: Served[] = [
  serve(contract.listSavedItems, async ({ query }, call) =>
    call.db((db) => findSavedItems(db, { ownerId: call.ownerId, userId: call.user.id }, query)),
  ),
  serve(contract.createSavedItem, async ({ body }, call) =>
    call.db((db) => createSavedItem(db, { ownerId: call.ownerId, userId: call.user.id }, body)),
  ),
  serve(contract.saveSavedItem, async ({ params, body }, call) =>
    call.db((db) => saveSavedItem(db, { ownerId: call.ownerId, userId: call.user.id }, params.id, body)),
  ),
  serve(contract.deleteSavedItem, async ({ params }, call) => {
    await call.db((db) => deleteSavedItem(db, { ownerId: call.ownerId, userId: call.user.id }, params.id));
    return { deleted: true as const };
  }),
  serve(contract.getTableLook, async (_input, call) =>
    call.db((db) => findTableLook(db, call.ownerId, call.user.id, 'products')),
  ),
  serve(contract.saveTableLook, async ({ body }, call) =>
    call.db(async (db) => {
      await saveTableLook(db, call.ownerId, call.user.id, 'products', body);
      return body;
    }),
  ),
];
