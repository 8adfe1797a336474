import { asOwner, type OwnerDb } from '../db/database.ts';
import { binCreated } from '../products/history/created.ts';
import { findEditSetOf } from '../products/history/edit-sets.ts';
import { Undoing, type UndoneProduct } from '../products/history/undo.ts';
import { undoableMarks } from '../products/marks/undo-marks.ts';
import { lockProducts } from '../products/write/write.ts';
import type { JobKind } from '../runs/jobs.ts';
import { freezeOnce, type ItemResult, type Page, type PageResult } from '../runs/pages.ts';
import { findRun, hasEnded, type RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import { workPages } from '../runs/work-pages.ts';
import type { Services } from '../services/services.ts';
import { findLaterPeople } from './later-people.ts';
import { undoAllMarks } from './marks.ts';
import { type FindOtherUndo, noOtherUndo } from './other-undo.ts';
import { BulkRequest, bulkPageSize } from './requests.ts';
import { groupOf, type UndoOf, undoable } from './undoable.ts';

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** Milliseconds after which a scheduled undo looks again whether its edit has ended. */
const looksAgainMs = 60_000;

/** Undoes bulk edits, and undos of them. */
export function undoJob(services: JobServices, others: FindOtherUndo = noOtherUndo): JobKind {
  return {
    kind: 'undo',
    keys: (run) => [run.id],
    atOnce: 1,
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
  others: FindOtherUndo = noOtherUndo,
): Promise<RunEnd> {
  const { owner_id: ownerId, id: runId, undoes } = run;
  const { userId, productIds, paths, marks } = BulkRequest.parse(run.request);
  const begun = await asOwner(services.db, ownerId, async (db) => {
    const edit = undoes === null ? undefined : await findRun(db, ownerId, undoes);
    if (edit && !hasEnded(edit.state)) {
      return 'too-early';
    }
    if (edit && marks) {
      const items = undoableMarks(ownerId, { setId: edit.id, productIds, paths });
      return { marked: edit.id, total: await freezeOnce(db, run, { items, pageSize: bulkPageSize }) };
    }
    const other = edit ? await others(db, ownerId, edit) : null;
    if (other !== null) {
      const total = await freezeOnce(db, run, { items: other.items, pageSize: bulkPageSize });
      return { other, total };
    }
    const editSetId = edit ? await findEditSetOf(db, ownerId, edit.id) : null;
    if (!edit || editSetId === null) {
      return null;
    }
    const of: UndoOf = { runId: edit.id, editSetId, productIds, paths };
    const total = await freezeOnce(db, run, { items: undoable(ownerId, of), pageSize: bulkPageSize });
    return { editSetId, other: null, total };
  });
  if (begun === 'too-early') {
    const goesOnAt = new Date(services.clock.wall() + looksAgainMs);
    return { state: 'held', goesOnAt, fault: { code: 'undo.edit-goes-on', params: {} } };
  }
  if (begun === null) {
    return { state: 'complete' };
  }
  if ('marked' in begun) {
    const { marked, total } = begun;
    return await undoAllMarks(services, { ...run, total }, control, { undoes: marked, userId, paths });
  }
  if (begun.other !== null) {
    const { other, total } = begun;
    return await workPages(services, { ...run, total }, control, 1, (db, page) =>
      other.undo(db, { runId, userId }, page),
    );
  }
  const { editSetId, total } = begun;
  return await workPages(services, { ...run, total }, control, 2, async (db, page) =>
    undoPage(db, { ownerId, runId, userId, editSetId, paths }, page),
  );
}

async function undoPage(
  db: OwnerDb,
  request: {
    ownerId: string;
    runId: string;
    userId: string | null;
    editSetId: string;
    paths: readonly string[] | null;
  },
  { ids }: Page,
): Promise<PageResult> {
  const { ownerId, runId, userId, editSetId, paths } = request;
  const undoing = new Undoing(ownerId, { userId, of: editSetId, runId });
  const locked = await lockProducts(db, ownerId, ids);
  const { binned, changed } =
    paths === null
      ? await binCreated(db, ownerId, editSetId, locked, { userId, binId: runId })
      : { binned: [], changed: [] };
  const created = new Set([...binned, ...changed]);
  const rows = locked.filter(({ id }) => !created.has(id));
  const undone = await undoing.undoLocked(db, rows, paths ?? undefined);
  const people = await findLaterPeople(db, ownerId, {
    editSetId,
    except: undoing.editSet.id,
    products: undone.flatMap(({ row, kept }) => (kept.length > 0 ? [{ id: row.id, paths: kept }] : [])),
  });
  return new Map([
    ...ids.map((id) => [id, gone] as const),
    // Nothing was left to undo by now.
    ...[...binned, ...rows.map(({ id }) => id)].map((id) => [id, { outcome: 'restored' as const }] as const),
    ...changed.map((id) => [id, changedSince] as const),
    ...undone.map((each) => [each.row.id, resultOf(each, people.get(each.row.id) ?? null)] as const),
  ]);
}

const gone = { outcome: 'impossible', note: { fault: { code: 'undo.product-gone', params: {} } } } as const;

/** It was created by what is undone, and somebody has changed it since. */
const changedSince = {
  outcome: 'impossible',
  note: { fault: { code: 'undo.changed-since', params: {} } },
} as const;

function resultOf(undone: UndoneProduct, by: string | null): ItemResult {
  const { kept, impossible } = undone;
  const [first] = impossible;
  const fault = first && { code: `undo.${first.why}`, params: { path: first.path } };
  const outcome = groupOf(undone);
  return {
    outcome,
    note: {
      ...(kept.length > 0 && { kept, by }),
      ...(fault && { fault }),
    },
  };
}
