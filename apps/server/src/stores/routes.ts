import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/listing/stores';
import type { OwnerDb } from '../db/database.ts';
import { type Call, serve, serveBrowser } from '../http/serve.ts';
import { checkAgain } from './check.ts';
import { connectStoreTo, credentialsOf, endingOf } from './connect.ts';
import { beginGrantOf, finishGrantWith } from './grant.ts';
import { countListings, findListedImages, isInUse } from './in-shop.ts';
import { probeStore } from './probe.ts';
import {
  changeStore,
  findStores,
  getStore,
  removeStoreRow,
  type StoreWithShop,
  setCareful,
} from './queries.ts';
import { keepingOf, toStore } from './report.ts';
import { credentialsPlace } from './sealed-places.ts';
import { listerOf } from './session.ts';

export const storeRoutes = [
  serve(contract.listStores, async (_input, call) =>
    call.db(async (db) => {
      const counts = await countListings(db, call.ownerId);
      const images = await findListedImages(db, call.ownerId);
      return (await findStores(db, call.ownerId)).map((each) => ({
        ...toStore(call.services, each, counts.get(each.shop.id)),
        images: images.get(each.shop.id) ?? [],
      }));
    }),
  ),
  serve(contract.connectStore, async ({ body }, call) => {
    const id = await connectStoreTo(call.services, call.ownerId, body, call.record);
    return await one(call, id);
  }),
  serve(contract.beginGrant, async ({ body }, call) => beginGrantOf(call, body, null)),
  serve(contract.beginGrantAgain, async ({ params, body }, call) => {
    const { store, shop } = await call.db((db) => getStore(db, call.ownerId, params.id));
    const { name, domain } = store;
    return await beginGrantOf(call, { ...body, platform: shop.platform, name, domain }, store.id);
  }),
  serve(contract.finishGrant, async ({ body }, call) => one(call, await finishGrantWith(call, body.query))),
  serve(contract.probeStore, async ({ params }, call) => {
    await probeStore(call.services, call.ownerId, params.id);
    return await one(call, params.id);
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
    await call.db(async (db) => {
      if (body.careful !== undefined) {
        await changeCare(call, db, { store, shop }, body.careful);
      }
      await changeStore(db, ownerId, params.id, {
        ...(body.name !== undefined && { name: body.name }),
        ...(credentials && {
          connection,
          credentials: services.seal.close(JSON.stringify(credentials), credentialsPlace(ownerId, params.id)),
          secretEnding: endingOf(lister, connection, credentials),
          state: 'checking' as const,
        }),
      });
      await call.record(db);
    });
    if (credentials) {
      await checkAgain(services, ownerId, params.id);
    }
    return await one(call, params.id);
  }),
  serve(contract.removeStore, async ({ params }, call) => {
    await call.db(async (db) => {
      await getStore(db, call.ownerId, params.id);
      await removeStoreRow(db, call.ownerId, params.id);
      await call.record(db);
    });
    return { removed: true as const };
  }),
];

export const storeBrowserRoutes = [
  serveBrowser(contract.comeBack, async (_input, { request, reply }) => {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    return reply.redirect(`/list/card#${request.url.includes('?') ? query : ''}`, 303);
  }),
];

/** A run under way ends in the mode it began in, so the mode cannot change during a run. */
async function changeCare(
  { services, ownerId }: Call,
  db: OwnerDb,
  { store, shop }: StoreWithShop,
  careful: boolean,
): Promise<void> {
  if (keepingOf(services, shop).careful === null) {
    throw new AppError('request.invalid', 'there is nothing to choose', { params: { field: 'careful' } });
  }
  if (await isInUse(db, ownerId, store.id)) {
    throw new AppError('store.in-use', 'a run is under way', { params: { store: store.name } });
  }
  await setCareful(db, ownerId, shop.id, careful);
}

function one(call: Call, id: string): Promise<contract.Store> {
  return call.db(async (db) => {
    const found = await getStore(db, call.ownerId, id);
    return toStore(call.services, found, (await countListings(db, call.ownerId)).get(found.shop.id));
  });
}
