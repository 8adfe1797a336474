import { hasEnded } from '@bowerbird/contract/runs';
import { asOwner } from '../../db/database.ts';
import type { JobKind } from '../../runs/jobs.ts';
import { freezeOnce } from '../../runs/pages.ts';
import { findRun, type RunRow } from '../../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../../runs/work.ts';
import { workPages } from '../../runs/work-pages.ts';
import type { Services } from '../../services/services.ts';
import { BulkRequest, bulkPageSize } from '../requests.ts';
import { findUndo } from './find-undo.ts';
import type { FindUndo } from './run-undo.ts';

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** Milliseconds after which a scheduled undo looks again whether its edit has ended. */
const looksAgainMs = 60_000;

/** Undoes bulk edits, and undos of them. */
export function undoJob(services: JobServices, others: readonly FindUndo[] = []): JobKind {
  return {
    kind: 'undo',
    keys: (run) => [run.id],
    atOnce: 2,
    oneOfEach: true,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        undoAll(services, run, control, others),
      ),
  };
}

/**
 * Undoes what is still to do. Which products it is for is fixed when it first begins: those of the edit in which
 * something is left to undo then.
 */
export async function undoAll(
  services: Pick<Services, 'db' | 'clock'>,
  run: RunRow,
  control: RunControl,
  others: readonly FindUndo[] = [],
): Promise<RunEnd> {
  const { owner_id: ownerId, id: runId, undoes } = run;
  const { userId, productIds, paths } = BulkRequest.parse(run.request);
  const begun = await asOwner(services.db, ownerId, async (db) => {
    const of = undoes === null ? undefined : await findRun(db, ownerId, undoes);
    if (of && !hasEnded(of)) {
      return 'too-early';
    }
    const undo = of ? await findUndo(db, ownerId, of, others) : null;
    if (undo === null) {
      return null;
    }
    const items = undo.items({ productIds, paths });
    return { undo, total: await freezeOnce(db, run, { items, pageSize: bulkPageSize }) };
  });
  if (begun === 'too-early') {
    const goesOnAt = new Date(services.clock.wall() + looksAgainMs);
    return { state: 'held', goesOnAt, fault: { code: 'undo.edit-goes-on', params: {} } };
  }
  if (begun === null) {
    return { state: 'complete' };
  }
  const { undo, total } = begun;
  return await workPages(services, { ...run, total }, control, undo.atOnce, (db, page) =>
    undo.undo(db, { runId, userId, paths }, page),
  );
}
