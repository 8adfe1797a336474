import { z } from 'zod/mini';
import { route } from './route.ts';
import { Fault, RunId } from './runs.ts';

/** What the Workplace shows. */
export const getWorkplace = route({
  method: 'GET',
  path: '/dashboard/workplace',
  needs: { permission: 'dashboard', action: 'get' },
  answer: z.object({
    today: z.object({ collected: z.int(), edited: z.int(), listed: z.int() }),
    needsYou: z.array(
      z.object({
        kind: z.enum(['refused', 'unsure', 'access-lost', 'partial-collect', 'conflict', 'merge']),
        count: z.int(),
        title: z.string(),
        runId: z.nullable(RunId),
        storeId: z.nullable(z.uuid()),
        fault: z.nullable(Fault),
      }),
    ),
    recent: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        pictureUrl: z.nullable(z.string()),
        price: z.nullable(z.string()),
        currency: z.nullable(z.string()),
      }),
    ),
    unclaimed: z.int(),
    /** The guided first way over the practice shop; null once it is done for good or hidden. */
    firstRun: z.nullable(
      z.object({
        shopAddress: z.string(),
        categoryAddress: z.string(),
        storeId: z.nullable(z.uuid()),
        collect: z.nullable(
          z.object({
            runId: RunId,
            state: z.string(),
            got: z.int(),
            promised: z.nullable(z.int()),
            seconds: z.number(),
          }),
        ),
        claim: z.nullable(z.object({ products: z.int() })),
        listing: z.nullable(z.object({ runId: RunId, state: z.string(), listed: z.int(), total: z.int() })),
      }),
    ),
  }),
});

export const hideFirstRun = route({
  method: 'POST',
  path: '/dashboard/first-run/hide',
  needs: { permission: 'dashboard', action: 'get' },
  answer: z.object({ hidden: z.literal(true) }),
});
