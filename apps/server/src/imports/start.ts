import { AppError } from '@bowerbird/contract/errors';
import type { applyImport, changeImport, startImport } from '@bowerbird/contract/files/imports';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { BodyOf } from '@bowerbird/contract/route';
import { inWorkingOrder } from '@bowerbird/files/remedies/working-order';
import { v7 } from 'uuid';
import { requireActive } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { requirePlace } from '../db/places.ts';
import type { ImportDecision, ImportRequest } from '../db/tables/imports.ts';
import type { Call } from '../http/serve.ts';
import { changeRun, createRun, getRun, type RunRow } from '../runs/runs.ts';
import { letGoOn } from '../runs/wanted.ts';
import { findExport, withGuard } from '../uploads/exported/find-export.ts';
import { getImportFile, requireWhole, useImportFile } from '../uploads/queries.ts';
import { getFileSource, getImportRow, type ImportRow } from './queries.ts';
import { countApplied } from './show/outcomes.ts';

/**
 * Creates the run that checks a file. Throws `not-found`, `import.file-gone`, `import.file-incomplete`, `owner.frozen` and
 * `import.source-name-taken`.
 */
export async function createImport(call: Call, body: BodyOf<typeof startImport>): Promise<string> {
  const run = await call.db((db) => writeImport(db, { ownerId: call.ownerId, userId: call.user.id }, body));
  await call.services.jobs.wake(run);
  return run.id;
}

/** The same in the caller's transaction, who wakes the run after the commit. */
export async function writeImport(
  db: OwnerDb,
  { ownerId, userId, watchId }: { ownerId: string; userId: string | null; watchId?: string },
  { fileId, ...asked }: BodyOf<typeof startImport>,
): Promise<RunRow> {
  await requireActive(db, ownerId);
  const file = await useImportFile(db, ownerId, fileId);
  const exported = asked.into.as === 'edit' ? await findExport(db, ownerId, file, []) : null;
  const request = inOrder({ ...asked, mapping: withGuard(asked.mapping, exported) });
  const runId = await createRun(db, ownerId, {
    kind: 'import',
    title: file.name,
    // As a bulk edit of no steps: with this, an import is undone as one.
    request: { steps: [], userId },
    createdBy: userId,
  });
  await db
    .insertInto('import')
    .values({
      run_id: runId,
      owner_id: ownerId,
      file_id: fileId,
      source_id: await supplierOf(db, ownerId, request),
      state: 'checking',
      request: jsonText(request),
      rows: null,
      watch_id: watchId ?? null,
    })
    .execute();
  return await getRun(db, ownerId, runId);
}

async function supplierOf(
  db: OwnerDb,
  ownerId: string,
  { into, key, dialect, mapping }: ImportRequest,
): Promise<string | null> {
  if (into.as !== 'source') {
    return null;
  }
  if ('id' in into.source) {
    return (await getFileSource(db, ownerId, into.source.id)).id;
  }
  const { name } = into.source;
  await requirePlace(db, ownerId, 'file_source');
  const created = await db
    .insertInto('file_source')
    .values({
      id: v7(),
      owner_id: ownerId,
      name,
      key,
      dialect: jsonText(dialect),
      mapping: jsonText(mapping),
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) {
    throw new AppError('import.source-name-taken', `source ${name}`, { params: { name } });
  }
  return created.id;
}

/** Returns a request whose remedies stand in the order in which they work together. */
function inOrder<Request extends { mapping: FileMapping }>(request: Request): Request {
  const { mapping } = request;
  return { ...request, mapping: { ...mapping, remedies: inWorkingOrder(mapping.remedies) } };
}

/** Reads and checks a file again in another way. The products are not touched. */
export async function recheckImport(
  call: Call,
  runId: string,
  asked: BodyOf<typeof changeImport>,
): Promise<void> {
  const request = inOrder(asked);
  const { ownerId } = call;
  const run = await call.db(async (db) => {
    const row = await lockChecked(db, ownerId, runId);
    const isOtherTable = tableOf(row.request) !== tableOf(request);
    if (isOtherTable) {
      requireWhole(await getImportFile(db, ownerId, row.file_id));
      for (const table of ['import_page', 'import_bytes'] as const) {
        await db.deleteFrom(table).where('owner_id', '=', ownerId).where('run_id', '=', runId).execute();
      }
    }
    const isNamed = request.into.as === 'source' && 'name' in request.into.source;
    await db
      .updateTable('import')
      .set({
        state: 'checking',
        request: jsonText(request),
        // A supplier that was named when the import began exists by now.
        source_id: isNamed && row.source_id !== null ? row.source_id : await supplierOf(db, ownerId, request),
        ...(isOtherTable && { rows: null, opened: null, refused: null, kept: null }),
        // From here on, this is a person's import.
        ...(row.watch_id !== null && { decided: jsonText(decidedByPerson) }),
      })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
    return await letGoOn(db, ownerId, runId);
  });
  await call.services.jobs.wake(run);
}

const decidedByPerson: ImportDecision = { applies: false, because: null, byPerson: true };

/** What decides which rows a file has, and which is the header. */
function tableOf({ dialect, mapping: { sheet, headerRow } }: ImportRequest): string {
  return JSON.stringify([dialect.encoding, dialect.separator, sheet, headerRow]);
}

/**
 * Lets a checked import be applied. Throws `selection.changed` when another number of products would be imported than was
 * shown, and `import.products-faulty`.
 */
export async function confirmImport(
  call: Call,
  runId: string,
  { expected, allOrNothing }: BodyOf<typeof applyImport>,
): Promise<void> {
  const { ownerId } = call;
  const run = await call.db(async (db) => {
    await requireActive(db, ownerId);
    const row = await lockChecked(db, ownerId, runId);
    const count = countApplied(row.request, row.figures);
    if (count !== expected) {
      throw new AppError('selection.changed', `${count} products, not ${expected}`, {
        params: { expected, count },
      });
    }
    const { groups = {} } = row.figures;
    const faulty = (groups.faulty ?? 0) + (groups.ambiguous ?? 0);
    if (allOrNothing && (faulty > 0 || row.refused !== null)) {
      throw new AppError('import.products-faulty', `${faulty} products`, { params: { count: faulty } });
    }
    await db
      .updateTable('import')
      .set({ state: 'applying', all_or_nothing: allOrNothing })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
    // What checking counted is no part of what is to do now.
    await changeRun(db, ownerId, runId, { done: 0, total: null, failed: 0 });
    return await letGoOn(db, ownerId, runId);
  });
  await call.services.jobs.wake(run);
}

/** Locks an import that waits for a person; throws `not-found` and `run.wrong-state`. */
async function lockChecked(db: OwnerDb, ownerId: string, runId: string): Promise<ImportRow> {
  const row = await getImportRow(db, ownerId, runId, 'update');
  if (row.state !== 'checked') {
    throw new AppError('run.wrong-state', `import ${runId} is ${row.state}`, {
      params: { state: row.state === 'applied' ? 'complete' : 'running' },
    });
  }
  return row;
}
