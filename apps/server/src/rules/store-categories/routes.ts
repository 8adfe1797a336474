import * as contract from '@bowerbird/contract/listing/store-categories';
import { type Call, type Served, serve } from '../../http/serve.ts';
import { beginToReadCategories } from './read.ts';
import { viewCategories } from './view.ts';

export const storeCategoriesRoutes: Served[] = [
  serve(contract.getStoreCategories, async ({ params }, call) => view(call, params.id)),
  serve(contract.readStoreCategories, async ({ params }, call) => {
    await beginToReadCategories(call.services, call.ownerId, params.id);
    return await view(call, params.id);
  }),
];

function view(call: Call, storeId: string): Promise<contract.StoreCategories> {
  return call.db((db) => viewCategories(call.services, db, call.ownerId, storeId));
}
