import { z } from 'zod/mini';
import { listOf, pageQuery } from './list.ts';
import { route } from './route.ts';
import { Run, runKinds, runStates } from './runs.ts';

/** Returns runs whose title contains the search text, newest first. Articles are searched with `listNews`. */
export const searchRuns = route({
  method: 'GET',
  path: '/search/runs',
  needs: { permission: 'runs', action: 'query' },
  query: z.object({
    ...pageQuery,
    text: z.optional(z.string().check(z.maxLength(200))),
    kind: z.optional(z.enum(runKinds)),
    state: z.optional(z.enum([...runStates, 'open'])),
    /** Ids of people, separated by commas: runs started by one of them. */
    by: z.optional(z.string().check(z.maxLength(4000))),
  }),
  answer: listOf(Run),
});

/** Returns the people who have started runs, for the filter. */
export const listRunPeople = route({
  method: 'GET',
  path: '/search/people',
  needs: { permission: 'runs', action: 'query' },
  answer: z.array(z.object({ id: z.uuid(), name: z.string(), me: z.boolean() })),
});
