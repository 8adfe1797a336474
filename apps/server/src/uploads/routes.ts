import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/files/uploads';
import { FileRefused } from '@bowerbird/files/source/refused';
import { sql } from 'kysely';
import { type Call, type Served, serve, serveRaw } from '../http/serve.ts';
import { findExport, MarkedExports } from './exported/find-export.ts';
import { findKnownSources } from './preview/known-sources.ts';
import { previewOf } from './preview/preview-upload.ts';
import { readHead } from './preview/read-head.ts';
import { announceFile, changeImportFile, getImportFile, requireRead, toImportFile } from './queries.ts';
import { receivePart } from './receive-part.ts';
import { wholeFile } from './source.ts';
import { partFilesOf } from './storing/part-files-of.ts';

export const uploadRoutes: Served[] = [
  serve(contract.createUpload, async ({ body }, call) => {
    const room = await filesOf(call).room();
    if (room !== null && room < body.bytes) {
      throw new AppError('files.disk-full', `${body.bytes} bytes do not fit into ${room}`);
    }
    return await call.db(async (db) => {
      const row = await announceFile(db, call.ownerId, { ...body, createdBy: call.user.id });
      return await toImportFile(db, row);
    });
  }),

  {
    ...serveRaw(contract.uploadPart, async (bytes, call, { id, from }) => {
      const part = { id, from: Number(from), bytes };
      const row = await receivePart(call.db, filesOf(call), call.ownerId, part);
      return await call.db((db) => toImportFile(db, row));
    }),
    atMost: { bytes: contract.uploadLimits.partBytes, perMinute: 1200 },
  },

  serve(contract.getUpload, ({ params }, call) =>
    call.db(async (db) => toImportFile(db, await getImportFile(db, call.ownerId, params.id))),
  ),

  serve(contract.deleteUpload, async ({ params }, call) => {
    await call.db(async (db) => {
      const row = await getImportFile(db, call.ownerId, params.id, 'update');
      if (row.used_at === null) {
        await db
          .deleteFrom('import_file')
          .where('owner_id', '=', call.ownerId)
          .where('id', '=', row.id)
          .execute();
      } else {
        await requireRead(db, row);
        await changeImportFile(db, row, { deleted_at: sql<Date>`now()` });
      }
    });
    await filesOf(call).remove(params.id);
    return { deleted: true as const };
  }),

  serve(contract.previewUpload, async ({ params, body }, call) => {
    const path = await wholeFile(call.db, filesOf(call), call.ownerId, params.id);
    const head = await readHead(path, body, AbortSignal.timeout(previewMs)).catch((thrown: unknown) => {
      throw thrown instanceof FileRefused
        ? new AppError('import.file-refused', thrown.message, {
            params: { fault: thrown.code, part: thrown.part, row: thrown.row },
          })
        : AppError.from(thrown);
    });
    return await call.db(async (db) => {
      const marked = new MarkedExports(head.header?.cells ?? []);
      for (const { cells } of head.rows) {
        marked.add(cells);
      }
      const file = await getImportFile(db, call.ownerId, params.id);
      const exported = await findExport(db, call.ownerId, file, marked.ids);
      return previewOf(head, body, await findKnownSources(db, call.ownerId), exported);
    });
  }),
];

/** Longest time for reading the head of a file, in milliseconds. */
const previewMs = 60_000;

function filesOf({ services }: Call) {
  return partFilesOf(services);
}
