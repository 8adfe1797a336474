import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { browserRoute, route } from '../route.ts';

/** Audit events other than the calls that write. */
export const sessionEvents = ['sign-in', 'sign-in-refused', 'sign-out'] as const;
export type SessionEvent = (typeof sessionEvents)[number];

/** Audit events of the command line, visible to administrators. */
export const operatorEvents = ['keys-rotated', 'keys-removed', 'key-forgotten', 'password-renewed'] as const;
export type OperatorEvent = (typeof operatorEvents)[number];

/** Audit events of people who follow a link and do not sign in. */
export const linkEvents = ['export-link-used'] as const;
export type LinkEvent = (typeof linkEvents)[number];

/**
 * Calls that only read but use POST because their input is too long for a URL. They are not recorded in the audit log.
 */
export const readsByPost: readonly string[] = [
  'POST /collect/recognise',
  'POST /collect/categories',
  'POST /collect/results/query',
  'POST /collect/results/claim-preview',
  'POST /products/query',
  'POST /edits/preview',
  'POST /edits/count',
  'POST /edits/:id/undo/preview',
  'POST /grid/open',
  'POST /grid/rows',
  'POST /grid/check',
  'POST /edit-rules/:id/attach/preview',
  'POST /edit-rules/attachments/:id/preview',
  'POST /exports/preview',
  'POST /imports/files/:id/preview',
  'POST /imports/:id/remedies/preview',
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

/** Calls that send a part of a file: of all of them together, the audit log records the call that announced the file. */
export const partsOfFiles: readonly string[] = ['PUT /imports/files/:id/parts/:from'];

/** The sign-out call, which has its own audit event. */
export const signOutCall = 'POST /auth/logout';

/** One action of a person. */
export const AuditEvent = z.object({
  id: z.uuid(),
  at: Instant,
  /** Null: an unknown person, or the program itself. */
  userId: z.nullable(z.uuid()),
  /** The name at that time. */
  userName: z.nullable(z.string()),
  /** A call as `METHOD /path`, or one of `sessionEvents`, `operatorEvents` and `linkEvents`. */
  what: z.string(),
  /** Ids from the path of the call, by parameter name. */
  params: z.record(z.string(), z.string()),
  /** Plain values from the request, never a secret: names, counts, formats. */
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
 * Returns the audit events, newest first. A merchant's users see the actions of their own team. An administrator sees
 * the account events of all merchants and the events that belong to no merchant, never a merchant's products.
 */
export const listAudit = route({
  method: 'GET',
  path: '/audit',
  needs,
  query: z.object({ ...pageQuery, ...filter }),
  answer: listOf(AuditEvent),
});

/** Returns the people and events to filter by, among those that the caller may see. */
export const getAuditFacets = route({
  method: 'GET',
  path: '/audit/facets',
  needs,
  answer: z.object({
    people: z.array(z.object({ id: z.uuid(), name: z.string() })),
    whats: z.array(z.string()),
  }),
});

/** Downloads all events that match the filter, as CSV. */
export const exportAudit = browserRoute({
  method: 'GET',
  path: '/audit/export',
  needs: { permission: 'user', action: 'export' },
  query: z.object(filter),
  streams: 'file',
});
