import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/stores';
import { type Call, serve } from '../http/serve.ts';
import { checkAgain } from './check.ts';
import { connectStoreTo, credentialsOf, endingOf } from './connect.ts';
import { changeStore, countListings, findStores, getStore, removeStoreRow } from './queries.ts';
import { listerOf } from './session.ts';
import { toStore } from './tell.ts';

export const storeRoutes = [
  serve(contract.listStores, async (_input, call) =>
    call.db(async (db) => {
      const counts = await countListings(db, call.ownerId);
      return (await findStores(db, call.ownerId)).map((each) => toStore(each, counts.get(each.shop.id)));
    }),
  ),
  serve(contract.connectStore, async ({ body }, call) => {
    const id = await connectStoreTo(call.services, call.ownerId, body);
    return await one(call, id);
  }),
  serve(contract.checkStore, async ({ params }, call) => {
    await checkAgain(call.services, call.ownerId, params.id);
    return await one(call, params.id);
  }),
  serve(contract.updateStore, async ({ params, body }, call) => {
    const { services, ownerId } = call;
    const { store, shop } = await call.db((db) => getStore(db, ownerId, params.id));
    const lister = listerOf(services, shop.platform);
    const connection = body.connection ?? store.connection;
    if (body.connection !== undefined && body.connection !== store.connection && !body.credentials) {
      throw new AppError('request.invalid', 'another connection without its credentials', {
        params: { field: 'credentials' },
      });
    }
    const credentials = body.credentials && credentialsOf(lister, connection, body.credentials);
    await call.db((db) =>
      changeStore(db, ownerId, params.id, {
        ...(body.name !== undefined && { name: body.name }),
        ...(credentials && {
          connection,
          credentials: services.seal.close(JSON.stringify(credentials)),
          secretEnding: endingOf(lister, connection, credentials),
          state: 'checking' as const,
        }),
      }),
    );
    if (credentials) {
      await checkAgain(services, ownerId, params.id);
    }
    return await one(call, params.id);
  }),
  serve(contract.removeStore, async ({ params }, call) => {
    await call.db(async (db) => {
      await getStore(db, call.ownerId, params.id);
      await removeStoreRow(db, call.ownerId, params.id);
    });
    return { removed: true as const };
  }),
];

function one(call: Call, id: string): Promise<contract.Store> {
  return call.db(async (db) => {
    const found = await getStore(db, call.ownerId, id);
    return toStore(found, (await countListings(db, call.ownerId)).get(found.shop.id));
  });
}
