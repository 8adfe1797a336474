import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/products/team-marks';
import { type Served, serve } from '../http/serve.ts';
import { findTeamMarks, unmarked } from '../products/list/team-marks.ts';
import { createGroup, deleteGroup, findMarkChoices, renameGroup } from './groups.ts';
import { markProducts } from './mark.ts';

export const teamMarkRoutes: Served[] = [
  serve(contract.getMarkChoices, async (_input, call) => call.db((db) => findMarkChoices(db, call.ownerId))),
  serve(contract.markProducts, async ({ body }, call) =>
    call.db((db) =>
      markProducts(db, call.ownerId, { ...body, expected: body.expected, userId: call.user.id }),
    ),
  ),
  serve(contract.getProductMarks, async ({ params }, call) =>
    call.db(async (db) => {
      const product = await db
        .selectFrom('own_product')
        .select('id')
        .where('owner_id', '=', call.ownerId)
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (!product) {
        throw new AppError('not-found', `product ${params.id}`);
      }
      return (await findTeamMarks(db, call.ownerId, [params.id])).get(params.id) ?? unmarked;
    }),
  ),
  serve(contract.createProductGroup, async ({ body }, call) =>
    call.db((db) => createGroup(db, call.ownerId, body.name)),
  ),
  serve(contract.renameProductGroup, async ({ params, body }, call) =>
    call.db((db) => renameGroup(db, call.ownerId, params.id, body.name)),
  ),
  serve(contract.deleteProductGroup, async ({ params }, call) => {
    await call.db((db) => deleteGroup(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
];
