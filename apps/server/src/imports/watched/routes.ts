import * as contract from '@bowerbird/contract/files/watched';
import { type Served, serve } from '../../http/serve.ts';
import { allowedFolders } from './folders.ts';
import { findWatched } from './rows.ts';
import { askForLook, deleteWatched, rewriteWatched, writeWatched } from './watches.ts';

/** Routes of suppliers' files that are imported on a schedule. */
export const watchedFileRoutes: Served[] = [
  serve(contract.listWatchedFiles, (_input, call) =>
    call.db(async (db) => ({
      items: await findWatched(db, call.ownerId, null),
      folders: await allowedFolders(db, call.ownerId, call.services.config),
    })),
  ),

  serve(contract.createWatchedFile, ({ body }, call) => writeWatched(call, body)),

  serve(contract.changeWatchedFile, ({ params, body }, call) => rewriteWatched(call, params.id, body)),

  serve(contract.deleteWatchedFile, async ({ params }, call) => {
    await call.db((db) => deleteWatched(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),

  serve(contract.lookAtWatchedFile, ({ params }, call) => askForLook(call, params.id)),
];
