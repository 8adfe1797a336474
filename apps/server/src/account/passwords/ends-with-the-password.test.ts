import { apiBase } from '@bowerbird/contract/route';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';

const { db } = await testDatabase();
const sent: { to: string; values: Record<string, string> }[] = [];
let aheadMs = 0;
const { app } = await testApp(db, {
  every: servedRoutes,
  browserServed: servedToBrowsers,
  services: {
    messages: { send: async (message) => void sent.push(message) },
    clock: {
      monotonic: () => performance.now() + aheadMs,
      wall: () => Date.now() + aheadMs,
      sleep: async () => void 0,
    },
  },
});

type Headers = Record<string, string>;

function send(headers: Headers, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  return app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
}

let count = 0;
/** A person with a session, an API token, a paired browser, and a code to pair another one. */
async function somebody() {
  count += 1;
  const account = await anotherMerchant(db, `holder${count}`);
  const headers = await signIn(app, account);
  const pair = async () => (await send(headers, 'POST', '/account/pairing')).json().data.code as string;
  const token = await send(headers, 'POST', '/account/tokens', {
    name: 'Stock robot',
    permissions: [{ permission: 'products', actions: ['query'] }],
    days: null,
  });
  const browser = await send({}, 'POST', '/plugin/pair', { code: await pair(), name: 'Firefox' });
  const list = (await send(headers, 'GET', '/account/tokens')).json().data as { id: string; name: string }[];
  const pairingCode = await pair();
  return {
    ...account,
    headers,
    mail: `holder${count}@example.test`,
    tokenId: list.find(({ name }) => name === 'Stock robot')?.id ?? '',
    /** Reports which of them still give access. */
    async open() {
      const api = { 'access-token': token.json().data.token as string };
      const plugin = { 'access-token': browser.json().data.token as string };
      const [session, byToken, byBrowser, pairing] = [
        await send(headers, 'GET', '/user/get-user'),
        await send(api, 'POST', '/products/query', { filter: {} }),
        await send(plugin, 'POST', '/plugin/known', { platform: 'shopify', products: [] }),
        await send({}, 'POST', '/plugin/pair', { code: pairingCode, name: 'Edge' }),
      ];
      return {
        session: session.statusCode !== 401,
        token: byToken.statusCode !== 401,
        browser: byBrowser.statusCode !== 401,
        pairing: pairing.statusCode < 400,
      };
    },
  };
}

async function recoverWith(mail: string, secondStep?: string) {
  await send({}, 'POST', '/v2/e-mail/send-code', { purpose: 'recover', email: mail });
  const { code = '' } = sent.findLast(({ to }) => to === mail)?.values ?? {};
  const reset = (step = secondStep) =>
    send({}, 'POST', '/user/forgot-password', {
      address: mail,
      code,
      password: 'Plover-47-lantern',
      ...(step !== undefined && { secondStep: step }),
    });
  return reset;
}

/** The code that an authenticator app shows. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs });

async function turnOnTwoStep({ headers, password }: { headers: Headers; password: string }) {
  const { secret } = (await send(headers, 'POST', '/account/two-step/setup', { password })).json().data;
  return { secret, on: await send(headers, 'POST', '/account/two-step', { code: codeOf(secret) }) };
}

describe('a changed password', () => {
  it('ends tokens, paired browsers and pairing codes with the other sessions, and reports which', async () => {
    const person = await somebody();
    const elsewhere = await signIn(app, person);

    const changed = await send(person.headers, 'PUT', '/account/password', {
      present: person.password,
      password: 'Plover-47-lantern',
    });

    const { ended } = changed.json().data;
    expect(ended.sessions).toBe(1);
    expect(ended.tokens).toHaveLength(2);
    expect(ended.tokens).toEqual(
      expect.arrayContaining([
        { kind: 'api', name: 'Stock robot' },
        { kind: 'plugin', name: 'Firefox' },
      ]),
    );
    expect(await person.open()).toEqual({ session: true, token: false, browser: false, pairing: false });
    expect((await send(elsewhere, 'GET', '/user/get-user')).statusCode).toBe(401);
  });

  it('leaves the tokens that one chose to keep, and nobody else’s', async () => {
    const person = await somebody();
    const other = await somebody();

    const changed = await send(person.headers, 'PUT', '/account/password', {
      present: person.password,
      password: 'Plover-47-lantern',
      keep: [person.tokenId, other.tokenId],
    });

    expect(changed.json().data.ended.tokens).toEqual([{ kind: 'plugin', name: 'Firefox' }]);
    expect(await person.open()).toEqual({ session: true, token: true, browser: false, pairing: false });
    expect(await other.open()).toEqual({ session: true, token: true, browser: true, pairing: true });
  });
});

describe('a recovered password', () => {
  it('ends all that the old one had opened, and reports which', async () => {
    const person = await somebody();

    const reset = await (await recoverWith(person.mail))();

    expect(reset.json().data.ended).toMatchObject({ sessions: 1 });
    expect(reset.json().data.ended.tokens).toHaveLength(2);
    expect(await person.open()).toEqual({ session: false, token: false, browser: false, pairing: false });
  });

  it('asks for the second step where it is on, and keeps the sent code for the next try [asvs 6.4.3]', async () => {
    const person = await somebody();
    const { secret } = await turnOnTwoStep(person);
    aheadMs += 60_000;
    const reset = await recoverWith(person.mail);

    const without = await reset();
    const wrong = await reset('000000');
    const untouched = await send(person.headers, 'GET', '/user/get-user');
    const right = await reset(codeOf(secret));
    const again = await reset(codeOf(secret));

    expect(without.json().code).toBe('auth.second-step-needed');
    expect(wrong.json().code).toBe('auth.second-step-wrong');
    expect(untouched.statusCode).toBe(200);
    expect(right.statusCode).toBe(200);
    expect(again.json().code).toMatch(/^code\./);
  });
});

it('switching the second step on ends the sessions that began without it [asvs 7.4.3]', async () => {
  const person = await somebody();
  const elsewhere = await signIn(app, person);

  const { on } = await turnOnTwoStep(person);

  expect(on.json().data.sessionsEnded).toBe(1);
  expect((await send(elsewhere, 'GET', '/user/get-user')).statusCode).toBe(401);
  expect((await send(person.headers, 'GET', '/user/get-user')).statusCode).toBe(200);
});

it.each([
  [false, 12],
  [true, 72],
])(
  'a session that the browser keeps (%s) ends after %i hours without use [asvs 7.3.1]',
  async (rememberMe, hours) => {
    const account = await anotherMerchant(db, `idle-${hours}`);
    const signedIn = await send({}, 'POST', '/auth/user-name-login', {
      username: account.username,
      password: account.password,
      rememberMe,
    });
    const headers = { 'access-token': signedIn.json().data as string };
    const idleFor = async (ms: number) => {
      const last_seen_at = new Date(Date.now() - ms);
      await db.updateTable('session').set({ last_seen_at }).execute();
      return (await send(headers, 'GET', '/user/get-user')).statusCode;
    };

    expect(await idleFor(hours * 3_600_000 - 60_000)).toBe(200);
    expect(await idleFor(hours * 3_600_000 + 60_000)).toBe(401);
  },
);
