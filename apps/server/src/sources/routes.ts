import * as contract from '@bowerbird/contract/collect/sources';
import { type Call, type Served, serve } from '../http/serve.ts';
import { addAccess, checkAccess } from './check.ts';
import { deleteSourceAccessRow, findSourceAccess, getSourceAccess, toSourceAccess } from './queries.ts';

/** Each of these calls sends a request to another server, at an address that the caller names. */
const outward = { perMinute: 60 };

export const sourceRoutes: Served[] = [
  serve(contract.listSourceAccess, async (_input, call) =>
    call.db(async (db) => (await findSourceAccess(db, call.ownerId)).map(toSourceAccess)),
  ),
  {
    ...serve(contract.addSourceAccess, async ({ body }, call) =>
      one(call, await addAccess(call.services, call.ownerId, body, call.record)),
    ),
    atMost: outward,
  },
  {
    ...serve(contract.checkSourceAccess, async ({ params }, call) => {
      await checkAccess(call.services, call.ownerId, params.id);
      return await one(call, params.id);
    }),
    atMost: outward,
  },
  serve(contract.deleteSourceAccess, async ({ params }, call) => {
    await call.db(async (db) => {
      await deleteSourceAccessRow(db, call.ownerId, params.id);
      await call.record(db);
    });
    return { deleted: true as const };
  }),
];

async function one(call: Call, id: string): Promise<contract.SourceAccess> {
  return toSourceAccess(await call.db((db) => getSourceAccess(db, call.ownerId, id)));
}
