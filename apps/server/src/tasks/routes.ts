import * as contract from '@bowerbird/contract/team/tasks';
import type { OwnerDb } from '../db/database.ts';
import { type Call, type Served, serve } from '../http/serve.ts';
import { noteNotice } from '../notifications/notify.ts';
import { collectForTask } from './collect.ts';
import { findPeople } from './people.ts';
import { projectRoutes } from './project-routes.ts';
import { getTask, reportTasks } from './report.ts';
import * as tasks from './tasks.ts';

const viewerOf = ({ ownerId, user }: Call): tasks.Viewer => ({ ownerId, userId: user.id });
const between = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

export const taskRoutes: Served[] = [
  serve(contract.listTasks, async ({ query }, call) =>
    call.db(async (db) => {
      const viewer = viewerOf(call);
      const size = between(query.size ?? 5, 5, 20);
      const { rows, total, page } = await tasks.findTaskRows(db, viewer, {
        page: Math.max(1, query.page ?? 1),
        size,
        state: query.state ?? 'all',
        text: query.text ?? '',
      });
      return {
        items: await reportTasks(db, call.ownerId, rows),
        total,
        totalIsEstimate: false,
        nextCursor: null,
        page,
        size,
        figures: await tasks.findFigures(db, viewer),
      };
    }),
  ),

  serve(contract.listTaskPeople, async (_input, call) => {
    const people = await call.db((db) => findPeople(db, call.ownerId));
    return people.map((person) => ({ ...person, me: person.id === call.user.id }));
  }),

  serve(contract.createTask, async ({ body }, call) =>
    call.db(async (db) => {
      const viewer = viewerOf(call);
      const id = await tasks.createTask(db, viewer, body);
      await notifyInvited(db, call, { id, title: body.title }, body.invited);
      return getTask(db, viewer, id);
    }),
  ),

  serve(contract.getTask, async ({ params }, call) =>
    call.db((db) => getTask(db, viewerOf(call), params.id)),
  ),

  serve(contract.updateTask, async ({ params, body }, call) =>
    call.db(async (db) => {
      const viewer = viewerOf(call);
      const { invited: before } = await getTask(db, viewer, params.id);
      await tasks.updateTask(db, viewer, params.id, body);
      const fresh = body.invited.filter((userId) => !before.includes(userId));
      await notifyInvited(db, call, { id: params.id, title: body.title }, fresh);
      return getTask(db, viewer, params.id);
    }),
  ),

  serve(contract.deleteTask, async ({ params }, call) => {
    await call.db((db) => tasks.deleteTask(db, viewerOf(call), params.id));
    return { deleted: true as const };
  }),

  ...(
    [
      [contract.finishTask, true],
      [contract.reopenTask, false],
    ] as const
  ).map(([route, done]) =>
    serve(route, async ({ params }, call) =>
      call.db(async (db) => {
        const viewer = viewerOf(call);
        await tasks.markTask(db, viewer, params.id, done);
        const task = await getTask(db, viewer, params.id);
        if (done) {
          await reportDone(db, call, task);
        }
        return task;
      }),
    ),
  ),

  serve(contract.collectForTask, async ({ params }, call) => {
    const { runIds, faults } = await collectForTask(call, params.id);
    return { task: await call.db((db) => getTask(db, viewerOf(call), params.id)), runIds, faults };
  }),

  ...projectRoutes,
];

async function notifyInvited(
  db: OwnerDb,
  { ownerId, user }: Call,
  { id, title }: { id: string; title: string },
  invited: readonly string[],
): Promise<void> {
  const userIds = invited.filter((userId) => userId !== user.id);
  if (userIds.length > 0) {
    const params = { by: user.name, task: title };
    await noteNotice(db, {
      ownerId,
      userIds,
      event: 'task-assigned',
      subject: id,
      params,
      link: '/list/basic-list',
    });
  }
}

/** Notifies the task's creator and participants that it is done, except the person who marked it. */
async function reportDone(db: OwnerDb, { ownerId, user }: Call, task: contract.Task): Promise<void> {
  const userIds = [...new Set([...task.invited, ...(task.createdBy ? [task.createdBy.id] : [])])].filter(
    (userId) => userId !== user.id,
  );
  if (userIds.length > 0) {
    await noteNotice(db, {
      ownerId,
      userIds,
      event: 'task-done',
      subject: task.id,
      params: { task: task.title },
      link: '/list/basic-list',
    });
  }
}
