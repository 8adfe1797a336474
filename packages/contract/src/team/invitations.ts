import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';

/** Most addresses that one call can invite. */
export const inviteMax = 5;
/** Hours for which the link of an invitation is valid. */
export const invitationHours = 72;

export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.object({ id: z.string(), name: z.string() }),
  organisation: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  invitedBy: z.nullable(z.string()),
  /** `expired`: the link is no longer valid; it can be sent again. */
  state: z.enum(['waiting', 'expired']),
  sentAt: Instant,
  expiresAt: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

/** Returns the invitations that were not accepted yet, newest first. */
export const listInvitations = route({
  method: 'GET',
  path: '/invitations',
  needs: { permission: 'user', action: 'query' },
  answer: z.array(Invitation),
});

/**
 * The result for one address. `member`: already a member of this team; `invited`: already has an open invitation to it.
 */
export const Invited = z.object({
  address: z.string(),
  outcome: z.enum(['sent', 'invalid', 'member', 'invited']),
});
export type Invited = z.infer<typeof Invited>;

/** Sends a link to each address. More than `inviteMax` addresses fail with `invitation.too-many`. */
export const invitePeople = route({
  method: 'POST',
  path: '/invitations',
  needs: { permission: 'user', action: 'add' },
  body: z.object({
    addresses: z.array(z.string().check(z.maxLength(254))).check(z.minLength(1), z.maxLength(100)),
    roleId: z.string().check(z.maxLength(64)),
    organisationId: z.optional(z.nullable(z.uuid())),
  }),
  answer: z.array(Invited),
});

const params = z.object({ id: z.uuid() });

/** Sends a new link to the same address; the previous link stops working. */
export const resendInvitation = route({
  method: 'POST',
  path: '/invitations/:id/resend',
  needs: { permission: 'user', action: 'add' },
  params,
  answer: Invitation,
});

export const withdrawInvitation = route({
  method: 'DELETE',
  path: '/invitations/:id',
  needs: { permission: 'user', action: 'delete' },
  params,
  answer: z.object({ withdrawn: z.literal(true) }),
});

const token = z.string().check(z.minLength(1), z.maxLength(200));

/** Returns the invitation that a link opens. Throws `invitation.unknown` or `invitation.expired`. */
export const openInvitation = route({
  method: 'POST',
  path: '/user/invitation',
  needs: 'guest',
  body: z.object({ token }),
  answer: z.object({
    email: z.string(),
    /** The merchant whose team the person joins; null: the administrators. */
    merchant: z.nullable(z.string()),
    invitedBy: z.nullable(z.string()),
    role: z.object({ id: z.string(), name: z.string() }),
    expiresAt: Instant,
  }),
});

/** Creates the account. Works once: afterwards the link is unknown. */
export const acceptInvitation = route({
  method: 'POST',
  path: '/user/invitation/accept',
  needs: 'guest',
  body: z.object({
    token,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    /** Letters, digits and `. _ -`; never something that could be mistaken for a mail address. */
    username: z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u)),
    password: z.string().check(z.minLength(6), z.maxLength(256)),
  }),
  answer: z.object({ username: z.string(), email: z.string() }),
});
