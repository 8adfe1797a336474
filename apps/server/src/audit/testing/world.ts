import { apiBase } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { Secret, TOTP } from 'otpauth';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { findSignedIn } from '../../account/sessions.ts';
import type { Db } from '../../db/database.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { openAudit } from '../record.ts';
import { shopsFetch } from './shops.ts';

export type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One prepared call; it is built again for each sending. */
export type Ready = () => ReturnType<World['send']>;
export type World = Awaited<ReturnType<typeof wholeWorld>>;
/** How each call is prepared, by `METHOD /path`. */
export type Changes = Record<string, (world: World) => Promise<Ready>>;

/** The whole API with its audit log, readable letters, and a clock that can be moved forward. */
export async function wholeWorld(db: Db) {
  const sent: { to: string; values: Record<string, string> }[] = [];
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const audit = openAudit({ db, log, findSignedIn: (token) => findSignedIn(db, token) });
  let aheadMs = 0;
  let people = 0;
  let machines = 0;
  const { app, accounts, services } = await testApp(db, {
    every: servedRoutes,
    browserServed: servedToBrowsers,
    audit,
    platforms,
    services: {
      fetch: shopsFetch,
      messages: { send: async (message) => void sent.push(message) },
      clock: {
        monotonic: () => performance.now() + aheadMs,
        wall: () => Date.now() + aheadMs,
        sleep: async () => undefined,
      },
    },
  });
  const last = (mail: string) => sent.findLast(({ to }) => to === mail)?.values;
  const world = {
    db,
    app,
    services,
    audit,
    administrator: await signIn(app, accounts.administrator),
    /** Each call comes from a different machine. */
    async send(headers: Headers, method: Method, path: string, payload?: object) {
      machines += 1;
      const remoteAddress = `198.51.${Math.floor(machines / 250)}.${machines % 250}`;
      const url = apiBase + path;
      return await app.inject({ method, url, headers, remoteAddress, ...(payload && { payload }) });
    },
    async signIn({ username, password }: { username: string; password: string }): Promise<Headers> {
      const answer = await world.send({}, 'POST', '/auth/user-name-login', { username, password });
      return { 'access-token': answer.json().data };
    },
    async somebody() {
      people += 1;
      const account = await anotherMerchant(db, `person${people}`);
      return { ...account, headers: await world.signIn(account), mail: `person${people}@example.test` };
    },
    count: () => people,
    wait(ms: number) {
      aheadMs += ms;
    },
    codeTo: (mail: string) => last(mail)?.code ?? '',
    linkTo: (mail: string) => last(mail)?.link ?? '',
    /** Returns the code that an authenticator app shows. */
    codeOf: (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs }),
  };
  return world;
}
