import { Product, productFields } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { CollectScope, collectWays, Recognition } from './collect.ts';
import { Instant } from './list.ts';
import { route } from './route.ts';
import { Fault } from './runs.ts';

/** How many bytes of one answer are told, and of all together. */
export const rawBytesMax = 262_144;
export const rawBytesInAll = 1_048_576;

/** One request of ours and what came back. Headers that could carry a secret are left out. */
const Exchange = z.object({
  method: z.string(),
  url: z.string(),
  requestHeaders: z.array(z.tuple([z.string(), z.string()])),
  /** Null: no answer came. */
  status: z.nullable(z.int()),
  headers: z.array(z.tuple([z.string(), z.string()])),
  contentType: z.nullable(z.string()),
  body: z.string(),
  /** The body went on; only its beginning is told. */
  cut: z.boolean(),
  milliseconds: z.int(),
  fault: z.nullable(Fault),
});
export type Exchange = z.infer<typeof Exchange>;

/** What is known of where a field's value comes from. */
const FieldTrace = z.object({
  field: z.enum(productFields),
  /**
   * `exact`: the value stands so at `place` of an answer; `made`: it was put together or tidied, so that it stands
   * nowhere as it is; `absent`: the source told none.
   */
  found: z.enum(['exact', 'made', 'absent']),
  /** Index of the exchange, and the path in its JSON or the line of its text (`L16`). */
  exchange: z.nullable(z.int()),
  place: z.nullable(z.string()),
});
export type FieldTrace = z.infer<typeof FieldTrace>;

/**
 * Recognises an address and reads its first product as collecting would, with everything that was sent and answered.
 * Nothing is saved. Faults stand in their place in the answer.
 */
export const readOnBench = route({
  method: 'POST',
  path: '/dashboard/bench',
  needs: { permission: 'support', action: 'query' },
  body: z.object({
    address: z.string().check(z.minLength(1), z.maxLength(2000)),
    /** Left out: the most likely one. */
    platform: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: z.object({
    at: Instant,
    recognition: Recognition,
    platform: z.nullable(z.string()),
    scope: z.nullable(CollectScope),
    /** The way the collector was on when the product came. It tells one for the whole product, none for each field. */
    way: z.nullable(z.enum(collectWays)),
    product: z.nullable(Product),
    fields: z.array(FieldTrace),
    issues: z.array(
      z.object({
        path: z.array(z.union([z.string(), z.int()])),
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    fault: z.nullable(Fault),
    exchanges: z.array(Exchange),
    /** Requests beyond those told. */
    moreExchanges: z.int(),
  }),
});
