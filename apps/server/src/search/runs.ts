import { endStates, type Run, type RunKind, type RunState } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { namesOf } from '../runs/names.ts';
import { toRun } from '../runs/runs.ts';

export interface RunsRequest {
  text: string;
  kind?: RunKind | undefined;
  state?: RunState | 'open' | undefined;
  /** Started by one of these people; empty: by anybody. */
  by: readonly string[];
  cursor?: string | undefined;
  limit: number;
}

/** Returns runs whose title contains the words, newest first. */
export async function findRuns(db: OwnerDb, ownerId: string, request: RunsRequest) {
  const { text, kind, state, by, cursor, limit } = request;
  const words = `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const chosen = db
    .selectFrom('run')
    .where('run.owner_id', '=', ownerId)
    .$if(text.trim() !== '', (query) => query.where('run.title', 'ilike', words))
    .$if(kind !== undefined, (query) => query.where('run.kind', '=', kind ?? 'collect'))
    .$if(state === 'open', (query) => query.where('run.state', 'not in', endStates))
    .$if(state !== undefined && state !== 'open', (query) => query.where(sql<boolean>`run.state = ${state}`))
    .$if(by.length > 0, (query) => query.where(sql<boolean>`run.created_by = any(${by}::uuid[])`));
  const rows = await chosen
    .leftJoin('export_file', 'export_file.run_id', 'run.id')
    .selectAll('run')
    .select('export_file.id as file_id')
    .$if(cursor !== undefined, (query) => query.where('run.id', '<', cursor ?? ''))
    .orderBy('run.id', 'desc')
    .limit(limit)
    .execute();
  const { count } = await chosen
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap((row) => row.created_by ?? []),
  );
  return {
    items: rows.map(
      ({ file_id, ...row }): Run =>
        toRun(row, {
          createdBy: row.created_by ? (names.get(row.created_by) ?? null) : null,
          exportFileId: file_id,
        }),
    ),
    total: Number(count),
    totalIsEstimate: false,
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Returns the people who have started a run, by name. */
export async function findRunPeople(db: OwnerDb, ownerId: string) {
  return await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('run')
          .select('run.id')
          .where('run.owner_id', '=', ownerId)
          .whereRef('run.created_by', '=', 'user.id'),
      ),
    )
    .orderBy('name')
    .execute();
}
