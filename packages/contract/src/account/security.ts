import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { tokenKinds } from './tokens.ts';

/** The current password, as it is typed to confirm a change. */
export const Password = z.string().check(z.minLength(1), z.maxLength(256));
const newPassword = z.string().check(z.minLength(6), z.maxLength(256));
/** A code that was sent or that the app shows, or a recovery code. */
export const Code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

export const passwordStrengths = ['low', 'medium', 'strong'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/**
 * Security settings of the caller's account. Telephone number and mail address are masked, because others may see the
 * screen.
 */
export const Security = z.object({
  /** Null where the password was set before its strength was recorded. */
  passwordStrength: z.nullable(z.enum(passwordStrengths)),
  passwordChangedAt: z.nullable(Instant),
  phone: z.nullable(z.string()),
  email: z.string(),
  twoStep: z.object({ on: z.boolean(), since: z.nullable(Instant), recoveryCodesLeft: z.int() }),
});
export type Security = z.infer<typeof Security>;

export const getSecurity = route({
  method: 'GET',
  path: '/account/security',
  needs: 'signed-in',
  answer: Security,
});

/** The access that a password change ended. */
export const EndedAccess = z.object({
  sessions: z.int(),
  /** API tokens (`api`) and paired browsers (`plugin`). */
  tokens: z.array(z.object({ kind: z.enum(tokenKinds), name: z.string() })),
});
export type EndedAccess = z.infer<typeof EndedAccess>;

/**
 * Changes the password. Ends every other session, pairing codes, and every API token and paired browser that is not
 * listed in `keep`. Fails with `account.password-wrong` when the present password is wrong.
 */
export const changePassword = route({
  method: 'PUT',
  path: '/account/password',
  needs: 'signed-in',
  body: z.object({
    present: Password,
    password: newPassword,
    keep: z.optional(z.array(z.uuid()).check(z.maxLength(100))),
  }),
  answer: z.object({ changed: z.literal(true), ended: EndedAccess }),
});

/** A mail address, or a telephone number with its country code (`+8613800000000`). */
const Address = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('mail'), address: z.string().check(z.trim(), z.maxLength(254), z.email()) }),
  z.object({ channel: z.literal('sms'), address: z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/)) }),
]);

/** Sends a code to the new address; nothing changes until the code is confirmed. */
export const sendAddressCode = route({
  method: 'POST',
  path: '/account/address/code',
  needs: 'signed-in',
  body: Address,
  answer: z.object({ sent: z.literal(true) }),
});

/**
 * Sets the new address, confirmed with the code that was sent there and the password; the old address is notified.
 * Fails with `account.password-wrong`, `code.wrong`, `code.expired` or `account.address-taken`.
 */
export const changeAddress = route({
  method: 'PUT',
  path: '/account/address',
  needs: 'signed-in',
  body: z.intersection(Address, z.object({ code: Code, password: Password })),
  answer: Security,
});

/**
 * Starts the set-up of the second step: returns a secret for an authenticator app. It has no effect before it is
 * confirmed.
 */
export const setUpTwoStep = route({
  method: 'POST',
  path: '/account/two-step/setup',
  needs: 'signed-in',
  body: z.object({ password: Password }),
  /** The secret in base 32, and as the `otpauth://` URL for a QR code. */
  answer: z.object({ secret: z.string(), url: z.string() }),
});

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/**
 * Enables the second step with a code of the app, and ends every other session. Returns the recovery codes, which are
 * only shown this once.
 */
export const confirmTwoStep = route({
  method: 'POST',
  path: '/account/two-step',
  needs: 'signed-in',
  body: z.object({ code: Code }),
  answer: z.object({ ...RecoveryCodes.shape, sessionsEnded: z.int() }),
});

export const turnOffTwoStep = route({
  method: 'POST',
  path: '/account/two-step/off',
  needs: 'signed-in',
  body: z.object({ password: Password, code: Code }),
  answer: Security,
});

/** Creates ten new recovery codes; the earlier ones become invalid. */
export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/account/two-step/recovery-codes',
  needs: 'signed-in',
  body: z.object({ code: Code }),
  answer: RecoveryCodes,
});

/** One active session. */
export const Session = z.object({
  id: z.uuid(),
  /** As the browser identifies itself; null where it sent nothing that we recognise. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  device: z.enum(['computer', 'phone', 'tablet', 'program']),
  ip: z.nullable(z.string()),
  /** True for the session of this request. */
  current: z.boolean(),
  lastSeenAt: Instant,
  createdAt: Instant,
  expiresAt: Instant,
});
export type Session = z.infer<typeof Session>;

/** Returns the session of this request first, then the others by the time they were last seen. */
export const listSessions = route({
  method: 'GET',
  path: '/account/sessions',
  needs: 'signed-in',
  answer: z.array(Session),
});

export const endSession = route({
  method: 'DELETE',
  path: '/account/sessions/:id',
  needs: 'signed-in',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ ended: z.literal(true) }),
});

export const endOtherSessions = route({
  method: 'POST',
  path: '/account/sessions/end-others',
  needs: 'signed-in',
  answer: z.object({ ended: z.int() }),
});
