import { apiBase } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../program/served.ts';

const { db } = await testDatabase();
const sent: { to: string; template: string; values: Record<string, string> }[] = [];
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

function send(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  return app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
}

let count = 0;
/** A new person, signed in. */
async function somebody() {
  count += 1;
  const account = await anotherMerchant(db, `person${count}`);
  return { ...account, headers: await signedIn(account), mail: `person${count}@example.test` };
}

let machines = 0;
/** Signs in from a new machine each time, because one machine may not sign in that often. */
function login(username: string, password: string, code?: string, headers: Headers = {}) {
  machines += 1;
  return app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    headers,
    remoteAddress: `203.0.113.${machines}`,
    payload: { username, password, ...(code && { code }) },
  });
}

async function signedIn({ username, password }: { username: string; password: string }, userAgent = 'test') {
  const answer = await login(username, password, undefined, { 'user-agent': userAgent });
  return { 'access-token': answer.json<{ data: string }>().data };
}

/** Returns the code that an authenticator app shows after waiting this long. */
function codeOf(secret: string, laterMs = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + aheadMs + laterMs,
  });
}

async function withTwoStep() {
  const person = await somebody();
  const { secret } = (
    await send(person.headers, 'POST', '/account/two-step/setup', { password: person.password })
  ).json<{ data: { secret: string } }>().data;
  const on = await send(person.headers, 'POST', '/account/two-step', { code: codeOf(secret) });
  return {
    ...person,
    secret,
    recoveryCodes: on.json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes,
  };
}

describe('changing the password', () => {
  it('needs the present one, ends every other session and notifies the person by mail [asvs 6.2.2] [asvs 6.2.3] [asvs 7.4.3]', async () => {
    const person = await somebody();
    const elsewhere = await signedIn(person);

    const guessed = await send(person.headers, 'PUT', '/account/password', {
      present: 'a guess',
      password: 'Abcdef123!',
    });
    const changed = await send(person.headers, 'PUT', '/account/password', {
      present: person.password,
      password: 'Abcdef123!',
    });

    expect(guessed.json().code).toBe('account.password-wrong');
    expect(changed.json().data).toEqual({ changed: true, ended: { sessions: 1, tokens: [] } });
    expect((await send(person.headers, 'GET', '/account/security')).json().data.passwordStrength).toBe(
      'strong',
    );
    expect((await send(elsewhere, 'GET', '/user/get-user')).statusCode).toBe(401);
    expect((await login(person.username, person.password)).statusCode).toBe(401);
    expect((await login(person.username, 'Abcdef123!')).statusCode).toBe(200);
    expect(sent).toContainEqual(expect.objectContaining({ to: person.mail, template: 'password-changed' }));
  });

  it('takes no password of less than six characters, and no more than five guesses [9.password-length]', async () => {
    const person = await somebody();
    const change = (present: string, password: string) =>
      send(person.headers, 'PUT', '/account/password', { present, password });

    const short = await change(person.password, '12345');
    for (let tries = 0; tries < 5; tries += 1) {
      await change(`guess ${tries}`, 'long enough');
    }
    const late = await change(person.password, 'long enough');

    expect(short.statusCode).toBe(400);
    expect(late.json().code).toBe('rate.too-many-tries');
  });
});

describe('a new mail address', () => {
  it('counts once the code that was sent there comes back, and the old one is notified', async () => {
    const person = await somebody();
    const address = `new-${person.mail}`;
    const change = (code: string) =>
      send(person.headers, 'PUT', '/account/address', {
        channel: 'mail',
        address,
        code,
        password: person.password,
      });

    await send(person.headers, 'POST', '/account/address/code', { channel: 'mail', address });
    const { code = '' } = sent.find(({ to }) => to === address)?.values ?? {};
    const wrong = await change(code === '000000' ? '111111' : '000000');
    const right = await change(code);
    const again = await change(code);

    expect(wrong.json().code).toBe('code.wrong');
    expect(right.json().data.email).toBe(`new***@example.test`);
    expect(again.json().code).toBe('code.expired');
    expect(sent).toContainEqual(expect.objectContaining({ to: person.mail, template: 'address-changed' }));
  });

  it('is refused when it is another account’s', async () => {
    const [person, other] = [await somebody(), await somebody()];
    await send(person.headers, 'POST', '/account/address/code', { channel: 'mail', address: other.mail });
    const { code = '' } =
      sent.find(({ to, template }) => to === other.mail && template === 'code')?.values ?? {};

    const taken = await send(person.headers, 'PUT', '/account/address', {
      channel: 'mail',
      address: other.mail,
      code,
      password: person.password,
    });

    expect(taken.json().code).toBe('account.address-taken');
  });
});

describe('the second step', () => {
  it('is asked for at the next sign-in, and takes each code once [asvs 6.5.1]', async () => {
    const { username, password, secret } = await withTwoStep();
    aheadMs += 60_000;
    const code = codeOf(secret);

    const without = await login(username, password);
    const wrong = await login(username, password, code === '000000' ? '111111' : '000000');
    const first = await login(username, password, code);
    const again = await login(username, password, code);

    expect(without.json()).toMatchObject({
      code: 'auth.second-step-needed',
      result: { isLogin: true },
    });
    expect(wrong.json().code).toBe('auth.second-step-wrong');
    expect(first.statusCode).toBe(200);
    expect(again.json().code).toBe('auth.second-step-wrong');
  });

  it('takes a code of half a minute before or after, and none beyond', async () => {
    const { username, password, secret } = await withTwoStep();
    aheadMs += 600_000;

    const far = await login(username, password, codeOf(secret, -90_000));
    const before = await login(username, password, codeOf(secret, -30_000));
    const after = await login(username, password, codeOf(secret, 30_000));

    expect([far, before, after].map(({ statusCode }) => statusCode)).toEqual([401, 200, 200]);
  });

  it('gives recovery codes of at least 112 bits, and keeps none of them as it is [asvs 6.5.2]', async () => {
    const { recoveryCodes } = await withTwoStep();
    const { rows } = await sql<{ row: string }>`select recovery_code::text as row from recovery_code`.execute(
      db,
    );
    const kept = rows.map(({ row }) => row).join(' ');

    const letters = new Set(recoveryCodes.join('').replaceAll('-', ''));
    expect(letters.size).toBeLessThanOrEqual(31);
    for (const code of recoveryCodes) {
      expect(code.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThanOrEqual(112);
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'));
    }
  });

  it('lets each recovery code in once, and none of them after new ones were made [asvs 6.4.4] [asvs 6.5.1]', async () => {
    const { username, password, secret, recoveryCodes, headers } = await withTwoStep();
    const [one = '', two = ''] = recoveryCodes;

    const first = await login(username, password, one.toUpperCase().replaceAll('-', ' '));
    const again = await login(username, password, one);
    const left = await send(headers, 'GET', '/account/security');
    aheadMs += 60_000;
    const fresh = await send(headers, 'POST', '/account/two-step/recovery-codes', { code: codeOf(secret) });
    const old = await login(username, password, two);

    expect(new Set(recoveryCodes).size).toBe(10);
    expect([first.statusCode, again.statusCode, old.statusCode]).toEqual([200, 401, 401]);
    expect(left.json().data.twoStep.recoveryCodesLeft).toBe(9);
    expect(fresh.json().data.recoveryCodes).toHaveLength(10);
  });

  it('is turned on only with a code of the new secret, and off only with password and code [asvs 2.3.1]', async () => {
    const person = await somebody();
    const early = await send(person.headers, 'POST', '/account/two-step', { code: '123456' });
    const set = await send(person.headers, 'POST', '/account/two-step/setup', { password: person.password });
    const { secret, url } = set.json<{ data: { secret: string; url: string } }>().data;
    const unconfirmed = await login(person.username, person.password);
    await send(person.headers, 'POST', '/account/two-step', { code: codeOf(secret) });
    aheadMs += 60_000;

    const off = (password: string, code: string) =>
      send(person.headers, 'POST', '/account/two-step/off', { password, code });
    const noPassword = await off('a guess', codeOf(secret));
    const noCode = await off(person.password, '12345');
    const done = await off(person.password, codeOf(secret));

    expect(early.json().code).toBe('account.two-step-wrong-state');
    expect(url).toContain(`secret=${secret}`);
    expect(unconfirmed.statusCode).toBe(200);
    expect(noPassword.json().code).toBe('account.password-wrong');
    expect(noCode.json().code).toBe('auth.second-step-wrong');
    expect(done.json().data.twoStep).toEqual({ on: false, since: null, recoveryCodesLeft: 0 });
    expect((await login(person.username, person.password)).statusCode).toBe(200);
  });

  it('keeps neither the secret nor a recovery code where the database shows it', async () => {
    const { secret, recoveryCodes } = await withTwoStep();

    const kept = JSON.stringify([
      await db.selectFrom('user').select('two_step').execute(),
      await db.selectFrom('recovery_code').selectAll().execute(),
    ]);

    const bytes = kept.match(/"data":\[[\d,]*\]/g) ?? [];
    const texts = bytes.map((each) => Buffer.from(JSON.parse(each.slice(7)) as number[]).toString('latin1'));
    expect(texts.some((text) => text.includes(secret) || text.includes(recoveryCodes[0] ?? ''))).toBe(false);
    expect(bytes.length).toBeGreaterThan(0);
  });
});

describe('the list of sessions', () => {
  it('lists each by its browser and system, and ends at once the one that is revoked', async () => {
    const person = await somebody();
    const onPhone = await signedIn(
      person,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    );

    const list = (await send(person.headers, 'GET', '/account/sessions')).json().data;
    const other = list.find((each: { current: boolean }) => !each.current);
    const ended = await send(person.headers, 'DELETE', `/account/sessions/${other.id}`);

    expect(list).toHaveLength(2);
    expect(list[0].current).toBe(true);
    expect(other).toMatchObject({
      browser: 'Safari',
      system: 'iOS',
      device: 'phone',
      ip: `203.0.113.${machines}`,
    });
    expect(ended.statusCode).toBe(200);
    expect((await send(onPhone, 'GET', '/user/get-user')).statusCode).toBe(401);
    expect((await send(person.headers, 'GET', '/user/get-user')).statusCode).toBe(200);
  });

  it('writes down when a session was last seen, at most once a minute', async () => {
    const { headers } = await somebody();
    const seen = async () =>
      (await send(headers, 'GET', '/account/sessions')).json<{ data: { lastSeenAt: string }[] }>().data[0]
        ?.lastSeenAt;

    const first = await seen();
    const soon = await seen();
    await db
      .updateTable('session')
      .set({ last_seen_at: new Date(Date.now() - 61_000) })
      .execute();
    const later = Date.parse((await seen()) ?? '');

    expect(soon).toBe(first);
    expect(later).toBeGreaterThan(Date.now() - 30_000);
  });

  it('does not know the session of somebody else', async () => {
    const [ann, ben] = [await somebody(), await somebody()];
    const [session] = (await send(ann.headers, 'GET', '/account/sessions')).json().data;

    const ended = await send(ben.headers, 'DELETE', `/account/sessions/${session.id}`);

    expect(ended.json().code).toBe('not-found');
    expect((await send(ann.headers, 'GET', '/user/get-user')).statusCode).toBe(200);
  });
});
