import { asOwner, type Db, type OwnerDb } from '../db/database.ts';

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

/** Notes the bytes of an export's files, so that one that comes back unedited is known whatever it is called. */
export async function noteFiles(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  files: readonly { sha256: string }[],
): Promise<void> {
  await db.deleteFrom('exported_file').where('owner_id', '=', ownerId).where('run_id', '=', runId).execute();
  await db
    .insertInto('exported_file')
    .values(
      [...new Set(files.map(({ sha256 }) => sha256))].map((sha256) => ({
        run_id: runId,
        sha256,
        owner_id: ownerId,
      })),
    )
    .execute();
}
