import { AppError } from '@bowerbird/contract/errors';
import { recorded } from '../../http/recorded.ts';
import type { Call } from '../../http/serve.ts';
import type { SealedPlace } from '../../seal/places.ts';
import type { Services } from '../../services/services.ts';
import { endOtherSessions } from '../sessions.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import {
  beginSignedIn,
  checkSecondStep,
  newSecret,
  otpauthUrl,
  type SecondStepUser,
  secondStepPlace,
  stepOf,
} from './two-step.ts';

/** How long a new secret waits for the first code of the app. */
const setupMs = 30 * 60_000;

/** Where the secret is stored until then. */
function setupPlace(userId: string): SealedPlace {
  return { column: 'two_step_setup.secret', row: userId, owner: null };
}

/** Creates a secret for the authenticator app. It takes effect only with `confirmTwoStep`. */
export async function beginTwoStep(
  { db, seal, clock }: Pick<Services, 'db' | 'seal' | 'clock'>,
  user: { id: string; username: string },
): Promise<{ secret: string; url: string }> {
  await requireState(db, user.id, 'off');
  const secret = newSecret();
  const kept = { secret: seal.close(secret, setupPlace(user.id)), created_at: new Date(clock.wall()) };
  await db
    .insertInto('two_step_setup')
    .values({ user_id: user.id, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute();
  return { secret, url: otpauthUrl(secret, user.username) };
}

/**
 * Turns the second step on: the code proves that the app has the secret, and is not accepted again. Ends the sessions
 * that began without the second step, except the caller's. Returns the recovery codes. Throws
 * `account.two-step-wrong-state` if no setup is in progress, and `auth.second-step-wrong`.
 */
export async function confirmTwoStep(
  call: Call,
  code: string,
): Promise<{ recoveryCodes: string[]; sessionsEnded: number }> {
  const { db, seal, clock } = call.services;
  const { id: userId, tokenHash } = call.user;
  await requireState(db, userId, 'off');
  const setup = await db
    .selectFrom('two_step_setup')
    .select('secret')
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(clock.wall() - setupMs))
    .executeTakeFirst();
  if (!setup) {
    throw new AppError('account.two-step-wrong-state', 'nothing is being set up');
  }
  const guess = await beginSignedIn(call.services, userId);
  const secret = seal.open(setup.secret, setupPlace(userId));
  const step = stepOf(secret, code, clock.wall());
  if (step === null) {
    throw new AppError('auth.second-step-wrong', 'not a code of the new secret');
  }
  await guess.right();
  return await recorded(call, async (inside) => {
    await inside
      .updateTable('user')
      .set({
        two_step: seal.close(secret, secondStepPlace(userId)),
        two_step_since: new Date(clock.wall()),
        two_step_last: String(step),
      })
      .where('id', '=', userId)
      .execute();
    await inside.deleteFrom('two_step_setup').where('user_id', '=', userId).execute();
    return {
      recoveryCodes: await renewRecoveryCodes(inside, seal, userId),
      sessionsEnded: await endOtherSessions(inside, userId, tokenHash),
    };
  });
}

/** Turns the second step off, with a code of the app or a recovery code. */
export async function turnOffTwoStep(call: Call, code: string): Promise<void> {
  const userId = call.user.id;
  await checkSecondStep(call.services, await requireState(call.services.db, userId, 'on'), code);
  await recorded(call, async (inside) => {
    await inside
      .updateTable('user')
      .set({ two_step: null, two_step_since: null, two_step_last: null })
      .where('id', '=', userId)
      .execute();
    await inside.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  });
}

/** Creates new recovery codes; requires a code. */
export async function replaceRecoveryCodes(call: Call, code: string): Promise<string[]> {
  const { db, seal } = call.services;
  await checkSecondStep(call.services, await requireState(db, call.user.id, 'on'), code);
  return await recorded(call, (inside) => renewRecoveryCodes(inside, seal, call.user.id));
}

async function requireState(
  db: Services['db'],
  userId: string,
  state: 'on' | 'off',
): Promise<SecondStepUser> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'two_step', 'two_step_last'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if ((user.two_step !== null) !== (state === 'on')) {
    throw new AppError('account.two-step-wrong-state', `the second step is not ${state}`);
  }
  return user;
}
