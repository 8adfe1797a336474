import * as contract from '@bowerbird/contract/products/grid';
import { type Served, serve } from '../http/serve.ts';
import { openGrid, readRows } from './rows.ts';
import { checkCells, saveCells } from './save.ts';

/** Routes of the grid: which products it holds, their rows, what saving would do, and saving. */
export const gridRoutes: Served[] = [
  serve(contract.openGrid, async ({ body }, call) =>
    call.db((db) => openGrid(db, call.ownerId, body.selection)),
  ),

  serve(contract.readGridRows, async ({ body }, call) =>
    call.db(async (db) => ({ products: await readRows(db, call.ownerId, body.ids) })),
  ),

  serve(contract.checkGrid, async ({ body }, call) => call.db((db) => checkCells(db, call.ownerId, body))),

  serve(contract.saveGrid, async ({ body }, call) =>
    call.db((db) => saveCells(db, call.ownerId, { ...body, userId: call.user.id })),
  ),
];
