import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { browserRoute, route } from './route.ts';

/** What is written down besides the calls that write. */
export const sessionEvents = ['sign-in', 'sign-in-refused', 'sign-out'] as const;
export type SessionEvent = (typeof sessionEvents)[number];

/** What is written down of the command line, for administrators to see. */
export const operatorEvents = ['keys-rotated', 'keys-removed'] as const;
export type OperatorEvent = (typeof operatorEvents)[number];

/** Calls that only read, though their question is too long for an address: they are not written down. */
export const readsByPost: readonly string[] = [
  'POST /collect/recognise',
  'POST /collect/categories',
  'POST /collect/results/query',
  'POST /collect/results/claim-preview',
  'POST /products/query',
  'POST /exports/preview',
  'POST /listing/check',
  'POST /listing/rules/explain',
  'POST /listing/rules/categories',
  'POST /listing/stores/:id/categories/read',
  'POST /roles/:id/preview',
  'POST /billing/quote',
  'POST /dashboard/bench',
  'POST /user/invitation',
  'POST /plugin/known',
];

/** The call of a session that has an event of its own. */
export const signOutCall = 'POST /auth/logout';

/** One thing that a person did. */
export const AuditEvent = z.object({
  id: z.uuid(),
  at: Instant,
  /** Null: nobody known, or the program itself. */
  userId: z.nullable(z.uuid()),
  /** As they were called then. */
  userName: z.nullable(z.string()),
  /** A call as `METHOD /path`, or one of `sessionEvents` and `operatorEvents`. */
  what: z.string(),
  /** Ids from the address of the call, by name. */
  params: z.record(z.string(), z.string()),
  /** Plain values of what was sent, never a secret: names, counts, formats. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  status: z.nullable(z.int()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

const filter = {
  userId: z.optional(z.uuid()),
  what: z.optional(z.string().check(z.maxLength(200))),
  from: z.optional(Instant),
  to: z.optional(Instant),
};

const needs = { permission: 'user', action: 'query' } as const;

/**
 * What was done, the newest first. A merchant's people see what their own did; an administrator sees what concerns
 * accounts of all, and what was done for no merchant, never a merchant's goods.
 */
export const listAudit = route({
  method: 'GET',
  path: '/audit',
  needs,
  query: z.object({ ...pageQuery, ...filter }),
  answer: listOf(AuditEvent),
});

/** Who and what there is to filter by, among what the caller may see. */
export const getAuditFacets = route({
  method: 'GET',
  path: '/audit/facets',
  needs,
  answer: z.object({
    people: z.array(z.object({ id: z.uuid(), name: z.string() })),
    whats: z.array(z.string()),
  }),
});

/** All that the filter finds, as CSV. */
export const exportAudit = browserRoute({
  method: 'GET',
  path: '/audit/export',
  needs: { permission: 'user', action: 'export' },
  query: z.object(filter),
  streams: 'file',
});
