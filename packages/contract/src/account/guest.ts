import { z } from 'zod/mini';
import { route } from '../route.ts';
import { LegalVersions } from '../system/console-settings.ts';
import { EndedAccess } from './security.ts';

/** Hours for which the link in an activation mail is valid. */
export const activationHours = 24;
/** Seconds before another code can be requested for the same address. */
export const codeAgainSeconds = 60;

export const EmailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());

/** With its country code, `+8613800000000`; for mainland China a mobile number. */
export const PhoneNumber = z.string().check(z.regex(/^\+(?!86)[1-9]\d{6,14}$|^\+861[3-9]\d{9}$/));

/**
 * At least six characters; the strength is shown but not enforced. Choosing one of the ten thousand most common
 * passwords fails with `account.password-common`.
 */
export const NewPassword = z.string().check(z.minLength(6), z.maxLength(256));

const Code = z.string().check(z.trim(), z.regex(/^\d{6}$/));
const Sent = z.object({ sent: z.literal(true) });

/**
 * Requests an account. The merchant and the person are created when the link in the activation mail is opened. The
 * response is the same for an address that already has an account: its owner is notified by mail. The code is the one
 * sent to the telephone for `sign-up`; fails with `code.wrong` or `code.expired`. `accepted` holds the versions of
 * privacy and terms that the person has accepted, as returned by `getConsoleSettings`: fails with
 * `sign-up.not-accepted` without them, and with `sign-up.texts-changed` when they are no longer the current ones.
 */
export const signUp = route({
  method: 'POST',
  path: '/user/sign-up',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({
    email: EmailAddress,
    password: NewPassword,
    phone: PhoneNumber,
    code: Code,
    accepted: z.optional(LegalVersions),
  }),
  answer: z.object({ email: z.string() }),
});

/** Sends a code for signing in by telephone. The response is the same when no account has this number. */
export const sendSignInCode = route({
  method: 'POST',
  path: '/account/sms',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({ phone: PhoneNumber }),
  answer: Sent,
});

/**
 * Sends a code by text message; the parameter gives the purpose. The response is the same when no account has this
 * number.
 */
export const sendSmsCode = route({
  method: 'POST',
  path: '/sms/sendCodeSms/:purpose',
  needs: 'guest',
  unknownKeys: 'ignored',
  params: z.object({ purpose: z.enum(['sign-up', 'sign-in', 'recover']) }),
  body: z.object({ phone: PhoneNumber }),
  answer: Sent,
});

/** Sends a code by mail. The response is the same when no account has this address. */
export const sendMailCode = route({
  method: 'POST',
  path: '/v2/e-mail/send-code',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({ email: EmailAddress, purpose: z.enum(['recover']) }),
  answer: Sent,
});

/**
 * Sets a new password for the owner of the mail address or telephone number, proven by the code. Ends every session,
 * API token and paired browser. Fails with `auth.second-step-needed` where the account has a second step and no code
 * for it was sent.
 */
export const recoverPassword = route({
  method: 'POST',
  path: '/user/forgot-password',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({
    address: z.union([PhoneNumber, EmailAddress]),
    code: Code,
    /** A code of the authenticator app, or a recovery code. */
    secondStep: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    password: NewPassword,
  }),
  answer: z.object({ changed: z.literal(true), ended: EndedAccess }),
});

/** Activates the account of an activation mail's link; works once. Fails with `activation.expired`. */
export const activate = route({
  method: 'POST',
  path: '/user/activate',
  needs: 'guest',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.object({
    email: z.string(),
    username: z.string(),
    /** False where another account has this telephone number by now: the new account has none. */
    phoneKept: z.boolean(),
  }),
});

/**
 * Sends the activation mail again; the link is valid for 24 hours from now. The response is the same where there is no
 * mail to send.
 */
export const sendActivationAgain = route({
  method: 'POST',
  path: '/user/activate/send-again',
  needs: 'guest',
  body: z.object({ email: EmailAddress }),
  answer: Sent,
});
