import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/runs';
import type { OwnerDb } from '../db/database.ts';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Call, serve } from '../http/serve.ts';
import { namesOf } from './names.ts';
import { changeRun, getRun, hasEnded, listCurrentRuns, listRuns, type RunRow, toRun } from './runs.ts';

export const runRoutes = [
  serve(contract.listRuns, async ({ query }, call) =>
    call.db(async (db) => {
      const limit = Math.max(1, Math.min(query.limit ?? 50, 200));
      const cursor = readIdCursor(query.cursor);
      const { rows, total } = await listRuns(db, call.ownerId, { ...query, cursor, limit });
      return {
        items: await tell(db, call.ownerId, rows),
        total,
        totalIsEstimate: false,
        nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      };
    }),
  ),
  serve(contract.listCurrentRuns, async (_input, call) =>
    // An administrator has no runs; the console's tray asks for everybody.
    call.user.ownerId === null
      ? []
      : call.db(async (db) => tell(db, call.ownerId, await listCurrentRuns(db, call.ownerId))),
  ),
  serve(contract.getRun, async ({ params }, call) => call.db((db) => one(db, call.ownerId, params.id))),
  serve(contract.pauseRun, async ({ params }, call) => want(call, params.id, 'pause')),
  serve(contract.cancelRun, async ({ params }, call) => want(call, params.id, 'cancel')),
  serve(contract.resumeRun, async ({ params }, call) => {
    const run = await call.db(async (db) => {
      const found = await getOpenRun(db, call.ownerId, params.id, 'go');
      await changeRun(db, call.ownerId, params.id, {
        wanted: 'go',
        ...(found.state !== 'running' && { state: 'waiting', goesOnAt: null }),
      });
      return found;
    });
    await call.services.jobs.wake(run);
    return call.db((db) => one(db, call.ownerId, params.id));
  }),
];

/** A run that can still be told so. A cancel stands, also while the job has not heard of it yet. */
async function getOpenRun(
  db: OwnerDb,
  ownerId: string,
  id: string,
  wanted: RunRow['wanted'],
): Promise<RunRow> {
  const run = await getRun(db, ownerId, id);
  const cancelled = run.wanted === 'cancel' && wanted !== 'cancel';
  if (cancelled || hasEnded(run.state)) {
    const state = cancelled ? 'cancelled' : run.state;
    throw new AppError('run.wrong-state', `run ${id} is ${state}`, { params: { state } });
  }
  return run;
}

/** A working run is asked; one that rests obeys at once. */
function want(call: Call, id: string, wanted: 'pause' | 'cancel') {
  return call.db(async (db) => {
    const run = await getOpenRun(db, call.ownerId, id, wanted);
    const rests = run.state !== 'running';
    await changeRun(db, call.ownerId, id, {
      wanted,
      ...(rests && wanted === 'pause' && { state: 'paused' }),
      ...(rests && wanted === 'cancel' && { state: 'cancelled', ended: true }),
    });
    return one(db, call.ownerId, id);
  });
}

async function one(db: OwnerDb, ownerId: string, id: string): Promise<contract.Run> {
  const [run] = await tell(db, ownerId, [await getRun(db, ownerId, id)]);
  if (!run) {
    throw new AppError('not-found', `run ${id}`);
  }
  return run;
}

/** Runs as the console is told them, with names in place of ids. */
async function tell(db: OwnerDb, ownerId: string, rows: RunRow[]): Promise<contract.Run[]> {
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
  return rows.map((row) =>
    toRun(row, {
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
