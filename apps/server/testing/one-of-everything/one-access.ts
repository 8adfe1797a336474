import { v7 } from 'uuid';
import { asOwner } from '../../src/db/database.ts';
import type { Services } from '../../src/services/services.ts';
import { accessPlace } from '../../src/sources/open-access.ts';
import { insertSourceAccess } from '../../src/sources/queries.ts';

/** Creates an access to a source of this merchant; returns its id. */
export async function oneAccess(services: Pick<Services, 'db' | 'seal'>, ownerId: string): Promise<string> {
  const id = v7();
  await asOwner(services.db, ownerId, (db) =>
    insertSourceAccess(db, ownerId, {
      id,
      platform: 'woocommerce',
      connection: 'rest-keys',
      name: 'Secret mugs',
      shop: 'https://anns-source.example',
      credentials: services.seal.close(
        JSON.stringify({ consumerKey: 'ck_secret', consumerSecret: 'cs_secret' }),
        accessPlace(ownerId, id),
      ),
      shown: {},
      expiresAt: null,
    }),
  );
  return id;
}
