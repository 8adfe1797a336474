import { AppError } from '@bowerbird/contract/errors';
import {
  endStates,
  type Fault,
  listingActs,
  type Run,
  type RunKind,
  type RunState,
} from '@bowerbird/contract/runs';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { RunTable } from '../db/tables/house.ts';

export type RunRow = Selectable<RunTable>;

/** True for a state that a run does not leave by itself. */
export function hasEnded(state: RunState): boolean {
  return (endStates as readonly RunState[]).includes(state);
}

export interface NewRun {
  kind: RunKind;
  title: string;
  ask: unknown;
  createdBy: string | null;
  total?: number | null;
  /** Done by somebody else already: it is over from the start, no job works on it, and `growEndedRun` adds to it. */
  ended?: true;
}

/** Writes down a piece of long work, waiting. Nothing runs before the kind's job is woken. */
export async function createRun(db: OwnerDb, ownerId: string, run: NewRun): Promise<string> {
  const id = v7();
  await db
    .insertInto('run')
    .values({
      id,
      owner_id: ownerId,
      kind: run.kind,
      state: run.ended ? 'complete' : 'waiting',
      ...(run.ended && { started_at: sql<Date>`now()`, ended_at: sql<Date>`now()` }),
      title: run.title,
      ask: JSON.stringify(run.ask),
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

/** Changes a run and tells everybody who watches. A run that has ended keeps its state. */
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

/** Writes what has been added to a run that was over from the start. */
export async function growEndedRun(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { state, done, failed }: { state: 'complete' | 'partial'; done: number; failed: number },
): Promise<void> {
  await db
    .updateTable('run')
    .set((eb) => ({
      version: eb('version', '+', 1),
      state,
      done,
      failed,
      ended_at: sql<Date>`now()`,
      worked_ms: sql<number>`least(2147483647, extract(epoch from now() - started_at) * 1000)::integer`,
    }))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', 'in', endStates)
    .execute();
}

/** Opens an ended run again, for what it left undone; one that goes on already is left alone. */
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

/** Runs newest first, after the one the cursor names. */
export async function listRuns(
  db: OwnerDb,
  ownerId: string,
  ask: {
    kind?: RunKind | undefined;
    state?: RunState | 'open' | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ rows: RunRow[]; total: number }> {
  const chosen = db
    .selectFrom('run')
    .where('owner_id', '=', ownerId)
    .$if(ask.kind !== undefined, (query) => query.where('kind', '=', ask.kind as RunKind))
    .$if(ask.state === 'open', (query) => query.where('state', 'not in', endStates))
    .$if(ask.state !== undefined && ask.state !== 'open', (query) =>
      query.where('state', '=', ask.state as RunState),
    );
  const rows = await chosen
    .selectAll()
    // A uuid v7 grows with time: newest first needs no second column.
    .$if(ask.cursor !== undefined, (query) => query.where('id', '<', ask.cursor as string))
    .orderBy('id', 'desc')
    .limit(ask.limit)
    .execute();
  const { count } = await chosen
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** What runs, waits, or ended within ten minutes. */
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

/** A run as the console is told it. */
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
    ...(isByPlugin(row.ask) && { byPlugin: true }),
    ...actIn(row.ask),
  };
}

/** What a listing run does, where it does not list. */
function actIn(ask: unknown): Pick<Run, 'act'> {
  const said = typeof ask === 'object' && ask !== null && 'act' in ask ? ask.act : null;
  const act = listingActs.find((each) => each === said);
  return act ? { act } : {};
}

function isByPlugin(ask: unknown): boolean {
  return typeof ask === 'object' && ask !== null && 'by' in ask && ask.by === 'plugin';
}
