import { login } from '@bowerbird/contract/account/account';
import { PhoneNumber } from '@bowerbird/contract/account/guest';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { serve } from '../../http/serve.ts';
import type { Services } from '../../services/services.ts';
import { checkCode, takeCode } from '../codes.ts';
import { hashPassword, isPassword } from '../passwords/passwords.ts';
import { beginSession, endSession, hashToken, sessionDays } from '../sessions.ts';
import { isRequestedFor } from '../sign-up.ts';
import { checkSecondStep, type SecondStepUser } from '../two-step/two-step.ts';
import { browserIn, findKnownBrowser, rememberBrowser, setBrowserCookie } from './known-browsers.ts';
import { beginTry, type SignInTry, type Trier } from './sign-in-tries.ts';

/** A hash that no password has, so that refusing an unknown account takes as long as refusing a wrong password. */
const nobody = hashPassword(crypto.randomUUID());

type Body = z.output<(typeof login)['body'] & object>;

/** Origin of a sign-in. */
interface From {
  ip: string;
  /** The token of a browser that has signed in before. */
  browser: string | null;
}

export function loginRoute() {
  return serve(login, async ({ body }, { services, request, reply }) => {
    const from = { ip: request.ip, browser: browserIn(request) };
    const { user, tries } =
      body.mobile === undefined
        ? await byPassword(services, body, from)
        : await byTelephone(services, body, body.mobile, from);
    const before = request.cookies['Access-Token'];
    // One transaction, and so one wait for the disk.
    const { token, browser } = await services.db.transaction().execute(async (db) => {
      await tries?.right(db);
      await requireUnchanged(db, user);
      if (before) {
        // Ends the browser's old session, which nobody will use any more: the browser gets a new one.
        await endSession(db, hashToken(before));
      }
      const session = await beginSession(db, user.id, {
        userAgent: request.headers['user-agent'] ?? '',
        ip: request.ip,
        remembered: body.rememberMe === true,
      });
      return { token: session, browser: await rememberBrowser({ ...services, db }, user.id, from.browser) };
    });
    // Readable by scripts on purpose: the client sends it back as a header, and only then may it write.
    reply.setCookie('Access-Token', token, {
      path: '/',
      sameSite: 'strict',
      secure: request.protocol === 'https',
      ...(body.rememberMe && { maxAge: sessionDays * 24 * 3600 }),
    });
    setBrowserCookie(request, reply, browser);
    return token;
  });
}

async function byPassword(services: Services, body: Body, from: From) {
  const name = (body.email ?? body.username ?? '').trim();
  const { password } = body;
  if (name === '' || password === undefined) {
    throw invalid(name === '' ? 'username' : 'password');
  }
  const user = await findByName(services.db, name);
  const trier = await trierOf(services.db, user, name, from);
  const guess = await beginTry(services, 'password', trier);
  const right = await isPassword(user?.password_hash ?? (await nobody), password);
  if (!user || !right) {
    await guess.wrong();
    if (await isRequestedFor(services, name, password)) {
      throw new AppError('auth.not-activated', 'the activation link was not opened yet');
    }
    throw new AppError('auth.wrong-credentials', 'wrong account or password');
  }
  return await checkRest(services, user, { guess, code: body.code, trier });
}

/** Takes the code sent to the telephone last, so that it stays valid if the second step fails. */
async function byTelephone(services: Services, body: Body, written: string, from: From) {
  const phone = PhoneNumber.safeParse(written);
  if (!phone.success || !body.captcha) {
    throw invalid(phone.success ? 'captcha' : 'mobile');
  }
  const user = await services.db
    .selectFrom('user')
    .select(signInColumns)
    .where('phone', '=', phone.data)
    .executeTakeFirst();
  const trier = await trierOf(services.db, user, phone.data, from);
  const guess = await beginTry(services, 'phone-code', trier);
  const proof = { purpose: 'sign-in' as const, address: phone.data, code: body.captcha, ip: from.ip };
  await checkCode(services, proof).catch(async (thrown: unknown) => {
    await guess.wrong();
    throw thrown;
  });
  if (!user) {
    throw new AppError('code.wrong', 'nobody has this telephone any more');
  }
  const entry = await checkRest(services, user, { guess, code: body.code, trier });
  await takeCode(services, proof);
  return entry;
}

/**
 * Checks what may still refuse a person whose password or code was right. Returns the person with the tries that are still to
 * be forgotten: where nothing else can refuse, together with what the sign-in writes.
 */
async function checkRest<User extends SecondStepUser & { status: 'active' | 'disabled' }>(
  services: Services,
  user: User,
  { guess, code, trier }: { guess: SignInTry; code: string | undefined; trier: Trier },
): Promise<{ user: User; tries: SignInTry | null }> {
  if (user.status === 'active' && user.two_step === null) {
    return { user, tries: guess };
  }
  await guess.right();
  refuseDisabled(user);
  await checkSecondStep(services, user, code, trier);
  return { user, tries: null };
}

async function trierOf(
  db: Db,
  user: { id: string; owner_id: string | null } | undefined,
  name: string,
  { ip, browser }: From,
): Promise<Trier> {
  return {
    person: user ?? null,
    name: name.toLowerCase(),
    ip,
    browser: user ? await findKnownBrowser(db, user.id, browser) : null,
  };
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

/**
 * Notes that a person signs in, and holds the person against changes until the end of the transaction. Throws
 * `auth.wrong-credentials` if the password was changed or the account disabled since the sign-in was checked: whoever
 * changed it has ended all sessions, and this one would begin after that.
 */
async function requireUnchanged(db: Db, { id, password_hash }: { id: string; password_hash: string }) {
  const noted = await db
    .updateTable('user')
    .set({ last_signed_in_at: new Date() })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (noted.numUpdatedRows === 0n) {
    throw new AppError('auth.wrong-credentials', 'the account changed while it signed in');
  }
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
