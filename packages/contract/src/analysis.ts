import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { route } from './route.ts';
import { RunId } from './runs.ts';

/**
 * What the console counts, everywhere by the same definition: products collected, edited and exported, once for each run, edit or file;
 * and listings, once for each run, product and store. Dry runs never count.
 */
export const measureNames = ['collected', 'edited', 'exported', 'listed'] as const;
export type MeasureName = (typeof measureNames)[number];

/** One platform, source or store of a measure; `key` null: all others together. */
const Part = z.object({
  key: z.nullable(z.string()),
  /** A host, a store's name, a platform's or a format's id; '' where the product told none. */
  name: z.string(),
  platform: z.nullable(z.string()),
  total: z.int(),
  points: z.array(z.int()),
});
export type MeasurePart = z.infer<typeof Part>;

const Measure = z.object({
  /** The sum of `points`, of the totals of `byPlatform`, and of those of `byPlace`. */
  total: z.int(),
  /** The same stretch of the period before. */
  before: z.int(),
  points: z.array(z.int()),
  byPlatform: z.array(Part),
  /** By source where products are read or edited, by store where they are listed, by format where they are exported. */
  byPlace: z.array(Part),
});
export type Measure = z.infer<typeof Measure>;

/** What went well of what was tried. */
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
  /** The newest run that met it. */
  runId: RunId,
});
export type Reason = z.infer<typeof Reason>;

/** A name of the IANA list; days begin at its midnight. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Figures of some days, at most 732, both ends included. Every part adds up to its total. An administrator, who has no
 * goods, gets noughts.
 */
export const getAnalysis = route({
  method: 'GET',
  path: '/dashboard/analysis',
  needs: { permission: 'dashboard', action: 'get' },
  query: z.object({ from: z.iso.date(), to: z.iso.date(), zone: TimeZone }),
  answer: z.object({
    /** One day is told by the hour, more by the day. */
    step: z.enum(['hour', 'day']),
    /** When each point begins. */
    points: z.array(Instant),
    measures: z.record(z.enum(measureNames), Measure),
    /** The different products among the listings of the period. */
    productsListed: z.int(),
    success: z.array(Success),
    /** Why something was refused by a store or could not be read, the most frequent first. */
    reasons: z.array(Reason),
  }),
});
