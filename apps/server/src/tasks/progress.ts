import type { Run } from '@bowerbird/contract/runs';
import { type SelectType, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { TaskPersonTable } from '../db/tables/account/tasks.ts';
import { namesOf } from '../runs/names.ts';
import { toRun } from '../runs/runs.ts';

const runsShown = 20;

export interface Progress {
  collected: number;
  claimed: number;
  promised: number | null;
}

/**
 * Returns what the runs of each task collected. If the same addresses were collected more than once, only the last run
 * counts.
 */
export async function findProgress(
  db: OwnerDb,
  ownerId: string,
  taskIds: readonly string[],
): Promise<Map<string, Progress>> {
  const { rows } = await sql<{ task_id: string; collected: string; promised: string | null }>`
    select task_id, sum(brought) as collected, case when bool_and(total is not null) then sum(total) end as promised
    from (
      select distinct on (task_run.task_id, collect_run.platform, collect_run.scope, collect_run.addresses)
        task_run.task_id, collect_run.got + collect_run.unchanged as brought, run.total
      from task_run
      join collect_run on collect_run.run_id = task_run.run_id
      join run on run.id = task_run.run_id
      where task_run.owner_id = ${ownerId} and task_run.task_id = any(${taskIds}::uuid[])
      order by task_run.task_id, collect_run.platform, collect_run.scope, collect_run.addresses, run.id desc
    ) as last
    group by task_id
  `.execute(db);
  const claims = await db
    .selectFrom('task_run')
    .innerJoin('product', 'product.collect_run_id', 'task_run.run_id')
    .select(['task_run.task_id', (eb) => eb.fn.countAll<string>().as('count')])
    .where('task_run.owner_id', '=', ownerId)
    .where('product.owner_id', '=', ownerId)
    .where(sql<boolean>`task_run.task_id = any(${taskIds}::uuid[])`)
    .groupBy('task_run.task_id')
    .execute();
  const claimed = new Map(claims.map(({ task_id, count }) => [task_id, Number(count)]));
  return new Map(
    rows.map((row) => [
      row.task_id,
      {
        collected: Number(row.collected),
        claimed: claimed.get(row.task_id) ?? 0,
        promised: row.promised === null ? null : Number(row.promised),
      },
    ]),
  );
}

/** Returns the newest runs of each task, up to the number shown. */
export async function findRuns(
  db: OwnerDb,
  ownerId: string,
  taskIds: readonly string[],
): Promise<Map<string, Run[]>> {
  const rows = await db
    .selectFrom('task_run')
    .innerJoin('run', 'run.id', 'task_run.run_id')
    .selectAll('run')
    .select('task_run.task_id')
    .where('task_run.owner_id', '=', ownerId)
    .where('run.owner_id', '=', ownerId)
    .where(
      sql<boolean>`task_run.run_id in (
        select run_id from (
          select run_id, row_number() over (partition by task_id order by run_id desc) as place
          from task_run where owner_id = ${ownerId} and task_id = any(${taskIds}::uuid[])
        ) as newest where place <= ${runsShown}
      )`,
    )
    .orderBy('run.id', 'desc')
    .execute();
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap((row) => row.created_by ?? []),
  );
  const byTask = Map.groupBy(rows, (row) => row.task_id);
  return new Map(
    [...byTask].map(([taskId, runs]) => [
      taskId,
      runs.map((row) =>
        toRun(row, { createdBy: row.created_by ? (names.get(row.created_by) ?? null) : null }),
      ),
    ]),
  );
}

export interface Part {
  taskId: string;
  userId: string;
  name: string;
  part: SelectType<TaskPersonTable['part']>;
}

/** Returns who takes part in these tasks. */
export async function findParts(db: OwnerDb, ownerId: string, taskIds: readonly string[]): Promise<Part[]> {
  const rows = await db
    .selectFrom('task_person')
    .innerJoin('user', 'user.id', 'task_person.user_id')
    .select(['task_person.task_id', 'task_person.user_id', 'task_person.part', 'user.name'])
    .where('task_person.owner_id', '=', ownerId)
    .where('user.owner_id', '=', ownerId)
    .where(sql<boolean>`task_person.task_id = any(${taskIds}::uuid[])`)
    .orderBy('user.name')
    .execute();
  return rows.map((row) => ({ taskId: row.task_id, userId: row.user_id, name: row.name, part: row.part }));
}
