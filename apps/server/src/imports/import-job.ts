import { asOwner, type OwnerDb } from '../db/database.ts';
import { imagesInFile } from '../images/in-file.ts';
import type { JobKind } from '../runs/jobs.ts';
import type { RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { wholeFile } from '../uploads/source.ts';
import { partFilesOf } from '../uploads/storing/part-files-of.ts';
import { applySource } from './apply/apply-source.ts';
import { type Attempt, beginAttempt, TakenOver } from './apply/attempt.ts';
import { checkImport } from './check/check.ts';
import { SourceComparison } from './check/compare-source.ts';
import type { Comparison } from './check/compared.ts';
import { applyEdit } from './edit/apply-edit.ts';
import { Catalogue } from './edit/catalogue.ts';
import { EditComparison } from './edit/compare-edit.ts';
import { FileEdits } from './edit/edit-items.ts';
import { getFileSource, getImportRow, type ImportRow } from './queries.ts';
import { decideWatched } from './watched/decide.ts';

export type ImportServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'seal' | 'files'> & {
  config: Pick<Services['config'], 'dataFolder' | 's3' | 'publicUrl'>;
};

/** A checked import waits for a person; until then it is looked at again this often. */
const waitsMs = 30 * 86_400_000;
/** How long a worker waits whose import another one has taken over. */
const yieldsMs = 20_000;

/** Checks and applies product files: first everything is read and compared, then a person confirms it. */
export function importJob(services: ImportServices): JobKind {
  return {
    kind: 'import',
    keys: (run) => [run.id],
    atOnce: 1,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        workOnImport(services, run, control),
      ),
  };
}

/** Goes on with an import from what is stored of it. */
export async function workOnImport(
  services: ImportServices,
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const { id: runId, owner_id: ownerId } = run;
  const { attempt, row } = await asOwner(services.db, ownerId, async (db) => ({
    attempt: await beginAttempt(db, ownerId, runId),
    row: await getImportRow(db, ownerId, runId),
  }));
  try {
    switch (row.state) {
      case 'checking':
        await checkImport(services.db, attempt, partsOf(services, row), control);
        return await afterCheck(services, attempt, run, control);
      case 'checked':
        return await afterCheck(services, attempt, run, control);
      case 'applying':
      case 'undoing':
        return row.request.into.as === 'edit'
          ? await applyEdit(services, attempt, run, imagesInFile(services), control)
          : await applySource(services, attempt, run.created_by, control);
      case 'applied':
        return { state: 'complete' };
    }
  } catch (thrown) {
    if (thrown instanceof TakenOver) {
      const goesOnAt = new Date(services.clock.wall() + yieldsMs);
      return { state: 'held', goesOnAt, fault: { code: 'database.busy', params: {} } };
    }
    throw thrown;
  }
}

/** Applies what a watched file brought and needs nobody; everything else waits for a person. */
async function afterCheck(
  services: ImportServices,
  attempt: Attempt,
  { created_by: userId }: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const isApplied = await asOwner(services.db, attempt.ownerId, (db) => decideWatched(db, attempt));
  return isApplied ? await applySource(services, attempt, userId, control) : toConfirm(services);
}

function toConfirm({ clock }: ImportServices): RunEnd {
  const goesOnAt = new Date(clock.wall() + waitsMs);
  return { state: 'held', goesOnAt, fault: { code: 'import.to-confirm', params: {} } };
}

function partsOf(services: ImportServices, row: ImportRow) {
  const { owner_id: ownerId, file_id: fileId } = row;
  return {
    path: () =>
      wholeFile((work) => asOwner(services.db, ownerId, work), partFilesOf(services), ownerId, fileId),
    comparison: (found: ImportRow, db: OwnerDb) => comparisonOf(services, db, found),
  };
}

/** Returns how the products of an import are compared with what is there. */
async function comparisonOf(services: ImportServices, db: OwnerDb, row: ImportRow): Promise<Comparison> {
  const { owner_id: ownerId, source_id: sourceId, request } = row;
  if (request.into.as === 'source' && sourceId !== null) {
    const supplier = await getFileSource(db, ownerId, sourceId);
    return new SourceComparison(ownerId, supplier, request, request.into.whole);
  }
  const edits = await FileEdits.of(db, row, imagesInFile(services));
  return new EditComparison(ownerId, request, await Catalogue.of(db, ownerId), edits);
}
