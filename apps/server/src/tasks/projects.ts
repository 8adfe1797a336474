import { AppError } from '@bowerbird/contract/errors';
import type { Project, ProjectBody } from '@bowerbird/contract/team/projects';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requirePlace } from '../db/places.ts';
import type { TeamProjectTable } from '../db/tables/account/tasks.ts';
import { requireOrder, requirePeople } from './people.ts';
import { nextReminder } from './reminders.ts';

function toProject({
  id,
  content,
  remind_at,
  archived_at,
  created_at,
  updated_at,
}: Selectable<TeamProjectTable>): Project {
  return {
    ...content,
    id,
    archivedAt: archived_at?.toISOString() ?? null,
    nextReminderAt: archived_at === null ? (remind_at?.toISOString() ?? null) : null,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  };
}

/** Returns every project, active ones first, newest first. */
export async function findProjects(db: OwnerDb, ownerId: string): Promise<Project[]> {
  const rows = await db
    .selectFrom('team_project')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map(toProject);
}

export async function getProject(db: OwnerDb, ownerId: string, id: string): Promise<Project> {
  const row = await db
    .selectFrom('team_project')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `project ${id}`);
  }
  return toProject(row);
}

/** Returns the stores that a project can be for. */
export async function findStoreChoices(db: OwnerDb, ownerId: string) {
  return await db
    .selectFrom('store')
    .innerJoin('shop', 'shop.id', 'store.shop_id')
    .select(['store.id', 'store.name', 'shop.platform'])
    .where('store.owner_id', '=', ownerId)
    .where('store.removed_at', 'is', null)
    .orderBy('store.name')
    .execute();
}

async function requireSound(db: OwnerDb, ownerId: string, body: ProjectBody): Promise<void> {
  requireOrder(body);
  await requirePeople(db, ownerId, [
    { field: 'leadId', ids: [body.leadId] },
    { field: 'approverId', ids: [body.approverId] },
    { field: 'task', ids: [body.task.executorId, body.task.ownerId] },
  ]);
  if (body.storeIds.length > 0) {
    const known = await db
      .selectFrom('store')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', 'in', body.storeIds)
      .execute();
    if (known.length < new Set(body.storeIds).size) {
      throw new AppError('request.invalid', 'a store that is not of this merchant', {
        issues: [{ path: ['storeIds'], code: 'unknown', message: '' }],
      });
    }
  }
}

/** Creates a project. Throws `project.too-many`. */
export async function createProject(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string },
  body: ProjectBody,
): Promise<Project> {
  await requireSound(db, ownerId, body);
  await requirePlace(db, ownerId, 'team_project');
  const id = v7();
  await db
    .insertInto('team_project')
    .values({
      id,
      owner_id: ownerId,
      created_by: userId,
      content: JSON.stringify(body),
      remind_at: nextReminder(body),
    })
    .execute();
  return await getProject(db, ownerId, id);
}

export async function updateProject(
  db: OwnerDb,
  ownerId: string,
  id: string,
  body: ProjectBody,
): Promise<Project> {
  await getProject(db, ownerId, id);
  await requireSound(db, ownerId, body);
  await db
    .updateTable('team_project')
    .set({ content: JSON.stringify(body), remind_at: nextReminder(body), updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return await getProject(db, ownerId, id);
}

/** Archives or restores a project; one that is already in that state keeps its time. */
export async function archiveProject(
  db: OwnerDb,
  ownerId: string,
  id: string,
  archived: boolean,
): Promise<Project> {
  const held = await getProject(db, ownerId, id);
  if ((held.archivedAt !== null) !== archived) {
    await db
      .updateTable('team_project')
      .set({
        archived_at: archived ? sql<Date>`now()` : null,
        // Reminders that were due while it was archived are not made up for.
        ...(!archived && { remind_at: nextReminder(held) }),
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
  return await getProject(db, ownerId, id);
}

export async function deleteProject(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await getProject(db, ownerId, id);
  await db.deleteFrom('team_project').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}
