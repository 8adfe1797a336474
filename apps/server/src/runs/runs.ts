import { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { AppError } from '@bowerbird/contract/errors';
import {
  endStates,
  type Fault,
  listingActions,
  type Run,
  type RunKind,
  type RunState,
  ruleChanges,
} from '@bowerbird/contract/runs';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { RunTable } from '../db/tables/core.ts';

export type RunRow = Selectable<RunTable>;

export interface NewRun {
  /** A UUID v7; made here if not given. */
  id?: string;
  kind: RunKind;
  title: string;
  request: unknown;
  createdBy: string | null;
  total?: number | null;
  /** It begins at this time, and not before. */
  goesOnAt?: Date | undefined;
  /** The run that it undoes. */
  undoes?: string;
  /** Already done elsewhere: the run is over from the start, no job works on it, and `growEndedRun` adds to it. */
  ended?: true;
}

/** Creates a run of long work in the state waiting. Nothing runs before the kind's job is woken. */
export async function createRun(db: OwnerDb, ownerId: string, run: NewRun): Promise<string> {
  const id = run.id ?? v7();
  await db
    .insertInto('run')
    .values({
      id,
      owner_id: ownerId,
      kind: run.kind,
      state: run.ended ? 'complete' : run.goesOnAt ? 'scheduled' : 'waiting',
      goes_on_at: run.goesOnAt ?? null,
      undoes: run.undoes ?? null,
      ...(run.ended && { started_at: sql<Date>`now()`, ended_at: sql<Date>`now()` }),
      title: run.title,
      request: JSON.stringify(run.request),
      created_by: run.createdBy,
      total: run.total ?? null,
    })
    .execute();
  return id;
}

export async function findRun(db: OwnerDb, ownerId: string, id: string): Promise<RunRow | undefined> {
  return await db
    .selectFrom('run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function getRun(db: OwnerDb, ownerId: string, id: string): Promise<RunRow> {
  const run = await findRun(db, ownerId, id);
  if (!run) {
    throw new AppError('not-found', `run ${id}`);
  }
  return run;
}

export interface RunChange {
  state?: RunState;
  wanted?: RunRow['wanted'];
  title?: string;
  done?: number;
  total?: number | null;
  failed?: number;
  secondsLeft?: number | null;
  fault?: Fault | null;
  goesOnAt?: Date | null;
  started?: boolean;
  ended?: boolean;
  workedMs?: number;
}

/** Changes a run and notifies all watchers. A run that has ended keeps its state. */
export async function changeRun(db: OwnerDb, ownerId: string, id: string, change: RunChange): Promise<void> {
  await db
    .updateTable('run')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(change.state !== undefined && { state: change.state }),
      ...(change.wanted !== undefined && { wanted: change.wanted }),
      ...(change.title !== undefined && { title: change.title }),
      ...(change.done !== undefined && { done: change.done }),
      ...(change.total !== undefined && { total: change.total }),
      ...(change.failed !== undefined && { failed: change.failed }),
      ...(change.secondsLeft !== undefined && { seconds_left: change.secondsLeft }),
      ...(change.fault !== undefined && {
        fault: change.fault === null ? null : JSON.stringify(change.fault),
      }),
      ...(change.goesOnAt !== undefined && { goes_on_at: change.goesOnAt }),
      ...(change.started && { started_at: sql<Date>`coalesce(started_at, now())` }),
      ...(change.ended && { ended_at: sql<Date>`now()`, seconds_left: null }),
      ...(change.workedMs !== undefined && { worked_ms: change.workedMs }),
    }))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', 'not in', endStates)
    .execute();
}

/** Updates a run that was over from the start with what was added. */
export async function growEndedRun(
  db: OwnerDb,
  ownerId: string,
  id: string,
  {
    state,
    done,
    failed,
    total,
  }: { state: 'complete' | 'partial'; done: number; failed: number; total?: number },
): Promise<void> {
  await db
    .updateTable('run')
    .set((eb) => ({
      version: eb('version', '+', 1),
      state,
      done,
      failed,
      ...(total !== undefined && { total }),
      ended_at: sql<Date>`now()`,
      worked_ms: sql<number>`least(2147483647, extract(epoch from now() - started_at) * 1000)::integer`,
    }))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', 'in', endStates)
    .execute();
}

/** Reopens an ended run for what it left undone; a run in progress is left alone. */
export async function reopenRun(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await db
    .updateTable('run')
    .set((eb) => ({
      version: eb('version', '+', 1),
      state: 'waiting',
      wanted: 'go',
      fault: null,
      ended_at: null,
      beginnings: 0,
      holds: 0,
    }))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', 'in', endStates)
    .execute();
}

/** Returns runs newest first, after the one that the cursor names. */
export async function listRuns(
  db: OwnerDb,
  ownerId: string,
  request: {
    kind?: RunKind | undefined;
    state?: RunState | 'open' | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ rows: RunRow[]; total: number }> {
  const chosen = db
    .selectFrom('run')
    .where('owner_id', '=', ownerId)
    .$if(request.kind !== undefined, (query) => query.where('kind', '=', request.kind as RunKind))
    .$if(request.state === 'open', (query) => query.where('state', 'not in', endStates))
    .$if(request.state !== undefined && request.state !== 'open', (query) =>
      query.where('state', '=', request.state as RunState),
    );
  const rows = await chosen
    .selectAll()
    // A uuid v7 grows with time, so sorting newest first needs no second column.
    .$if(request.cursor !== undefined, (query) => query.where('id', '<', request.cursor as string))
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute();
  const { count } = await chosen
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** Returns runs that are running, waiting, or ended within ten minutes. */
export async function listCurrentRuns(db: OwnerDb, ownerId: string): Promise<RunRow[]> {
  return await db
    .selectFrom('run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<SqlBool>`(ended_at is null or ended_at > now() - interval '10 minutes')`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** Returns a run in the form for the console. */
export function toRun(
  row: RunRow,
  extra: { createdBy?: string | null; exportFileId?: string | null; images?: string[] } = {},
): Run {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    done: row.done,
    total: row.total,
    failed: row.failed,
    secondsLeft: row.seconds_left,
    fault: row.fault,
    goesOnAt: row.goes_on_at?.toISOString() ?? null,
    createdBy: extra.createdBy ?? null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    version: row.version,
    exportFileId: extra.exportFileId ?? null,
    ...(extra.images && { images: extra.images }),
    ...(isByPlugin(row.request) && { byPlugin: true }),
    ...actionIn(row.request),
    ...editIn(row),
    ...(property(row.request, 'marks') === true && { marks: true }),
    ...ruleChangeIn(row.request),
  };
}

/** Returns the action of a listing run when it is not listing. */
function actionIn(request: unknown): Pick<Run, 'act'> {
  const said = property(request, 'act');
  const act = listingActions.find((each) => each === said);
  return act ? { act } : {};
}

/** Returns what a bulk edit, or its undo, is about. */
function editIn({ kind, request }: RunRow): Pick<Run, 'edit'> {
  const steps = kind === 'edit' || kind === 'undo' ? property(request, 'steps') : null;
  const first = Array.isArray(steps) ? EditStep.safeParse(steps[0]) : null;
  return first?.success && Array.isArray(steps) ? { edit: { first: first.data, steps: steps.length } } : {};
}

function ruleChangeIn(request: unknown): Pick<Run, 'ruleChange'> {
  const said = property(request, 'ruleChange');
  const ruleChange = ruleChanges.find((each) => each === said);
  return ruleChange ? { ruleChange } : {};
}

function property(request: unknown, name: string): unknown {
  return typeof request === 'object' && request !== null ? Reflect.get(request, name) : undefined;
}

function isByPlugin(request: unknown): boolean {
  return property(request, 'by') === 'plugin';
}
