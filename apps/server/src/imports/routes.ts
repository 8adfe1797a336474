import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/files/imports';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Served, serve } from '../http/serve.ts';
import { imagesInFile } from '../images/in-file.ts';
import { showEdit } from './edit/show-edit.ts';
import { changeClaim, findFileSources, renameSource } from './show/file-sources.ts';
import { findFaults } from './show/list-faults.ts';
import { findItems } from './show/list-items.ts';
import { tryRemedy } from './show/remedies.ts';
import { showSource } from './show/show-source.ts';
import { findImports, getImport } from './show/status.ts';
import { confirmImport, createImport, recheckImport } from './start.ts';

/** Rows in one page where the caller does not say, and at most. */
const listedDefault = 50;
const listedMax = 200;

/** Routes of imports: check, look, repair, apply; and of the suppliers of files. */
export const importRoutes: Served[] = [
  serve(contract.listFileSources, ({ query }, call) =>
    call.db((db) =>
      findFileSources(db, call.ownerId, { cursor: readIdCursor(query.cursor), limit: pageSize(query.limit) }),
    ),
  ),

  serve(contract.renameFileSource, ({ params, body }, call) =>
    call.db((db) => renameSource(db, call.ownerId, params.id, body.name)),
  ),

  serve(contract.setFileSourceClaim, ({ params, body }, call) => changeClaim(call, params.id, body.claim)),

  serve(contract.startImport, async ({ body }, call) => ({ runId: await createImport(call, body) })),

  serve(contract.listImports, ({ query: { sourceId, cursor, limit } }, call) =>
    call.db((db) =>
      findImports(db, call.ownerId, { sourceId, cursor: readIdCursor(cursor), limit: pageSize(limit) }),
    ),
  ),

  serve(contract.getImport, ({ params }, call) => call.db((db) => getImport(db, call.ownerId, params.id))),

  serve(contract.changeImport, async ({ params, body }, call) => {
    await recheckImport(call, params.id, body);
    return { runId: params.id };
  }),

  serve(contract.listImportFaults, ({ params, query }, call) =>
    call.db((db) => findFaults(db, call.ownerId, params.id, placeIn(query.cursor))),
  ),

  serve(contract.previewRemedy, ({ params, body }, call) =>
    tryRemedy(call.services, call.ownerId, params.id, body.remedy),
  ),

  serve(contract.listImportItems, ({ params, query: { group, cursor } }, call) =>
    call.db((db) => {
      const shows = { source: showSource, edit: showEdit(imagesInFile(call.services)) };
      return findItems(db, call.ownerId, { id: params.id, group, after: placeIn(cursor) }, shows);
    }),
  ),

  serve(contract.applyImport, async ({ params, body }, call) => {
    await confirmImport(call, params.id, body);
    return { runId: params.id };
  }),
];

function pageSize(wanted = listedDefault): number {
  return Math.max(1, Math.min(wanted, listedMax));
}

/** Reads the cursor of a list ordered by positions: the last one shown; -1 for its beginning. */
function placeIn(cursor: string | undefined): number {
  if (cursor === undefined) {
    return -1;
  }
  if (!/^\d{1,9}$/.test(cursor)) {
    throw new AppError('request.invalid', 'a cursor of another list', {
      issues: [{ path: ['cursor'], code: 'cursor.unknown', message: '' }],
    });
  }
  return Number(cursor);
}
