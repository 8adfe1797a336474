import { z } from 'zod/mini';
import { listOf, pageQuery } from './list.ts';
import { route } from './route.ts';
import { Run, runKinds, runStates } from './runs.ts';

/** Runs whose title holds what is typed, newest first. Articles are searched by `listNews`. */
export const searchRuns = route({
  method: 'GET',
  path: '/search/runs',
  needs: { permission: 'runs', action: 'query' },
  query: z.object({
    ...pageQuery,
    text: z.optional(z.string().check(z.maxLength(200))),
    kind: z.optional(z.enum(runKinds)),
    state: z.optional(z.enum([...runStates, 'open'])),
    /** Ids of people, comma between them: begun by one of these. */
    by: z.optional(z.string().check(z.maxLength(4000))),
  }),
  answer: listOf(Run),
});

/** Who has begun runs, for choosing among them. */
export const listRunPeople = route({
  method: 'GET',
  path: '/search/people',
  needs: { permission: 'runs', action: 'query' },
  answer: z.array(z.object({ id: z.uuid(), name: z.string(), me: z.boolean() })),
});
