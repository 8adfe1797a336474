import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { browserRoute, route } from '../route.ts';

/** Hours that a link may be open: to one file, and to the newest file of a schedule. */
export const linkHours = { file: 30 * 24, schedule: 366 * 24 } as const;

export const linkStates = ['open', 'expired', 'used-up', 'revoked'] as const;

/** A link by which anybody downloads a file without signing in. Its token is shown once, and never again. */
export const ExportLink = z.object({
  id: z.uuid(),
  /** The file; null for a link to the newest file of a schedule. */
  fileId: z.nullable(z.uuid()),
  scheduleId: z.nullable(z.uuid()),
  /** The name of the file, or of the schedule. */
  name: z.string(),
  state: z.enum(linkStates),
  expiresAt: Instant,
  /** Null: as often as anybody likes. */
  downloadsMax: z.nullable(z.int()),
  downloads: z.int(),
  lastUsedAt: z.nullable(Instant),
  createdBy: z.nullable(z.string()),
  createdAt: Instant,
});
export type ExportLink = z.infer<typeof ExportLink>;

const needs = { permission: 'products', action: 'export' } as const;

/** Returns the newest 500 links, open ones and others, newest first; those of one file or schedule, if it is named. */
export const listExportLinks = route({
  method: 'GET',
  path: '/exports/links',
  needs,
  query: z.object({ fileId: z.optional(z.uuid()), scheduleId: z.optional(z.uuid()) }),
  answer: z.array(ExportLink),
});

const limits = {
  hours: z.int().check(z.minimum(1), z.maximum(linkHours.schedule)),
  /** Left out: as often as anybody likes. */
  downloadsMax: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
};

/**
 * Creates a link to a file, or to whatever file of a schedule is the newest. Fails with `export-link.too-long` beyond
 * `linkHours`, and with `export-link.too-many` at its limit.
 */
export const createExportLink = route({
  method: 'POST',
  path: '/exports/links',
  needs,
  body: z.object({
    to: z.discriminatedUnion('what', [
      z.object({ what: z.literal('file'), id: z.uuid() }),
      z.object({ what: z.literal('schedule'), id: z.uuid() }),
    ]),
    ...limits,
  }),
  /** `address` contains the token and is not stored. */
  answer: z.object({ link: ExportLink, address: z.string() }),
  status: 201,
});

/** Closes a link at once; it stays in the list. */
export const revokeExportLink = route({
  method: 'DELETE',
  path: '/exports/links/:id',
  needs,
  params: z.object({ id: z.uuid() }),
  answer: ExportLink,
});

/**
 * Downloads the file of a link. A token that is unknown, expired, used up or revoked gets the same answer,
 * `export-link.closed`; a schedule that has made no file yet, `export-link.no-file`.
 */
export const downloadByLink = browserRoute({
  method: 'GET',
  path: '/export-links/:token',
  needs: 'guest',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  streams: 'file',
});
