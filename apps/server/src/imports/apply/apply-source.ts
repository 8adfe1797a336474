import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { prefetch } from '../../async/prefetch.ts';
import { endOf, writeCertificate } from '../../collect/certificate.ts';
import { getCollectRun, readProgress } from '../../collect/progress.ts';
import { matchFresh } from '../../collect/similar/match-similar.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { databaseFailure } from '../../db/database-failure.ts';
import { jsonText } from '../../db/json-text.ts';
import { mergeRun } from '../../recollect/merge-run.ts';
import { alertsByHand } from '../../recollect/start.ts';
import type { RunControl, RunEnd } from '../../runs/work.ts';
import type { Services } from '../../services/services.ts';
import { filePlatform, supplierAddress } from '../check/source-product.ts';
import { startClaimOfNew } from '../claim-new.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { undoSource } from '../undo/undo-all.ts';
import { type Attempt, requireAttempt, TakenOver } from './attempt.ts';
import { openSaving, readParts, savePart } from './save-parts.ts';

/** Similar products are searched for whenever so many have been saved: a search reads the keys of all the merchant's products. */
const matchedAtOnce = 5000;

type SourceServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/**
 * Saves the products of a checked file as those of a supplier, as collecting saves a shop's, and merges them into the
 * products that were claimed from it before. Each part is saved with how far it goes, so that a run that is killed at
 * any moment saves nothing twice and leaves nothing out. All or nothing: where anything fails, what was saved and merged is undone.
 */
export async function applySource(
  services: SourceServices,
  attempt: Attempt,
  userId: string | null,
  control: RunControl,
): Promise<RunEnd> {
  const { db } = services;
  const { ownerId, runId } = attempt;
  const row = await asOwner(db, ownerId, async (owned) => {
    const found = await getImportRow(owned, ownerId, runId, 'update');
    if (found.state === 'applying') {
      await beginCollected(owned, found);
    }
    return found;
  });
  if (!row.all_or_nothing) {
    return await saveAndMerge(services, attempt, { row, userId }, control);
  }
  const failed =
    row.state === 'undoing'
      ? { code: 'import.undone' as const, params: {} }
      : await failureOf(() => saveAndMerge(services, attempt, { row, userId }, control), control);
  return 'state' in failed ? failed : await undoSource(db, attempt, { userId, because: failed }, control);
}

/** All or nothing: what cannot be saved or merged now is a failure, and not waited for. Returns the end where there is none. */
async function failureOf(work: () => Promise<RunEnd>, { signal }: RunControl): Promise<RunEnd | Fault> {
  try {
    const end = await work();
    return end.state === 'held' && end.fault ? end.fault : end;
  } catch (thrown) {
    if (signal.aborted || thrown instanceof TakenOver || databaseFailure(thrown) !== null) {
      throw thrown;
    }
    const { code, params } = AppError.from(thrown);
    return { code, params };
  }
}

async function saveAndMerge(
  services: SourceServices,
  attempt: Attempt,
  { row, userId }: { row: ImportRow; userId: string | null },
  control: RunControl,
): Promise<RunEnd> {
  const { db } = services;
  const { ownerId, runId } = attempt;
  const total = row.figures.products ?? 0;
  const saving = await openSaving(services, row);
  if (saving !== null) {
    const parts = prefetch(readParts(db, saving, { from: row.reached, total }), () => true);
    let matching: Promise<void> | null = null;
    let matchedUntil = row.reached;
    try {
      for await (const part of parts) {
        control.signal.throwIfAborted();
        const held = await savePart(services, attempt, saving, part);
        if (held !== null) {
          return held;
        }
        control.progress({ done: part.until, total });
        // Searched for beside the saving. What fails here is tried once more at the end, and fails there.
        if (part.until - matchedUntil < matchedAtOnce || matching !== null) {
          continue;
        }
        matchedUntil = part.until;
        matching = matchFresh(db, ownerId, control.signal)
          .catch(() => undefined)
          .finally(() => {
            matching = null;
          });
      }
    } finally {
      await matching;
    }
  }
  await asOwner(db, ownerId, async (owned) => {
    await requireReached(owned, attempt, saving === null ? row.reached : total);
    await endCollected(owned, attempt, control.workedMs() / 1000);
  });
  await matchFresh(db, ownerId, control.signal);
  await mergeRun(services, { ownerId, runId }, control);
  if (row.all_or_nothing) {
    await asOwner(db, ownerId, (owned) => requireNoneRejected(owned, ownerId, runId));
  }
  const claim = await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    const begun = await startClaimOfNew(owned, row, userId);
    await owned
      .updateTable('import')
      .set({ state: 'applied', claim_run_id: begun?.id ?? null })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
    return begun;
  });
  if (claim !== null) {
    // If the process is killed before this line, the search for forgotten runs finds and wakes it.
    await services.jobs.wake(claim);
  }
  const { groups = {} } = row.figures;
  const left = (groups.faulty ?? 0) + (groups.ambiguous ?? 0);
  control.progress({ done: total, total, failed: left });
  return { state: left > 0 || row.refused !== null ? 'partial' : 'complete' };
}

/** Throws `import.undone` if a product could not follow its source. */
async function requireNoneRejected(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  const { count } = await db
    .selectFrom('source_alert')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'rejected')
    .executeTakeFirstOrThrow();
  if (count > 0) {
    throw new AppError('import.undone', `${count} products were rejected`, { params: { count } });
  }
}

/** Makes the run one that collecting and merging know, of a shop that is the supplier; keeps how the file was read. */
async function beginCollected(db: OwnerDb, row: ImportRow): Promise<void> {
  const { owner_id: ownerId, run_id: runId, source_id: sourceId, request } = row;
  if (sourceId === null || request.into.as !== 'source') {
    throw new AppError('not-found', `the supplier of import ${runId}`);
  }
  await db
    .insertInto('collect_run')
    .values({
      run_id: runId,
      owner_id: ownerId,
      platform: filePlatform,
      shop: sourceId,
      // What is missing from a supplier's whole range is gone, as what a whole shop no longer has.
      scope: request.into.whole && row.refused === null ? 'shop' : 'list',
      addresses: JSON.stringify([supplierAddress(sourceId)]),
      promised: '[]',
      slices: '[]',
      ways: '[]',
    })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
  await db
    .insertInto('recollect_run')
    .values({ run_id: runId, owner_id: ownerId, watch_id: null, alerts: jsonText(alertsByHand) })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
  await db
    .updateTable('file_source')
    .set({
      key: request.key,
      dialect: jsonText(request.dialect),
      mapping: jsonText(request.mapping),
      header: sql<string[]>`${[...(row.opened?.header?.cells ?? [])]}::text[]`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', sourceId)
    .execute();
}

/** Throws `TakenOver` if the database, which crashed meanwhile, has forgotten the end of what was saved. */
async function requireReached(db: OwnerDb, { ownerId, runId }: Attempt, until: number): Promise<void> {
  const { reached } = await getImportRow(db, ownerId, runId);
  if (reached !== until) {
    throw new TakenOver(`import ${runId} is saved up to product ${reached}, not ${until}`);
  }
}

/** Writes what was saved, as the end of collecting. */
async function endCollected(db: OwnerDb, attempt: Attempt, seconds: number): Promise<void> {
  const { ownerId, runId } = attempt;
  await requireAttempt(db, attempt, 'applying');
  const run = await getCollectRun(db, ownerId, runId);
  if (endOf(run) === null) {
    const { figures } = await readProgress(db, ownerId, runId);
    await writeCertificate(db, run, figures, { fault: null, seconds: Math.round(seconds) });
  }
}
