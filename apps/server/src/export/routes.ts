import * as contract from '@bowerbird/contract/products/export';
import { readIdCursor } from '../http/id-cursor.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../http/serve.ts';
import { imagesInFile } from '../images/in-file.ts';
import { deleteExportFile, fileKey, getExportFile, listExportFiles, toExportFile } from './files.ts';
import { linkBrowserRoutes, linkRoutes } from './links/routes.ts';
import { previewProducts } from './preview.ts';
import { exportScheduleRoutes } from './schedules/routes.ts';
import { sendFile, sendPart } from './send-file.ts';
import { writeExportRun } from './start.ts';
import { templateRoutes } from './templates/routes.ts';

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
    await call.services.files.remove(fileKey(row.run_id));
    return { deleted: true as const };
  }),
  ...templateRoutes,
  ...linkRoutes,
  ...exportScheduleRoutes,
];

export const exportBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.downloadExportFile, async ({ params }, call) =>
    sendFile(call, await call.db((db) => getExportFile(db, call.ownerId, params.id))),
  ),
  serveBrowser(contract.downloadExportPart, async ({ params }, call) =>
    sendPart(call, await call.db((db) => getExportFile(db, call.ownerId, params.id)), Number(params.number)),
  ),
  ...linkBrowserRoutes,
];

/** Records an export as a run and starts its job. */
async function startExport(call: Call, request: contract.ExportRequest): Promise<string> {
  const { ownerId, services, user } = call;
  const run = await call.db((db) =>
    writeExportRun(db, { ownerId, userId: user.id }, request, services.clock.wall()),
  );
  await services.jobs.wake(run);
  return run.id;
}
