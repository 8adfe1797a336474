import * as contract from '@bowerbird/contract/products/bin';
import { deleteProducts } from '@bowerbird/contract/products/products';
import { type Served, serve } from '../../http/serve.ts';
import * as bin from './bin.ts';

/** Routes of deleting products, and of the bin in which they are for a while. */
export const binRoutes: Served[] = [
  serve(deleteProducts, async ({ body: { selection, expected } }, call) =>
    call.db((db) => bin.deleteProducts(db, call.ownerId, selection, { expected, userId: call.user.id })),
  ),
  serve(contract.listBin, async ({ query }, call) => call.db((db) => bin.listBin(db, call.ownerId, query))),
  serve(contract.restoreFromBin, async ({ body }, call) =>
    call.db((db) => bin.restoreProducts(db, call.ownerId, body)),
  ),
  serve(contract.deleteFromBin, async ({ body }, call) => ({
    deleted: await call.db((db) => bin.emptyBin(db, call.ownerId, body)),
  })),
];
