import { z } from 'zod/mini';
import { LegalVersions } from './console-settings.ts';
import { route } from './route.ts';
import { EndedAccess } from './security.ts';

/** How long the link of an activation mail holds. */
export const activationHours = 24;
/** How soon a code may be asked for again, for one address. */
export const codeAgainSeconds = 60;

export const EmailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());

/** With its country, `+8613800000000`; for mainland China a mobile number. */
export const PhoneNumber = z.string().check(z.regex(/^\+(?!86)[1-9]\d{6,14}$|^\+861[3-9]\d{9}$/));

/**
 * At least six characters; how strong it is is told and not enforced. Where one is chosen, the ten thousand most common
 * fail with `account.password-common`.
 */
export const NewPassword = z.string().check(z.minLength(6), z.maxLength(256));

const Code = z.string().check(z.trim(), z.regex(/^\d{6}$/));
const Sent = z.object({ sent: z.literal(true) });

/**
 * Asks for an account. The merchant and the person come to be when the link of the activation mail is opened. The
 * answer is the same for an address that has an account: its owner is told by mail. The code is the one sent to the
 * telephone for `sign-up`; fails with `code.wrong` or `code.expired`. `accepted` holds the versions of privacy and terms
 * that the person has agreed to, as `getConsoleSettings` gave them: fails with `sign-up.not-accepted` without them, with
 * `sign-up.texts-changed` when they are no longer the present ones.
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

/** Sends a code for signing in by telephone. Answers the same where nobody has this number. */
export const sendSignInCode = route({
  method: 'POST',
  path: '/account/sms',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({ phone: PhoneNumber }),
  answer: Sent,
});

/** Sends a code by text message; the parameter says what for. Answers the same where nobody has this number. */
export const sendSmsCode = route({
  method: 'POST',
  path: '/sms/sendCodeSms/:purpose',
  needs: 'guest',
  unknownKeys: 'ignored',
  params: z.object({ purpose: z.enum(['sign-up', 'sign-in', 'recover']) }),
  body: z.object({ phone: PhoneNumber }),
  answer: Sent,
});

/** Sends a code by mail. Answers the same where nobody has this address. */
export const sendMailCode = route({
  method: 'POST',
  path: '/v2/e-mail/send-code',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({ email: EmailAddress, purpose: z.enum(['recover']) }),
  answer: Sent,
});

/**
 * A new password for whoever holds the mail address or telephone number, shown by its code. Ends every session, API token
 * and paired browser. Fails with `auth.second-step-needed` where the account has a second step and none came.
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

/** Opens the account that a link of an activation mail stands for, once. Fails with `activation.expired`. */
export const activate = route({
  method: 'POST',
  path: '/user/activate',
  needs: 'guest',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.object({
    email: z.string(),
    username: z.string(),
    /** False where another account has this telephone by now: the new one is without. */
    phoneKept: z.boolean(),
  }),
});

/** Sends the activation mail again; the link holds 24 hours from now. Answers the same where there is none to send. */
export const sendActivationAgain = route({
  method: 'POST',
  path: '/user/activate/send-again',
  needs: 'guest',
  body: z.object({ email: EmailAddress }),
  answer: Sent,
});
