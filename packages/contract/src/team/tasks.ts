import { z } from 'zod/mini';
import { Instant, listOf, queryNumber } from '../list.ts';
import { route } from '../route.ts';
import { Fault, Run, RunId } from '../runs.ts';

/** A calendar day, `2026-11-20`. */
export const Day = z.iso.date();

/** Most colleagues that one task can invite. */
export const invitedMax = 5;
export const addressesMax = 50;

export const taskVisibilities = ['public', 'some', 'private'] as const;
export type TaskVisibility = (typeof taskVisibilities)[number];

/** The state of a task: nothing was collected for it yet, something was, or it is done. */
export const taskStates = ['waiting', 'processing', 'done'] as const;
export type TaskState = (typeof taskStates)[number];

const userIds = z.array(z.uuid()).check(z.maxLength(100));

/** What a person enters for a sourcing task. */
export const TaskBody = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  startsOn: Day,
  endsOn: Day,
  /** What to look for. */
  goal: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
  /** Target number of products; null where there is no target. */
  wanted: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))),
  /** When a product is good enough. */
  standard: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
  addresses: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)))
    .check(z.maxLength(addressesMax)),
  /**
   * Its runs read stock that lists leave out, where the platform supports it (`PlatformInfo.supportsStockRequests`);
   * left out: no.
   */
  stock: z.optional(z.boolean()),
  invited: z.array(z.uuid()).check(z.maxLength(invitedMax)),
  /** Percent, 0 to 100. */
  weight: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  /** Who sees it: the whole team, the colleagues in `viewers`, or nobody else. Invited colleagues always see it. */
  visibility: z.enum(taskVisibilities),
  viewers: userIds,
});
export type TaskBody = z.infer<typeof TaskBody>;

const Person = z.object({ id: z.uuid(), name: z.string() });

export const Task = z.extend(TaskBody, {
  id: z.uuid(),
  state: z.enum(taskStates),
  createdBy: z.nullable(Person),
  people: z.array(Person),
  createdAt: Instant,
  doneAt: z.nullable(Instant),
  /** What its runs have collected so far, and how much of that was claimed. */
  collected: z.int(),
  claimed: z.int(),
  /** Number of products that the sources of its runs announce; null while unknown. */
  promised: z.nullable(z.int()),
  /** Newest first, twenty at most. */
  runs: z.array(Run),
});
export type Task = z.infer<typeof Task>;

export const taskFilters = ['all', 'processing', 'waiting', 'done'] as const;

/** Returns the tasks that the caller may see, newest first, 5 to 20 per page, with three figures over all of them. */
export const listTasks = route({
  method: 'GET',
  path: '/tasks',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({
    page: z.optional(queryNumber),
    size: z.optional(queryNumber),
    state: z.optional(z.enum(taskFilters)),
    text: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.extend(listOf(Task), {
    page: z.int(),
    size: z.int(),
    figures: z.object({
      /** Not done, and created by the caller or with the caller invited. */
      mine: z.int(),
      /** Average seconds from creation to done; null before the first is done. */
      average: z.nullable(z.number()),
      /** Done since Monday. */
      doneThisWeek: z.int(),
    }),
  }),
});

/** Returns the colleagues who can be invited. */
export const listTaskPeople = route({
  method: 'GET',
  path: '/tasks/people',
  needs: { permission: 'collect', action: 'query' },
  answer: z.array(z.extend(Person, { username: z.string(), me: z.boolean() })),
});

export const createTask = route({
  method: 'POST',
  path: '/tasks',
  needs: { permission: 'collect', action: 'add' },
  body: TaskBody,
  answer: Task,
  status: 201,
});

const params = z.object({ id: z.uuid() });
export const getTask = route({
  method: 'GET',
  path: '/tasks/:id',
  needs: { permission: 'collect', action: 'get' },
  params,
  answer: Task,
});

export const updateTask = route({
  method: 'PUT',
  path: '/tasks/:id',
  needs: { permission: 'collect', action: 'edit' },
  params,
  body: TaskBody,
  answer: Task,
});

/** Deletes a task; its runs and what they collected are kept. */
export const deleteTask = route({
  method: 'DELETE',
  path: '/tasks/:id',
  needs: { permission: 'collect', action: 'delete' },
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

export const finishTask = route({
  method: 'POST',
  path: '/tasks/:id/done',
  needs: { permission: 'collect', action: 'edit' },
  params,
  answer: Task,
});

export const reopenTask = route({
  method: 'POST',
  path: '/tasks/:id/reopen',
  needs: { permission: 'collect', action: 'edit' },
  params,
  answer: Task,
});

/**
 * Recognises the task's addresses and starts a run for each part; a problem with one address does not stop the others.
 * Fails with `selection.empty` where the task has no addresses.
 */
export const collectForTask = route({
  method: 'POST',
  path: '/tasks/:id/collect',
  needs: { permission: 'collect', action: 'add' },
  params,
  answer: z.object({
    task: Task,
    runIds: z.array(RunId),
    faults: z.array(z.object({ address: z.string(), fault: Fault })),
  }),
});
