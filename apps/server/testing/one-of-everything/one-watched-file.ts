import { v7 } from 'uuid';
import { asOwner } from '../../src/db/database.ts';
import type { Services } from '../../src/services/services.ts';

type AsMerchant = <Answer>(method: 'POST', path: string, payload?: object) => Promise<Answer>;

/** Creates a supplier of files and watches its file; returns the ids of both. */
export async function oneWatchedFile(
  { db }: Pick<Services, 'db'>,
  ownerId: string,
  call: AsMerchant,
): Promise<{ supplier: string; watchedFile: string }> {
  const supplier = v7();
  await asOwner(db, ownerId, (owned) =>
    owned
      .insertInto('file_source')
      .values({
        id: supplier,
        owner_id: ownerId,
        name: 'Secret feed of mugs',
        key: 'handle',
        dialect: JSON.stringify({ encoding: null, separator: null }),
        mapping: JSON.stringify({
          version: 1,
          sheet: null,
          headerRow: null,
          products: { by: 'format', format: 'shopify' },
          remedies: [],
        }),
      })
      .execute(),
  );
  const watched = await call<{ id: string }>('POST', '/imports/watched', {
    sourceId: supplier,
    where: { kind: 'address', address: 'https://ann:secret@anns-feed.example/mugs.csv?token=secret' },
    everyHours: 24,
    hour: 6,
    timeZone: 'UTC',
    applies: false,
    whole: true,
  });
  return { supplier, watchedFile: watched.id };
}
