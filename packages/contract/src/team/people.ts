import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { route } from '../route.ts';

/** A user account. A merchant sees their own team; an administrator sees everyone's account and nothing else. */
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
  /** True for the caller's own account. */
  self: z.boolean(),
  /** Whether the caller's role includes all permissions of this person's role: only then may anything be changed. */
  withinReach: z.boolean(),
  lastSignedInAt: z.nullable(Instant),
  createdAt: Instant,
});
export type Person = z.infer<typeof Person>;

/**
 * Returns the people, newest first. `search` covers name, user name, mail address and, for administrators, the
 * merchant's name.
 */
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

/** Changes a person. Nobody can change their own role or give a role with more permissions than their own. */
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

/** Disables an account and ends all its sessions immediately. */
export const disablePerson = route({
  method: 'POST',
  path: '/people/:id/disable',
  needs: { permission: 'user', action: 'disable' },
  params,
  answer: Person,
});

/** Deletes the account permanently; what the person has done is kept. */
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

/**
 * For administrators: freezes a merchant. A frozen merchant can sign in and read, but start nothing. The merchant is
 * notified of the reason.
 */
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
