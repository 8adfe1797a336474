import { AppError } from '@bowerbird/contract/errors';
import type { TaskBody, taskFilters } from '@bowerbird/contract/team/tasks';
import { type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requirePlace } from '../db/places.ts';
import { requireOrder, requirePeople } from './people.ts';

/** Whose tasks, and who looks at them. */
export interface Viewer {
  ownerId: string;
  userId: string;
}

/**
 * Selects the tasks this person may see: their own, those they are invited to or named for, and the team's open ones.
 */
export function visibleTasks(db: OwnerDb, { ownerId, userId }: Viewer) {
  return db
    .selectFrom('task')
    .where('task.owner_id', '=', ownerId)
    .where((eb) =>
      eb.or([
        eb('task.visibility', '=', 'public'),
        eb('task.created_by', 'is', null),
        eb('task.created_by', '=', userId),
        takesPart(userId),
      ]),
    );
}

const takesPart = (userId: string) => sql<SqlBool>`exists (
  select from task_person where task_person.task_id = task.id and task_person.user_id = ${userId}
)`;
const wasCollected = sql<SqlBool>`exists (select from task_run where task_run.task_id = task.id)`;

const columns = [
  'task.id',
  'task.created_by',
  'task.title',
  'task.goal',
  'task.wanted',
  'task.standard',
  'task.addresses',
  'task.with_stock',
  'task.weight',
  'task.visibility',
  'task.created_at',
  'task.done_at',
] as const;

const days = [
  sql<string>`task.starts_on::text`.as('starts_on'),
  sql<string>`task.ends_on::text`.as('ends_on'),
] as const;

export type TaskRow = Awaited<ReturnType<typeof getTaskRow>>;

/** Returns one task; throws `not-found` also for one that this person may not see. */
export async function getTaskRow(db: OwnerDb, viewer: Viewer, id: string) {
  const row = await visibleTasks(db, viewer)
    .select([...columns, ...days])
    .where('task.id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `task ${id}`);
  }
  return row;
}

export interface TasksRequest {
  page: number;
  size: number;
  state: (typeof taskFilters)[number];
  text: string;
}

/** Returns one page of tasks, newest first, and how many there are. */
export async function findTaskRows(db: OwnerDb, viewer: Viewer, { page, size, state, text }: TasksRequest) {
  const words = `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const chosen = visibleTasks(db, viewer)
    .$if(text.trim() !== '', (query) =>
      query.where((eb) => eb.or([eb('task.title', 'ilike', words), eb('task.goal', 'ilike', words)])),
    )
    .$if(state === 'done', (query) => query.where('task.done_at', 'is not', null))
    .$if(state === 'processing', (query) => query.where('task.done_at', 'is', null).where(wasCollected))
    .$if(state === 'waiting', (query) =>
      query.where('task.done_at', 'is', null).where((eb) => eb.not(wasCollected)),
    );
  const { count } = await chosen
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const total = Number(count);
  // If deletions emptied this page, the page before it is shown.
  const shown = Math.max(1, Math.min(page, Math.ceil(total / size)));
  const rows = await chosen
    .select([...columns, ...days])
    .orderBy('task.id', 'desc')
    .limit(size)
    .offset((shown - 1) * size)
    .execute();
  return { rows, total, page: shown };
}

/** Returns the three figures over the tasks this person may see. */
export async function findFigures(db: OwnerDb, viewer: Viewer) {
  const mine = sql`(task.created_by = ${viewer.userId} or exists (
    select from task_person
    where task_person.task_id = task.id and task_person.user_id = ${viewer.userId} and part = 'invited'
  ))`;
  const row = await visibleTasks(db, viewer)
    .select([
      sql<string>`count(*) filter (where task.done_at is null and ${mine})`.as('mine'),
      sql<number | null>`extract(epoch from avg(task.done_at - task.created_at))::float8`.as('average'),
      sql<string>`count(*) filter (where task.done_at >= date_trunc('week', now()))`.as('week'),
    ])
    .executeTakeFirstOrThrow();
  return { mine: Number(row.mine), average: row.average, doneThisWeek: Number(row.week) };
}

function valuesOf(body: TaskBody) {
  return {
    title: body.title,
    starts_on: body.startsOn,
    ends_on: body.endsOn,
    goal: body.goal,
    wanted: body.wanted,
    standard: body.standard,
    addresses: JSON.stringify([...new Set(body.addresses)]),
    ...(body.stock !== undefined && { with_stock: body.stock }),
    weight: body.weight,
    visibility: body.visibility,
  };
}

async function requireSound(db: OwnerDb, ownerId: string, body: TaskBody): Promise<void> {
  requireOrder(body);
  if (body.visibility === 'some' && body.viewers.length === 0) {
    throw new AppError('request.invalid', 'for some, and nobody named', {
      issues: [{ path: ['viewers'], code: 'too_small', message: '' }],
    });
  }
  await requirePeople(db, ownerId, [
    { field: 'invited', ids: body.invited },
    { field: 'viewers', ids: body.viewers },
  ]);
}

/** Creates a task; returns its id. Throws `task.too-many`. */
export async function createTask(db: OwnerDb, { ownerId, userId }: Viewer, body: TaskBody): Promise<string> {
  await requireSound(db, ownerId, body);
  await requirePlace(db, ownerId, 'task');
  const id = v7();
  await db
    .insertInto('task')
    .values({ id, owner_id: ownerId, created_by: userId, ...valuesOf(body) })
    .execute();
  await savePeople(db, ownerId, id, body);
  return id;
}

export async function updateTask(db: OwnerDb, viewer: Viewer, id: string, body: TaskBody): Promise<void> {
  await getTaskRow(db, viewer, id);
  await requireSound(db, viewer.ownerId, body);
  await db
    .updateTable('task')
    .set(valuesOf(body))
    .where('owner_id', '=', viewer.ownerId)
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('task_person')
    .where('owner_id', '=', viewer.ownerId)
    .where('task_id', '=', id)
    .execute();
  await savePeople(db, viewer.ownerId, id, body);
}

/** People named as viewers count only while the task is for some people. */
async function savePeople(db: OwnerDb, ownerId: string, taskId: string, body: TaskBody): Promise<void> {
  const viewers = body.visibility === 'some' ? body.viewers : [];
  const people = [
    ...[...new Set(body.invited)].map((userId) => ({ userId, part: 'invited' as const })),
    ...[...new Set(viewers)].map((userId) => ({ userId, part: 'viewer' as const })),
  ];
  if (people.length > 0) {
    await db
      .insertInto('task_person')
      .values(
        people.map(({ userId, part }) => ({ owner_id: ownerId, task_id: taskId, user_id: userId, part })),
      )
      .execute();
  }
}

export async function deleteTask(db: OwnerDb, viewer: Viewer, id: string): Promise<void> {
  await getTaskRow(db, viewer, id);
  await db.deleteFrom('task').where('owner_id', '=', viewer.ownerId).where('id', '=', id).execute();
}

/** Marks a task done or reopens it; one already in that state keeps its time. */
export async function markTask(db: OwnerDb, viewer: Viewer, id: string, done: boolean): Promise<void> {
  const row = await getTaskRow(db, viewer, id);
  if ((row.done_at !== null) !== done) {
    await db
      .updateTable('task')
      .set({ done_at: done ? sql<Date>`now()` : null })
      .where('owner_id', '=', viewer.ownerId)
      .where('id', '=', id)
      .execute();
  }
}
