import { AppError } from '@bowerbird/contract/errors';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../db/database.ts';
import type { SealedPlace } from '../../seal/places.ts';
import type { Services } from '../../services/services.ts';
import { beginTry, type SignInTry, type Trier } from '../signing-in/sign-in-tries.ts';
import { type Bound, countTry, forgetTries } from '../signing-in/tries.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

/** The fields of a person that are needed to check the second step. */
export interface SecondStepUser {
  id: string;
  two_step: Buffer | null;
  /** The newest time step whose code was accepted, in decimal. */
  two_step_last: string | null;
}

/**
 * Checks the second step of a sign-in. Does nothing if it is off. Accepts a code of the authenticator app (RFC 6238,
 * one step of 30 s early or late) once, and likewise a recovery code. Throws `auth.second-step-needed` if it is on and
 * no code was given, `auth.second-step-wrong` for a wrong or used one, and `rate.too-many-tries` after five wrong ones
 * for this person, from anywhere. `trier` is the one who signs in; it is left out if a person who is already identified
 * confirms with a code.
 */
export async function checkSecondStep(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  user: SecondStepUser,
  code: string | undefined,
  trier?: Trier,
): Promise<void> {
  if (user.two_step === null) {
    return;
  }
  const typed = code?.trim() ?? '';
  if (typed === '') {
    throw new AppError('auth.second-step-needed', 'the second step is on');
  }
  const guess = await (trier ? beginTry(services, 'second-step', trier) : beginSignedIn(services, user.id));
  const secret = services.seal.open(user.two_step, secondStepPlace(user.id));
  const right = isAppCode(typed)
    ? await takeAppCode(services, user.id, secret, typed)
    : await takeRecoveryCode(services.db, services.seal, user.id, typed);
  if (!right) {
    await guess.wrong();
    throw new AppError('auth.second-step-wrong', 'a wrong or used code');
  }
  await guess.right();
}

/** Where the secret of a person's authenticator app is stored. */
export function secondStepPlace(userId: string): SealedPlace {
  return { column: 'user.two_step', row: userId, owner: null };
}

/** Creates a secret in base 32, with 160 bits as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns what an authenticator app reads from the QR code. */
export function otpauthUrl(secret: string, username: string): string {
  return authenticator(secret, username).toString();
}

/** Returns the time step that this code belongs to now, or null if it is no code of this secret. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
  const app = authenticator(secret);
  const delta = app.validate({ token: code.replaceAll(/\s/g, ''), timestamp: nowMs, window: 1 });
  return delta === null ? null : app.counter({ timestamp: nowMs }) + delta;
}

/** Returns true only the first time, so that of two simultaneous sign-ins with one code only one succeeds. */
async function takeAppCode(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  secret: string,
  code: string,
): Promise<boolean> {
  const step = stepOf(secret, code, clock.wall());
  return step !== null && (await takeStep(db, userId, step));
}

async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('user')
    .set({ two_step_last: String(step) })
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('two_step_last', 'is', null),
        eb(eb.cast<number>('two_step_last', 'bigint'), '<', eb.val(step)),
      ]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

function authenticator(secret: string, username = ''): TOTP {
  return new TOTP({
    issuer: 'Bowerbird',
    label: username,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
}

function isAppCode(code: string): boolean {
  return /^\d{3}\s?\d{3}$/.test(code);
}

/**
 * Counts a code entered by a signed-in person, before it is checked. Others who try codes while signing in do not slow
 * this person down. Throws `rate.too-many-tries`.
 */
export async function beginSignedIn(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  userId: string,
): Promise<SignInTry> {
  const bounds: Bound[] = [{ of: ['second-step', 'signed-in', userId], free: 5 }];
  await countTry(services, bounds);
  return { right: () => forgetTries(services, bounds), wrong: async () => void 0 };
}
