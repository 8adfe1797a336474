import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Fault } from '../runs.ts';

/**
 * A merchant's own access to a source that gives more data to known clients: an open platform, or a shop's REST keys.
 */
export const SourceAccess = z.object({
  id: z.uuid(),
  platform: z.string(),
  /** Which of the platform's ways of access. */
  connection: z.string(),
  name: z.string(),
  /** The one shop it gives access to; null: the whole platform. */
  shop: z.nullable(z.string()),
  /** The last characters of each secret, by field; values that are not secret in full. */
  shown: z.record(z.string(), z.string()),
  state: z.enum(['works', 'refused', 'unchecked']),
  /** Why it is refused. */
  fault: z.nullable(Fault),
  checkedAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
  /** When the platform ends the access by itself; null when it does not say. */
  expiresAt: z.nullable(Instant),
  createdAt: Instant,
});
export type SourceAccess = z.infer<typeof SourceAccess>;

export const listSourceAccess = route({
  method: 'GET',
  path: '/sources/access',
  needs: { permission: 'collect', action: 'query' },
  answer: z.array(SourceAccess),
});

/**
 * Checks the credentials with one call to the source, encrypts and saves them. Wrong credentials are rejected with a
 * specific error.
 */
export const addSourceAccess = route({
  method: 'POST',
  path: '/sources/access',
  needs: { permission: 'collect', action: 'edit' },
  body: z.object({
    platform: z.string().check(z.maxLength(40)),
    connection: z.string().check(z.maxLength(40)),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    /** An address of the shop, for access to a single shop. */
    shop: z.optional(z.string().check(z.maxLength(300))),
    credentials: z.record(
      z.string().check(z.maxLength(40)),
      z.string().check(z.minLength(1), z.maxLength(2000)),
    ),
  }),
  answer: SourceAccess,
  status: 201,
});

const accessParams = z.object({ id: z.uuid() });

export const checkSourceAccess = route({
  method: 'POST',
  path: '/sources/access/:id/check',
  needs: { permission: 'collect', action: 'edit' },
  params: accessParams,
  answer: SourceAccess,
});

export const deleteSourceAccess = route({
  method: 'DELETE',
  path: '/sources/access/:id',
  needs: { permission: 'collect', action: 'edit' },
  params: accessParams,
  answer: z.object({ deleted: z.literal(true) }),
});
