import { login } from '@bowerbird/contract/account';
import { AppError } from '@bowerbird/contract/errors';
import { PhoneNumber } from '@bowerbird/contract/guest';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import { machineOf } from '../http/machine.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { checkCode, takeCode } from './codes.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { beginSession, sessionDays } from './sessions.ts';
import { isAskedFor } from './sign-up.ts';
import type { SignInTries } from './tries.ts';
import { checkSecondStep } from './two-step.ts';

/** A hash no password has: an unknown account takes as long to refuse as a wrong password. */
const nobody = hashPassword(crypto.randomUUID());

type Body = z.output<(typeof login)['body'] & object>;

export function loginRoute(tries: SignInTries) {
  return serve(login, async ({ body }, { services, request, reply }) => {
    const { db } = services;
    const user =
      body.mobile === undefined
        ? await byPassword(services, tries, body, request.ip)
        : await byTelephone(services, body, body.mobile);
    const token = await beginSession(db, user.id, {
      userAgent: request.headers['user-agent'] ?? '',
      ip: request.ip,
    });
    await db.updateTable('user').set({ last_signed_in_at: new Date() }).where('id', '=', user.id).execute();
    // Readable on purpose: the client sends it back as a header, which is what allows it to write.
    reply.setCookie('Access-Token', token, {
      path: '/',
      sameSite: 'strict',
      secure: request.protocol === 'https',
      ...(body.rememberMe && { maxAge: sessionDays * 24 * 3600 }),
    });
    return token;
  });
}

async function byPassword(services: Services, tries: SignInTries, body: Body, ip: string) {
  const { db } = services;
  const name = (body.email ?? body.username ?? '').trim();
  const { password } = body;
  if (name === '' || password === undefined) {
    throw invalid(name === '' ? 'username' : 'password');
  }
  const key = `${machineOf(ip)} ${name.toLowerCase()}`;
  tries.check(key);
  const user = await findByName(db, name);
  const right = await isPassword(user?.password_hash ?? (await nobody), password);
  if (!user || !right) {
    tries.wrong(key);
    if (await isAskedFor(services, name, password)) {
      throw new AppError('auth.not-activated', 'the activation link was not opened yet');
    }
    throw new AppError('auth.wrong-credentials', 'wrong account or password');
  }
  refuseDisabled(user);
  await checkSecondStep(services, user, body.code);
  tries.right(key);
  return user;
}

/** The code sent to the telephone is taken last, so that it is still good when the second step was not. */
async function byTelephone(services: Services, body: Body, written: string) {
  const phone = PhoneNumber.safeParse(written);
  if (!phone.success || !body.captcha) {
    throw invalid(phone.success ? 'captcha' : 'mobile');
  }
  const proof = { purpose: 'sign-in' as const, address: phone.data, code: body.captcha };
  await checkCode(services, proof);
  const user = await services.db
    .selectFrom('user')
    .select(signInColumns)
    .where('phone', '=', phone.data)
    .executeTakeFirst();
  if (!user) {
    throw new AppError('code.wrong', 'nobody has this telephone any more');
  }
  refuseDisabled(user);
  await checkSecondStep(services, user, body.code);
  await takeCode(services, proof);
  return user;
}

const signInColumns = ['id', 'owner_id', 'password_hash', 'status', 'two_step', 'two_step_last'] as const;

function findByName(db: Db, name: string) {
  const column = name.includes('@') ? 'email' : 'username';
  return db
    .selectFrom('user')
    .select(signInColumns)
    .where(sql`lower(${sql.ref(column)})`, '=', name.toLowerCase())
    .executeTakeFirst();
}

function refuseDisabled({ status }: { status: 'active' | 'disabled' }): void {
  if (status !== 'active') {
    throw new AppError('auth.account-disabled', 'account disabled');
  }
}

function invalid(field: string): AppError {
  return new AppError('request.invalid', `sign-in without its ${field}`, {
    issues: [{ path: [field], code: 'required', message: '' }],
  });
}
