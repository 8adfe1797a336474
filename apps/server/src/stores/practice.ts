import { asOwner } from '../db/database.ts';
import { unrecorded } from '../http/recorded.ts';
import type { Services } from '../services/services.ts';
import { connectStoreTo } from './connect.ts';
import { findStores } from './queries.ts';

/**
 * Connects a merchant to the practice store of this machine; where that is done already, only corrects the address,
 * whose port may differ from start to start. Returns the store's id, or null where there is no practice store.
 */
export async function connectPracticeStore(services: Services, ownerId: string): Promise<string | null> {
  const domain = services.practice?.store;
  if (domain === undefined) {
    return null;
  }
  const stores = await asOwner(services.db, ownerId, (db) => findStores(db, ownerId));
  const known = stores.find(({ store }) => store.practice);
  if (known) {
    await asOwner(services.db, ownerId, (db) =>
      db
        .updateTable('store')
        .set({ domain })
        .where('owner_id', '=', ownerId)
        .where('id', '=', known.store.id)
        .execute(),
    );
    return known.store.id;
  }
  const name = domain.replace(/\.localhost[\s\S]*$/, '');
  return await connectStoreTo(
    services,
    ownerId,
    {
      platform: 'shopify',
      name: 'Aster Practice',
      domain,
      connection: 'token',
      credentials: { token: `practice-token-${name}` },
      practice: true,
    },
    unrecorded,
  );
}
