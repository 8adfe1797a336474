import type { EndedAccess } from '@bowerbird/contract/account/security';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { languageOf } from '../../http/language.ts';
import { recorded } from '../../http/recorded.ts';
import type { Call } from '../../http/serve.ts';
import { checkCode, takeCode } from '../codes.ts';
import { browserIn, findKnownBrowser } from '../signing-in/known-browsers.ts';
import { checkSecondStep } from '../two-step/two-step.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { endAccess } from './end-access.ts';
import { setPassword } from './own-password.ts';

/** Finds the person with this mail address or telephone number. */
export function findByAddress(db: Db, address: string) {
  return db
    .selectFrom('user')
    .select(['id', 'owner_id', 'email', 'language', 'two_step', 'two_step_last'])
    .where((eb) =>
      address.startsWith('+')
        ? eb('phone', '=', address)
        : eb(sql`lower(email)`, '=', address.trim().toLowerCase()),
    )
    .executeTakeFirst();
}

/**
 * Sets a new password for the person with this address, with the code that was sent there and, if it is on, the second
 * step. Ends all access that the old password gave and sends a mail about it. Returns what was ended. Throws
 * `code.wrong` or `code.expired`, also if nobody has the address, and `auth.second-step-needed` and
 * `auth.second-step-wrong`; after these two the code is still valid.
 */
export async function recover(
  call: Pick<Call, 'services' | 'record' | 'request'>,
  params: { address: string; code: string; secondStep?: string | undefined; password: string },
): Promise<EndedAccess> {
  const { services, request } = call;
  const { db, messages } = services;
  const { address, code, secondStep, password } = params;
  await refuseCommonPassword(password);
  const proof = { purpose: 'recover' as const, address, code, ip: request.ip };
  await checkCode(services, proof);
  const user = await findByAddress(db, address);
  if (!user) {
    throw new AppError('code.wrong', 'nobody has this address any more');
  }
  const browser = await findKnownBrowser(db, user.id, browserIn(request));
  await checkSecondStep(services, user, secondStep, { person: user, name: address, ip: request.ip, browser });
  await takeCode(services, proof);
  return await recorded(call, async (inside) => {
    await setPassword(inside, user.id, password);
    const ended = await endAccess(inside, user.id);
    const language = languageOf(user.language ?? undefined, undefined);
    const to = { channel: 'mail' as const, to: user.email, language, ownerId: user.owner_id };
    await messages.send({ ...to, template: 'password-changed', values: {} }, inside);
    return ended;
  });
}
