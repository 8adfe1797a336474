import { asOwner, type Db, type OwnerDb } from './database.ts';

/**
 * Ids page by page, each page a short transaction of its own, going on after the last id of the page before. A row
 * that is there all the while comes exactly once, whatever else is written meanwhile.
 */
export async function* idPages(
  db: Db,
  ownerId: string,
  pageSize: number,
  idsAfter: (db: OwnerDb, after: string | undefined) => Promise<string[]>,
): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const last = after;
    const ids = await asOwner(db, ownerId, (owned) => idsAfter(owned, last));
    if (ids.length > 0) {
      yield ids;
    }
    after = ids.at(-1);
    if (ids.length < pageSize) {
      return;
    }
  }
}
