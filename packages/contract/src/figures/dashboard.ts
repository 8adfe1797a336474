import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { TimeZone } from './analysis.ts';

/**
 * Returns what the Workplace shows. The figures are those of Analysis for the current day in `zone` (UTC where none is
 * given).
 */
export const getWorkplace = route({
  method: 'GET',
  path: '/dashboard/workplace',
  needs: { permission: 'dashboard', action: 'get' },
  query: z.object({ zone: z.optional(TimeZone) }),
  answer: z.object({
    /** `listed` counts listings (product × store), `productsListed` the distinct products among them. */
    today: z.object({ collected: z.int(), edited: z.int(), listed: z.int(), productsListed: z.int() }),
    needsYou: z.array(
      z.object({
        kind: z.enum(['refused', 'verifying', 'access-lost', 'partial-collect', 'conflict', 'merge']),
        count: z.int(),
        title: z.string(),
        runId: z.nullable(RunId),
        storeId: z.nullable(z.uuid()),
        /** The cause; for many listings, that of the newest one. */
        fault: z.nullable(Fault),
        /** Why most of the skipped items of a collection run could not be read: an error code. */
        cause: z.nullable(z.string()),
        /** One of the products concerned. */
        product: z.nullable(z.object({ id: z.uuid(), title: z.string(), imageUrl: z.nullable(z.string()) })),
      }),
    ),
    recent: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        imageUrl: z.nullable(z.string()),
        price: z.nullable(z.string()),
        currency: z.nullable(z.string()),
      }),
    ),
    unclaimed: z.int(),
    /** The guided first run with the practice shop; null once it is finished or hidden. */
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
        /** The run that listed most of the practice products, and how many of them are in the practice store now. */
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
