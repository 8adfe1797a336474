import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { route } from './route.ts';

/** Somebody who signs in. A merchant sees their own people; an administrator sees everybody's account and no more. */
export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  role: z.object({ id: z.string(), name: z.string(), status: z.enum(['active', 'disabled']) }),
  organisation: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  status: z.enum(['active', 'disabled']),
  /** The merchant this account belongs to; null for an administrator. */
  merchant: z.nullable(
    z.object({
      id: z.uuid(),
      name: z.string(),
      status: z.enum(['active', 'frozen']),
      reason: z.nullable(z.string()),
    }),
  ),
  /** The caller. */
  self: z.boolean(),
  /** Whether the caller's own role reaches as far as this person's: only then may anything be changed. */
  withinReach: z.boolean(),
  lastSignedInAt: z.nullable(Instant),
  createdAt: Instant,
});
export type Person = z.infer<typeof Person>;

/** The newest first. `search` looks at name, user name, mail address and, for administrators, the merchant's name. */
export const listPeople = route({
  method: 'GET',
  path: '/people',
  needs: { permission: 'user', action: 'query' },
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(120))),
    status: z.optional(z.enum(['active', 'disabled'])),
    role: z.optional(z.string().check(z.maxLength(64))),
    organisation: z.optional(z.uuid()),
    /** For administrators: one merchant's people, or `none` for the administrators themselves. */
    merchant: z.optional(z.union([z.uuid(), z.literal('none')])),
  }),
  answer: listOf(Person),
});

const params = z.object({ id: z.uuid() });

/** Nobody changes their own role, and nobody gives a role that reaches farther than their own. */
export const updatePerson = route({
  method: 'PUT',
  path: '/people/:id',
  needs: { permission: 'user', action: 'edit' },
  params,
  body: z.object({
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
    roleId: z.optional(z.string().check(z.maxLength(64))),
    organisationId: z.optional(z.nullable(z.uuid())),
  }),
  answer: Person,
});

export const enablePerson = route({
  method: 'POST',
  path: '/people/:id/enable',
  needs: { permission: 'user', action: 'enable' },
  params,
  answer: Person,
});

/** Ends every session of theirs at once. */
export const disablePerson = route({
  method: 'POST',
  path: '/people/:id/disable',
  needs: { permission: 'user', action: 'disable' },
  params,
  answer: Person,
});

/** The account goes for good; what the person has done stays. */
export const deletePerson = route({
  method: 'DELETE',
  path: '/people/:id',
  needs: { permission: 'user', action: 'delete' },
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

export const MerchantStatus = z.object({
  id: z.uuid(),
  status: z.enum(['active', 'frozen']),
  reason: z.nullable(z.string()),
});

/** For administrators: a frozen merchant signs in and reads, and starts nothing. The merchant is told the reason. */
export const freezeMerchant = route({
  method: 'POST',
  path: '/merchants/:id/freeze',
  needs: { permission: 'user', action: 'disable' },
  params,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
  answer: MerchantStatus,
});

export const unfreezeMerchant = route({
  method: 'POST',
  path: '/merchants/:id/unfreeze',
  needs: { permission: 'user', action: 'enable' },
  params,
  answer: MerchantStatus,
});
