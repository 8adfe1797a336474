import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { AppError } from '@bowerbird/contract/errors';
import type { UndoOf } from '@bowerbird/contract/products/bulk-edit';
import type { Selection } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { requireExpected, selected, sentCount } from '../products/list/selection.ts';
import { freezeOnce } from '../runs/pages.ts';
import { changeRun, createRun, getRun, type RunRow } from '../runs/runs.ts';
import { instantAt, isRealTime, isTimeZone } from '../time/local-time.ts';
import { type BulkRequest, bulkPageSize } from './requests.ts';

interface LocalTime {
  at: string;
  zone: string;
}

export interface EditOrder {
  selection: Selection;
  steps: EditStep[];
  expected?: number | undefined;
  begins?: LocalTime | undefined;
  ends?: LocalTime | undefined;
}

/**
 * Creates the run of a bulk edit, with the products and revisions that it is for, and the run of its undo where an end is
 * given. Throws `selection.changed` when another number of products is selected than was shown, and `selection.empty`.
 */
export async function startEdit(call: Call, order: EditOrder): Promise<string> {
  const { selection, steps } = order;
  const expected = 'filter' in selection ? sentCount(order.expected) : null;
  const now = new Date(call.services.clock.wall());
  const begins = order.begins ? instantOf(order.begins, 'begins', now) : null;
  const ends = order.ends ? instantOf(order.ends, 'ends', begins ?? now) : null;
  const runs = await call.db(async (db) => {
    const request = {
      steps,
      userId: call.user.id,
      begins: begins?.toISOString() ?? null,
      ends: ends?.toISOString() ?? null,
      productIds: null,
      paths: null,
    };
    const run = await create(db, call, { kind: 'edit', title: '', request, goesOnAt: begins });
    const total = await freezeOnce(db, run, {
      items: selected(db, call.ownerId, selection),
      pageSize: bulkPageSize,
    });
    if (expected !== null) {
      requireExpected(total, expected);
    }
    if (total === 0) {
      throw new AppError('selection.empty', 'no product is selected');
    }
    const title = await titleOf(db, call.ownerId, run.id, total);
    await changeRun(db, call.ownerId, run.id, { title });
    const undo = ends && (await createUndo(db, call, { ...run, title }, request, { goesOnAt: ends }));
    return undo ? [run, undo] : [run];
  });
  for (const run of runs) {
    await call.services.jobs.wake(run, run.goes_on_at ?? undefined);
  }
  return runs[0]?.id ?? '';
}

/** Creates the run that undoes a bulk edit, or an undo; the caller wakes it. */
export async function createUndo(
  db: OwnerDb,
  call: Call,
  of: Pick<RunRow, 'id' | 'title'>,
  { steps, marks }: Pick<BulkRequest, 'steps' | 'marks'>,
  { goesOnAt, productIds, paths }: { goesOnAt?: Date } & UndoOf,
): Promise<RunRow> {
  return await create(db, call, {
    kind: 'undo',
    title: of.title,
    request: {
      steps,
      ...(marks && { marks }),
      userId: call.user.id,
      begins: goesOnAt?.toISOString() ?? null,
      ends: null,
      productIds: productIds ?? null,
      paths: paths ?? null,
    },
    goesOnAt: goesOnAt ?? null,
    undoes: of.id,
  });
}

async function create(
  db: OwnerDb,
  { ownerId, user }: Call,
  run: {
    kind: 'edit' | 'undo';
    title: string;
    request: BulkRequest;
    goesOnAt: Date | null;
    undoes?: string;
  },
): Promise<RunRow> {
  const goesOnAt = run.goesOnAt ?? undefined;
  const id = await createRun(db, ownerId, { ...run, goesOnAt, createdBy: user.id });
  return await getRun(db, ownerId, id);
}

/** Returns the title of a run: that of its first product. */
async function titleOf(db: OwnerDb, ownerId: string, runId: string, total: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select product.title from run_page join product on product.id = run_page.ids[1]
    where run_page.owner_id = ${ownerId} and product.owner_id = ${ownerId}
      and run_page.run_id = ${runId} and run_page.page = 0
  `.execute(db);
  const title = rows[0]?.title.slice(0, 200) ?? '';
  return total > 1 ? `${title} …` : title;
}

/** Returns the instant of a local time; throws `request.invalid` unless it exists and is later than another one. */
function instantOf({ at, zone }: LocalTime, field: 'begins' | 'ends', laterThan: Date): Date {
  if (!isTimeZone(zone)) {
    throw wrong([field, 'zone'], 'time-zone.unknown');
  }
  if (!isRealTime(at)) {
    throw wrong([field, 'at'], 'time.unknown');
  }
  const instant = instantAt(Date.parse(`${at}Z`), zone);
  if (instant.getTime() <= laterThan.getTime()) {
    throw wrong([field, 'at'], 'time.passed');
  }
  return instant;
}

function wrong(path: string[], code: string): AppError {
  return new AppError('request.invalid', `${path.join('.')}: ${code}`, {
    issues: [{ path, code, message: '' }],
  });
}
