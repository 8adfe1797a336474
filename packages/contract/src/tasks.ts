import { z } from 'zod/mini';
import { Instant, listOf, queryNumber } from './list.ts';
import { route } from './route.ts';
import { Fault, Run, RunId } from './runs.ts';

/** A calendar day, `2026-11-20`. */
export const Day = z.iso.date();

/** Colleagues that one task can invite. */
export const invitedMax = 5;
export const addressesMax = 50;

export const taskVisibilities = ['public', 'some', 'private'] as const;
export type TaskVisibility = (typeof taskVisibilities)[number];

/** Where a task stands: nothing was collected for it yet, something was, or it is done. */
export const taskStates = ['waiting', 'processing', 'done'] as const;
export type TaskState = (typeof taskStates)[number];

const userIds = z.array(z.uuid()).check(z.maxLength(100));

/** What a person tells of a sourcing task. */
export const TaskBody = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  startsOn: Day,
  endsOn: Day,
  /** What is sought. */
  goal: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
  /** How many products it shall become; null where nobody counts. */
  wanted: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))),
  /** When a product is good enough. */
  standard: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
  addresses: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)))
    .check(z.maxLength(addressesMax)),
  /** Its runs ask for stock that lists leave out, where a platform can be asked (`PlatformInfo.asksForStock`); left out: no. */
  stock: z.optional(z.boolean()),
  invited: z.array(z.uuid()).check(z.maxLength(invitedMax)),
  /** Percent, 0 to 100. */
  weight: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  /** Who sees it: the whole team, the colleagues of `viewers`, or nobody else. Who is invited always does. */
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
  /** What its runs brought so far, and how much of that was claimed. */
  collected: z.int(),
  claimed: z.int(),
  /** What its runs promise; null while they do not tell. */
  promised: z.nullable(z.int()),
  /** Newest first, twenty at most. */
  runs: z.array(Run),
});
export type Task = z.infer<typeof Task>;

export const taskFilters = ['all', 'processing', 'waiting', 'done'] as const;

/** The tasks one may see, newest first, 5 to 20 a page, with three figures over all of them. */
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
      /** Not done, and made by me or with me. */
      mine: z.int(),
      /** Seconds from made to done, on average; null before the first is done. */
      average: z.nullable(z.number()),
      /** Done since Monday. */
      doneThisWeek: z.int(),
    }),
  }),
});

/** Colleagues who can be invited. */
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

/** Its runs and what they collected stay. */
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
 * Recognises the task's addresses and starts a run for each part; what one address lacks does not hold up the
 * others. `selection.empty` where the task has none.
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
