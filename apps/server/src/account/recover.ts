import { AppError } from '@bowerbird/contract/errors';
import type { EndedAccess } from '@bowerbird/contract/security';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { languageOf } from '../http/language.ts';
import { recorded } from '../http/recorded.ts';
import type { Call } from '../http/serve.ts';
import { checkCode, takeCode } from './codes.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { endAccess } from './end-access.ts';
import { browserIn, findKnownBrowser } from './known-browsers.ts';
import { setPassword } from './own-password.ts';
import { checkSecondStep } from './two-step.ts';

/** Who has this mail address or telephone number. */
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
 * A new password for whoever holds this address, with the code that was sent there and, where it is on, the second step;
 * all access that the old one gave ends, and a mail says so. Answers what was ended. Throws `code.wrong` or `code.expired`,
 * also where nobody has the address, `auth.second-step-needed` and `auth.second-step-wrong`; the code still holds then.
 */
export async function recover(
  call: Pick<Call, 'services' | 'record' | 'request'>,
  ask: { address: string; code: string; secondStep?: string | undefined; password: string },
): Promise<EndedAccess> {
  const { services, request } = call;
  const { db, messages } = services;
  const { address, code, secondStep, password } = ask;
  refuseCommonPassword(password);
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
