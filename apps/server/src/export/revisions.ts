import { asOwner, type Db } from '../db/database.ts';

/**
 * Notes the revisions that a file is written from, so that what a person edits in it can be distinguished from what was changed here
 * since. What an earlier try of the run noted is forgotten.
 */
export async function noteRevisions(
  db: Db,
  ownerId: string,
  runId: string,
): Promise<{ add(products: readonly { id: string; revision: number }[]): Promise<void> }> {
  await asOwner(db, ownerId, (owned) =>
    owned.deleteFrom('exported_page').where('owner_id', '=', ownerId).where('run_id', '=', runId).execute(),
  );
  let page = 0;
  return {
    async add(products) {
      const ids = products.map(({ id }) => id);
      const revisions = products.map(({ revision }) => revision);
      await asOwner(db, ownerId, (owned) =>
        owned
          .insertInto('exported_page')
          .values({ run_id: runId, page, owner_id: ownerId, ids, revisions })
          .execute(),
      );
      page += 1;
    },
  };
}
