import * as contract from '@bowerbird/contract/account';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { serve } from '../http/serve.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { beginSession, endSession, sessionDays } from './sessions.ts';
import type { SignInTries } from './tries.ts';

/** A hash no password has: an unknown account takes as long to refuse as a wrong password. */
const nobody = hashPassword(crypto.randomUUID());

export function accountRoutes(tries: SignInTries) {
  return [
    serve(contract.login, async ({ body }, { services: { db }, request, reply }) => {
      const name = (body.email ?? body.username ?? '').trim();
      if (name === '') {
        throw new AppError('request.invalid', 'no account named', {
          issues: [{ path: ['username'], code: 'required', message: '' }],
        });
      }
      const key = `${request.ip} ${name.toLowerCase()}`;
      tries.check(key);
      const user = await findByName(db, name);
      const right = await isPassword(user?.password_hash ?? (await nobody), body.password);
      if (!user || !right) {
        tries.wrong(key);
        throw new AppError('auth.wrong-credentials', 'wrong account or password');
      }
      if (user.status !== 'active') {
        throw new AppError('auth.account-disabled', 'account disabled');
      }
      tries.right(key);
      const token = await beginSession(db, user.id, request.headers['user-agent'] ?? '');
      // Readable on purpose: the client sends it back as a header, which is what allows it to write.
      reply.setCookie('Access-Token', token, {
        path: '/',
        sameSite: 'strict',
        secure: request.protocol === 'https',
        ...(body.rememberMe && { maxAge: sessionDays * 24 * 3600 }),
      });
      return token;
    }),

    serve(contract.getUser, async (_input, { user }) => {
      if (user.role.permissions.length === 0) {
        throw new AppError('auth.roles-empty', 'the role has no permissions');
      }
      return {
        id: user.id,
        ownerId: user.ownerId,
        name: user.name,
        username: user.username,
        email: user.email,
        avatar: user.avatar,
        role: {
          id: user.role.id,
          name: user.role.name,
          permissions: user.role.permissions.map(({ permission, actions }) => ({
            permissionId: permission,
            actionEntitySet: actions.map((action) => ({ action })),
          })),
        },
      };
    }),

    serve(contract.logout, async (_input, { user, services: { db }, reply }) => {
      await endSession(db, user.tokenHash);
      reply.clearCookie('Access-Token', { path: '/' });
      return { signedOut: true as const };
    }),
  ];
}

function findByName(db: Db, name: string) {
  const column = name.includes('@') ? 'email' : 'username';
  return db
    .selectFrom('user')
    .select(['id', 'password_hash', 'status'])
    .where(sql`lower(${sql.ref(column)})`, '=', name.toLowerCase())
    .executeTakeFirst();
}
