import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/runs';
import type { OwnerDb } from '../db/database.ts';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Call, serve } from '../http/serve.ts';
import { imagesOf } from './images.ts';
import { namesOf } from './names.ts';
import { getRun, listCurrentRuns, listRuns, type RunRow, toRun } from './runs.ts';
import { letGoOn, signalStop } from './wanted.ts';

export const runRoutes = [
  serve(contract.listRuns, async ({ query }, call) =>
    call.db(async (db) => {
      const limit = Math.max(1, Math.min(query.limit ?? 50, 200));
      const cursor = readIdCursor(query.cursor);
      const { rows, total } = await listRuns(db, call.ownerId, { ...query, cursor, limit });
      return {
        items: await report(db, call.ownerId, rows),
        total,
        totalIsEstimate: false,
        nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      };
    }),
  ),
  serve(contract.listCurrentRuns, async (_input, call) =>
    // An administrator has no runs; the console's tray calls this for everybody.
    call.user.ownerId === null
      ? []
      : call.db(async (db) => report(db, call.ownerId, await listCurrentRuns(db, call.ownerId))),
  ),
  serve(contract.getRun, async ({ params }, call) => call.db((db) => one(db, call.ownerId, params.id))),
  serve(contract.pauseRun, async ({ params }, call) => stop(call, params.id, 'pause')),
  serve(contract.cancelRun, async ({ params }, call) => stop(call, params.id, 'cancel')),
  serve(contract.resumeRun, async ({ params }, call) => {
    const run = await call.db((db) => letGoOn(db, call.ownerId, params.id));
    await call.services.jobs.wake(run);
    return call.db((db) => one(db, call.ownerId, params.id));
  }),
];

function stop(call: Call, id: string, wanted: 'pause' | 'cancel') {
  return call.db(async (db) => {
    await signalStop(db, call.ownerId, id, wanted);
    return one(db, call.ownerId, id);
  });
}

async function one(db: OwnerDb, ownerId: string, id: string): Promise<contract.Run> {
  const [run] = await report(db, ownerId, [await getRun(db, ownerId, id)]);
  if (!run) {
    throw new AppError('not-found', `run ${id}`);
  }
  return run;
}

/** Returns runs in the form for the console, with names in place of ids. */
async function report(db: OwnerDb, ownerId: string, rows: RunRow[]): Promise<contract.Run[]> {
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap((row) => row.created_by ?? []),
  );
  const files = await exportFilesOf(
    db,
    ownerId,
    rows.filter((row) => row.kind === 'export').map((row) => row.id),
  );
  const images = await imagesOf(db, ownerId, rows);
  return rows.map((row) =>
    toRun(row, {
      images: images.get(row.id) ?? [],
      createdBy: row.created_by ? (names.get(row.created_by) ?? null) : null,
      exportFileId: files.get(row.id) ?? null,
    }),
  );
}

async function exportFilesOf(db: OwnerDb, ownerId: string, runIds: string[]): Promise<Map<string, string>> {
  if (runIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom('export_file')
    .select(['id', 'run_id'])
    .where('owner_id', '=', ownerId)
    .where('run_id', 'in', runIds)
    .execute();
  return new Map(rows.map((row) => [row.run_id, row.id]));
}
