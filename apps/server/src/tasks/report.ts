import type { Task } from '@bowerbird/contract/team/tasks';
import type { OwnerDb } from '../db/database.ts';
import { namesOf } from '../runs/names.ts';
import { findParts, findProgress, findRuns } from './progress.ts';
import { getTaskRow, type TaskRow, type Viewer } from './tasks.ts';

/** Returns tasks in the form for the console: with people, runs and progress. */
export async function reportTasks(db: OwnerDb, ownerId: string, rows: readonly TaskRow[]): Promise<Task[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) {
    return [];
  }
  const progress = await findProgress(db, ownerId, ids);
  const runs = await findRuns(db, ownerId, ids);
  const parts = Map.groupBy(await findParts(db, ownerId, ids), ({ taskId }) => taskId);
  const makers = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ created_by }) => created_by ?? []),
  );
  return rows.map((row): Task => {
    const own = parts.get(row.id) ?? [];
    const inPart = (part: string) => own.filter((each) => each.part === part).map(({ userId }) => userId);
    const held = runs.get(row.id) ?? [];
    const { collected = 0, claimed = 0, promised = null } = progress.get(row.id) ?? {};
    const maker = row.created_by === null ? undefined : makers.get(row.created_by);
    return {
      id: row.id,
      title: row.title,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      goal: row.goal,
      wanted: row.wanted,
      standard: row.standard,
      addresses: row.addresses,
      stock: row.with_stock,
      invited: inPart('invited'),
      viewers: inPart('viewer'),
      weight: row.weight,
      visibility: row.visibility,
      state: row.done_at !== null ? 'done' : held.length > 0 ? 'processing' : 'waiting',
      createdBy: row.created_by !== null && maker !== undefined ? { id: row.created_by, name: maker } : null,
      people: [...new Map(own.map(({ userId, name }) => [userId, { id: userId, name }])).values()],
      createdAt: row.created_at.toISOString(),
      doneAt: row.done_at?.toISOString() ?? null,
      collected,
      claimed,
      promised,
      runs: held,
    };
  });
}

export async function getTask(db: OwnerDb, viewer: Viewer, id: string): Promise<Task> {
  const row = await getTaskRow(db, viewer, id);
  const [task] = await reportTasks(db, viewer.ownerId, [row]);
  if (!task) {
    throw new Error(`task ${id} could not be notified`);
  }
  return task;
}
