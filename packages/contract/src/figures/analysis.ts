import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { RunId } from '../runs.ts';

/**
 * What the console counts, with the same definition everywhere: products collected, edited and exported, once for each
 * run, edit or file; and listings, once for each run, product and store. Dry runs never count.
 */
export const measureNames = ['collected', 'edited', 'exported', 'listed'] as const;
export type MeasureName = (typeof measureNames)[number];

/** One platform, source or store of a measure. `key` null: the sum of all others. */
const Part = z.object({
  key: z.nullable(z.string()),
  /** A host, a store's name, or the id of a platform or format; '' where the product has none. */
  name: z.string(),
  platform: z.nullable(z.string()),
  total: z.int(),
  points: z.array(z.int()),
});
export type MeasurePart = z.infer<typeof Part>;

const Measure = z.object({
  /** The sum of `points`; also of the totals of `byPlatform`, and of the totals of `byPlace`. */
  total: z.int(),
  /** The value for the same length of time in the previous period. */
  before: z.int(),
  points: z.array(z.int()),
  byPlatform: z.array(Part),
  /** By source for collected and edited products, by store for listings, by format for exports. */
  byPlace: z.array(Part),
});
export type Measure = z.infer<typeof Measure>;

/** Successes out of all attempts. */
const Success = z.object({
  what: z.enum(['collected', 'listed']),
  key: z.string(),
  name: z.string(),
  platform: z.nullable(z.string()),
  good: z.int(),
  bad: z.int(),
});
export type Success = z.infer<typeof Success>;

const Reason = z.object({
  what: z.enum(['collected', 'listed']),
  code: z.string(),
  count: z.int(),
  /** The newest run that had this error. */
  runId: RunId,
});
export type Reason = z.infer<typeof Reason>;

/** A time zone name of the IANA list; days begin at its midnight. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Returns the figures of a range of days, at most 732, first and last day included. Every breakdown adds up to its
 * total. An administrator, who has no products, gets zeros.
 */
export const getAnalysis = route({
  method: 'GET',
  path: '/dashboard/analysis',
  needs: { permission: 'dashboard', action: 'get' },
  query: z.object({ from: z.iso.date(), to: z.iso.date(), zone: TimeZone }),
  answer: z.object({
    /** One day is shown by hour, several days by day. */
    step: z.enum(['hour', 'day']),
    /** When each point begins. */
    points: z.array(Instant),
    measures: z.record(z.enum(measureNames), Measure),
    /** Number of distinct products among the listings of the period. */
    productsListed: z.int(),
    success: z.array(Success),
    /** Why stores rejected products or products could not be read, the most frequent reason first. */
    reasons: z.array(Reason),
  }),
});
