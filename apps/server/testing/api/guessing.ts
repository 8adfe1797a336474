import { apiBase } from '@bowerbird/contract/route';
import type { FastifyInstance } from 'fastify';
import { findSignedIn } from '../../src/account/sessions.ts';
import { beginTry } from '../../src/account/signing-in/sign-in-tries.ts';
import type { Db } from '../../src/db/database.ts';
import { buildApp } from '../../src/http/app.ts';
import { servedRoutes } from '../../src/program/served.ts';
import { realClock } from '../../src/time/clock.ts';
import { anotherMerchant, testApp } from './app.ts';

interface From {
  at?: FastifyInstance;
  /** Each call comes from a machine of its own, unless this is set: one machine may not sign in that often. */
  ip?: string;
  cookie?: string;
}
export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

/** Two processes of one installation, with users whose passwords are guessed and a clock that can be advanced. */
export async function guessing(db: Db) {
  let aheadMs = 0;
  let machines = 0;
  let people = 0;
  const clock = {
    ...realClock,
    wall: () => Date.now() + aheadMs,
    monotonic: () => performance.now() + aheadMs,
  };
  const { app, services } = await testApp(db, { every: servedRoutes, services: { clock } });
  const other = await buildApp({
    services,
    findSignedIn: (token) => findSignedIn(db, token),
    served: servedRoutes(clock),
    browserServed: [],
  });

  function login(payload: object, { at = app, ip, cookie }: From = {}): Promise<Answer> {
    machines += 1;
    return at.inject({
      method: 'POST',
      url: `${apiBase}/auth/user-name-login`,
      remoteAddress: ip ?? `198.18.${Math.floor(machines / 250)}.${(machines % 250) + 1}`,
      headers: { ...(cookie && { cookie }) },
      payload,
    });
  }

  return {
    app,
    other,
    services,
    login,
    wait: (ms: number) => {
      aheadMs += ms;
    },
    somebody: async () => {
      people += 1;
      return await anotherMerchant(db, `guessed${people}`);
    },
    /** Sends wrong passwords, one after the other. */
    guess: async (username: string, count: number, from: From = {}) => {
      const answers: Answer[] = [];
      for (let at = 0; at < count; at += 1) {
        answers.push(await login({ username, password: `guess ${at}` }, from));
      }
      return answers;
    },
    /** Records as many wrong passwords of unknown clients as are free, without the work of checking them. */
    unknownClientsGuess: async (
      username: string,
      { count = 20, ip }: { count?: number; ip?: string } = {},
    ) => {
      const found = await db
        .selectFrom('user')
        .select(['id', 'owner_id'])
        .where('username', '=', username)
        .executeTakeFirst();
      const trier = { person: found ?? null, name: username, browser: null };
      for (let at = 0; at < count; at += 1) {
        await beginTry(services, 'password', { ...trier, ip: ip ?? `198.19.0.${at}` });
      }
    },
  };
}

export function codeOf(answer: Answer): string {
  return answer.json<{ code?: string }>().code ?? 'signed in';
}

export function howMany(answers: readonly Answer[], code: string): number {
  return answers.filter((each) => codeOf(each) === code).length;
}

/** Returns the cookie of a browser that has signed in. */
export function browserOf(answer: Answer): string {
  const given = answer.cookies.find(({ name }) => name === 'Known-Browser');
  return given ? `${given.name}=${given.value}` : '';
}
