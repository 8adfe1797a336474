import { Product, productFields } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { CollectScope, collectWays, Recognition } from '../collect/collect.ts';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Fault } from '../runs.ts';

/** Most bytes returned of one response, and of all responses together. */
export const rawBytesMax = 262_144;
export const rawBytesInAll = 1_048_576;

/** One request of ours and its response. Headers that could carry a secret are left out. */
const Exchange = z.object({
  method: z.string(),
  url: z.string(),
  requestHeaders: z.array(z.tuple([z.string(), z.string()])),
  /** Null: there was no response. */
  status: z.nullable(z.int()),
  headers: z.array(z.tuple([z.string(), z.string()])),
  contentType: z.nullable(z.string()),
  body: z.string(),
  /** The body was longer; only its beginning is returned. */
  cut: z.boolean(),
  milliseconds: z.int(),
  fault: z.nullable(Fault),
});
export type Exchange = z.infer<typeof Exchange>;

/** What is known about where a field's value comes from. */
const FieldTrace = z.object({
  field: z.enum(productFields),
  /**
   * `exact`: the value occurs unchanged at `place` of a response; `made`: the value was composed or cleaned up, so it
   * does not occur in this form; `absent`: the source has no value.
   */
  found: z.enum(['exact', 'made', 'absent']),
  /** Index of the exchange, and the path in its JSON or the line of its text (`L16`). */
  exchange: z.nullable(z.int()),
  place: z.nullable(z.string()),
});
export type FieldTrace = z.infer<typeof FieldTrace>;

/**
 * Recognises an address and reads its first product as collecting would, and returns every request and response.
 * Nothing is saved. Errors are returned at the step where they occurred.
 */
export const readOnBench = route({
  method: 'POST',
  path: '/dashboard/bench',
  needs: { permission: 'support', action: 'query' },
  body: z.object({
    address: z.string().check(z.minLength(1), z.maxLength(2000)),
    /** Left out: the most likely platform. */
    platform: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: z.object({
    at: Instant,
    recognition: Recognition,
    platform: z.nullable(z.string()),
    scope: z.nullable(CollectScope),
    /** How the collector read the product. It is known for the whole product, not for each field. */
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
    /** Number of requests beyond those returned. */
    moreExchanges: z.int(),
  }),
});
