import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Day } from './tasks.ts';

/** Accepts a zone by its name only: the database reads an offset such as `+08:00` with the opposite sign. */
function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return /^[a-z]/i.test(zone);
  } catch {
    return false;
  }
}

export const projectKinds = ['sourcing', 'editing', 'listing'] as const;
export type ProjectKind = (typeof projectKinds)[number];
export const projectTaskKinds = ['once', 'weekly'] as const;

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const ProjectMember = z.object({
  name: words(80),
  /** The number or name of this person in the merchant's own records. */
  workId: words(40),
  department: words(80),
});
export type ProjectMember = z.infer<typeof ProjectMember>;

/** A team project in three parts: the project, its task, its members. */
export const ProjectBody = z.object({
  name: words(120),
  storeIds: z.array(z.uuid()).check(z.maxLength(100)),
  /** The person responsible for the project, and the person who approves it. */
  leadId: z.uuid(),
  approverId: z.uuid(),
  startsOn: Day,
  endsOn: Day,
  kind: z.enum(projectKinds),
  task: z.object({
    name: words(120),
    description: z.string().check(z.trim(), z.maxLength(2000)),
    executorId: z.uuid(),
    ownerId: z.uuid(),
    /**
     * Time of day, `09:30` in `timeZone`, at which the executor is reminded: on the first day, and for a weekly task in
     * each following week until the last day.
     */
    remindAt: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    timeZone: z.string().check(
      z.maxLength(60),
      z.refine((zone) => isTimeZone(zone)),
    ),
    kind: z.enum(projectTaskKinds),
  }),
  members: z.array(ProjectMember).check(z.maxLength(200)),
});
export type ProjectBody = z.infer<typeof ProjectBody>;

export const Project = z.extend(ProjectBody, {
  id: z.uuid(),
  archivedAt: z.nullable(Instant),
  /** Null when no reminder is planned. */
  nextReminderAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Project = z.infer<typeof Project>;

export const listProjects = route({
  method: 'GET',
  path: '/projects',
  needs: { permission: 'organisation', action: 'query' },
  answer: z.array(Project),
});

/** Returns the people and stores that can be selected in a project. */
export const getProjectChoices = route({
  method: 'GET',
  path: '/projects/choices',
  needs: { permission: 'organisation', action: 'query' },
  answer: z.object({
    people: z.array(z.object({ id: z.uuid(), name: z.string() })),
    stores: z.array(z.object({ id: z.uuid(), name: z.string(), platform: z.string() })),
  }),
});

export const createProject = route({
  method: 'POST',
  path: '/projects',
  needs: { permission: 'organisation', action: 'add' },
  body: ProjectBody,
  answer: Project,
  status: 201,
});

const params = z.object({ id: z.uuid() });
export const updateProject = route({
  method: 'PUT',
  path: '/projects/:id',
  needs: { permission: 'organisation', action: 'edit' },
  params,
  body: ProjectBody,
  answer: Project,
});

/** Archives a project, or restores it from the archive. */
export const archiveProject = route({
  method: 'POST',
  path: '/projects/:id/archive',
  needs: { permission: 'organisation', action: 'edit' },
  params,
  body: z.object({ archived: z.boolean() }),
  answer: Project,
});

export const deleteProject = route({
  method: 'DELETE',
  path: '/projects/:id',
  needs: { permission: 'organisation', action: 'delete' },
  params,
  answer: z.object({ deleted: z.literal(true) }),
});
