import { open, rm } from 'node:fs/promises';
import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/products/export';
import { readIdCursor } from '../http/id-cursor.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../http/serve.ts';
import { imagesInFile } from '../images/in-file.ts';
import { countSelection } from '../products/list/selection.ts';
import { createRun, getRun } from '../runs/runs.ts';
import { deleteExportFile, filePath, getExportFile, listExportFiles, toExportFile } from './files.ts';
import { previewProducts } from './preview.ts';
import { requestedSheet } from './sheet.ts';

export const exportRoutes: Served[] = [
  serve(contract.startExport, async ({ body }, call) => ({ runId: await startExport(call, body) })),

  serve(contract.previewExport, async ({ body }, call) =>
    call.db((db) => previewProducts(db, call.ownerId, { ...body, images: imagesInFile(call.services) })),
  ),

  serve(contract.listExportFiles, async ({ query }, call) => {
    const limit = Math.max(1, Math.min(query.limit ?? 50, 200));
    const cursor = readIdCursor(query.cursor);
    const { rows, total } = await call.db((db) => listExportFiles(db, call.ownerId, { cursor, limit }));
    return {
      items: rows.map(toExportFile),
      total,
      totalIsEstimate: false,
      nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    };
  }),

  serve(contract.deleteExportFile, async ({ params }, call) => {
    const row = await call.db(async (db) => {
      const found = await getExportFile(db, call.ownerId, params.id);
      await deleteExportFile(db, call.ownerId, params.id);
      return found;
    });
    await rm(filePath(call.services.config.dataFolder, row.run_id), { force: true });
    return { deleted: true as const };
  }),
];

export const exportBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.downloadExportFile, async ({ params }, call) => {
    const row = await call.db((db) => getExportFile(db, call.ownerId, params.id));
    const file = await open(filePath(call.services.config.dataFolder, row.run_id)).catch(() => {
      throw new AppError('export.file-gone', `the file of run ${row.run_id} is not in the data folder`);
    });
    return call.reply
      .header('content-type', contentType(row.name))
      .header('content-disposition', `attachment; filename="${asciiName(row.name)}"`)
      .header('content-length', row.bytes)
      .header('cache-control', 'private, no-store')
      .send(file.createReadStream());
  }),
];

/** Records an export as a run and starts its job. The run's title is the file's name. */
export async function startExport(call: Call, request: contract.ExportRequest): Promise<string> {
  const run = await call.db(async (db) => {
    const total = await countSelection(db, call.ownerId, request.selection);
    if (total === 0) {
      throw new AppError('export.nothing', 'no product is selected');
    }
    const sheet = await requestedSheet(db, call.ownerId, request);
    const kind = request.kind ?? sheet.format.kinds[0];
    const title = `products-${request.format}-${stampOf(call.services.clock.wall())}.${kind}`;
    const id = await createRun(db, call.ownerId, {
      kind: 'export',
      title,
      request,
      createdBy: call.user.id,
      total,
    });
    return await getRun(db, call.ownerId, id);
  });
  await call.services.jobs.wake(run);
  return run.id;
}

/** Formats a time as `20261120-153012`, in UTC. */
function stampOf(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** Returns a name that is safe in a header and on every file system. */
function asciiName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-');
}

function contentType(name: string): string {
  return name.endsWith('.zip')
    ? 'application/zip'
    : name.endsWith('.xlsx')
      ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      : 'text/csv; charset=utf-8';
}
