import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import type { Message } from '../messages/messages.ts';
import { findLegalVersions } from '../news/pages/acceptance.ts';
import { realClock } from '../time/clock.ts';
import { newSecret, secondStepPlace } from './two-step/two-step.ts';

const { db } = await testDatabase();
const sent: Message[] = [];
let ahead = 0;
const clock = { ...realClock, wall: () => Date.now() + ahead, sleep: () => Promise.resolve() };
const { app, services } = await testApp(db, {
  services: { clock, messages: { send: async (message) => void sent.push(message) } },
});
let machine = 0;
const minutes = (count: number) => {
  ahead += count * 60_000;
};

/** Posts from a new machine each time unless `from` names one. */
async function post(path: string, payload: object, from?: string) {
  machine += 1;
  return app.inject({
    method: 'POST',
    url: `/shop-reptile/api${path}`,
    payload,
    remoteAddress: from ?? `198.51.${Math.floor(machine / 250)}.${(machine % 250) + 1}`,
    headers: { host: 'bower.example', cookie: 'lang=en-US' },
  });
}
const reported = (answer: Awaited<ReturnType<typeof post>>) => ({
  status: answer.statusCode,
  body: answer.body.replace(/"requestId":"[^"]*"/, ''),
});
const lastTo = (to: string) => sent.findLast((message) => message.to === to);

async function codeTo(phone: string): Promise<string> {
  await post('/sms/sendCodeSms/sign-up', { phone });
  return lastTo(phone)?.values.code ?? '';
}

async function signUp(email: string, phone: string, password = 'a good one') {
  const accepted = await findLegalVersions(services);
  return post('/user/sign-up', { email, password, phone, code: await codeTo(phone), accepted });
}
const tokenTo = (email: string) =>
  new URL(lastTo(email)?.values.link ?? '/', 'http://none').searchParams.get('token') ?? '';
const login = (payload: object) => post('/auth/user-name-login', payload);

async function merchantWith(username: string, phone: string | null = null) {
  const merchant = await anotherMerchant(db, username);
  await db.updateTable('user').set({ phone }).where('username', '=', username).execute();
  return { ...merchant, email: `${username}@example.test` };
}

describe('signing up', () => {
  it('makes a merchant with an account once the link of the mail is opened, and not before [7.sign-up] [7.send-code-sms]', async () => {
    const answer = await signUp('Wang.Fang@example.test', '+8613800000001');
    expect(answer.json()).toEqual({ data: { email: 'Wang.Fang@example.test' } });
    const mail = lastTo('wang.fang@example.test');
    expect(mail).toMatchObject({ channel: 'mail', template: 'activation', language: 'en-US' });
    expect(mail?.values.link).toMatch(/^\/user\/activate\?token=/);
    const early = await login({ email: 'wang.fang@example.test', password: 'a good one' });
    expect(early.json()).toMatchObject({ code: 'auth.not-activated', result: { isLogin: true } });

    const opened = await post('/user/activate', { token: tokenTo('wang.fang@example.test') });

    expect(opened.json().data).toEqual({
      email: 'wang.fang@example.test',
      username: 'wang.fang',
      phoneKept: true,
    });
    const headers = await signIn(app, { username: 'wang.fang', password: 'a good one' });
    const user = await app.inject({ url: '/shop-reptile/api/user/get-user', headers });
    expect(user.json().data).toMatchObject({ role: { id: 'merchant' }, ownerId: expect.any(String) });
  });

  it('refuses a wrong code, and one that was sent for something else', async () => {
    await post('/sms/sendCodeSms/sign-up', { phone: '+8613800000002' });
    const wrong = await post('/user/sign-up', {
      email: 'other@example.test',
      password: 'a good one',
      phone: '+8613800000003',
      code: lastTo('+8613800000002')?.values.code,
      accepted: await findLegalVersions(services),
    });

    expect(wrong.json().code).toBe('code.wrong');
    expect(lastTo('other@example.test')).toBeUndefined();
  });

  it('needs both texts accepted, in their present version, and keeps which and when', async () => {
    const phone = '+8613800000091';
    const present = await findLegalVersions(services);
    const body = { email: 'consent@example.test', password: 'a good one', phone, code: await codeTo(phone) };

    const without = await post('/user/sign-up', body);
    expect(without.json()).toMatchObject({
      code: 'sign-up.not-accepted',
      message: expect.stringContaining('terms of service'),
    });
    const outdated = await post('/user/sign-up', { ...body, accepted: { ...present, terms: 'v0' } });
    expect(outdated.json().code).toBe('sign-up.texts-changed');
    expect(lastTo('consent@example.test')).toBeUndefined();
    // The code that was sent still works.
    const before = Date.now() + ahead;
    expect((await post('/user/sign-up', { ...body, accepted: present })).statusCode).toBe(200);
    minutes(60);
    await post('/user/activate', { token: tokenTo('consent@example.test') });

    const kept = await db
      .selectFrom('legal_acceptance')
      .innerJoin('user', 'user.id', 'user_id')
      .select(['page', 'version', 'accepted_at'])
      .where('email', '=', 'consent@example.test')
      .orderBy('page')
      .execute();
    expect(kept).toMatchObject([
      { page: 'privacy', version: present.privacy },
      { page: 'terms', version: present.terms },
    ]);
    for (const { accepted_at } of kept) {
      expect(accepted_at.getTime()).toBeGreaterThanOrEqual(before);
      expect(accepted_at.getTime()).toBeLessThan(Date.now() + ahead - 59 * 60_000);
    }
  });

  it("accepts the operator's own pages by their address, where the links lead there", async () => {
    await db
      .insertInto('provider_settings')
      .values({ name: '', links: JSON.stringify({ terms: 'https://aster.example/terms' }) })
      .execute();

    const versions = await findLegalVersions(services);

    await db.deleteFrom('provider_settings').execute();
    expect(versions).toEqual({
      privacy: (await findLegalVersions(services)).privacy,
      terms: 'https://aster.example/terms',
    });
  });

  it.each([
    { email: 'no-address', password: 'a good one', phone: '+8613800000004', code: '123456' },
    { email: 'a@example.test', password: 'short', phone: '+8613800000004', code: '123456' },
    { email: 'a@example.test', password: 'a good one', phone: '+8612800000004', code: '123456' },
    { email: 'a@example.test', password: 'a good one', phone: '13800000004', code: '123456' },
  ])('refuses what is no address, password or telephone: %o', async (body) => {
    expect((await post('/user/sign-up', body)).json().code).toBe('request.invalid');
  });

  it('answers the same for a taken address, in every call an unknown visitor can make, and notifies its owner', async () => {
    await merchantWith('known');

    const free = await signUp('unknown@example.test', '+8613800000005');
    const taken = await signUp('known@example.test', '+8613800000006');

    expect(reported(taken).body.replace('known@', 'unknown@')).toBe(reported(free).body);
    expect(lastTo('known@example.test')).toMatchObject({ template: 'sign-up-known' });
    const [first, second] = [
      await login({ email: 'unknown@example.test', password: 'a good one' }),
      await login({ email: 'known@example.test', password: 'a good one' }),
    ];
    expect(reported(first)).toEqual(reported(second));
    expect(first.json().code).toBe('auth.not-activated');
    const again = [
      await post('/user/activate/send-again', { email: 'unknown@example.test' }),
      await post('/user/activate/send-again', { email: 'known@example.test' }),
      await post('/user/activate/send-again', { email: 'never-seen@example.test' }),
    ].map(reported);
    expect(new Set(again.map((each) => JSON.stringify(each))).size).toBe(1);
    const codes = [
      await post('/account/sms', { phone: '+8613800000005' }),
      await post('/account/sms', { phone: '+8613800000006' }),
    ].map(reported);
    // Both numbers were sent their sign-up code within this minute.
    expect(codes.map(({ status }) => status)).toEqual([429, 429]);
  });

  it('leaves a number with the account that has it, and says so to whoever opened the link', async () => {
    await merchantWith('first', '+8613800000007');
    await signUp('second@example.test', '+8613800000007');

    const opened = await post('/user/activate', { token: tokenTo('second@example.test') });

    expect(opened.json().data).toMatchObject({ username: 'second', phoneKept: false });
  });

  it('gives a user name that is taken a number', async () => {
    await merchantWith('li.na');
    await signUp('li.na@elsewhere.test', '+8613800000008');

    const opened = await post('/user/activate', { token: tokenTo('li.na@elsewhere.test') });

    expect(opened.json().data.username).toBe('li.na2');
  });

  it('is bounded within an hour for one address and for one machine', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await signUp('flooded@example.test', `+551198765430${count}`)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    minutes(61);
    expect((await signUp('flooded@example.test', '+5511987654399')).statusCode).toBe(200);
  });
});

describe('the link of an activation mail', () => {
  it('works once, for 24 hours, and only as it was written [9.activation-24h]', async () => {
    await signUp('once@example.test', '+8613800000011');
    const token = tokenTo('once@example.test');
    const forged = `${token.slice(0, -2)}AA`;

    expect((await post('/user/activate', { token: forged })).json().code).toBe('activation.expired');
    expect((await post('/user/activate', { token: 'nonsense' })).json().code).toBe('activation.expired');
    const both = await Promise.all([post('/user/activate', { token }), post('/user/activate', { token })]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);

    await signUp('late@example.test', '+8613800000012');
    minutes(24 * 60);
    const late = await post('/user/activate', { token: tokenTo('late@example.test') });
    expect(late.json().code).toBe('activation.expired');
  });

  it('can be sent again, not more than once a minute, and holds 24 hours from then', async () => {
    await signUp('again@example.test', '+8613800000013');
    const before = sent.length;
    await post('/user/activate/send-again', { email: 'again@example.test' });
    expect(sent).toHaveLength(before);

    minutes(25 * 60);
    await post('/user/activate/send-again', { email: 'AGAIN@example.test' });

    expect(sent).toHaveLength(before + 1);
    const opened = await post('/user/activate', { token: tokenTo('again@example.test') });
    expect(opened.statusCode).toBe(200);
  });

  it('opens nothing when the address has got an account meanwhile', async () => {
    await signUp('race@example.test', '+8613800000014');
    await merchantWith('race');

    const late = await post('/user/activate', { token: tokenTo('race@example.test') });

    expect(late.json().code).toBe('activation.expired');
  });

  it('of somebody else who used my address is void once I have opened mine', async () => {
    await signUp('mine@example.test', '+8613800000015', 'of the other');
    const others = tokenTo('mine@example.test');
    await signUp('mine@example.test', '+8613800000016', 'of mine');

    await post('/user/activate', { token: tokenTo('mine@example.test') });

    expect((await post('/user/activate', { token: others })).json().code).toBe('activation.expired');
    expect((await login({ email: 'mine@example.test', password: 'of mine' })).statusCode).toBe(200);
    expect((await login({ email: 'mine@example.test', password: 'of the other' })).statusCode).toBe(401);
  });
});

describe('signing in by telephone', () => {
  it('takes the code that was sent there, once [7.account-sms]', async () => {
    await merchantWith('mobile', '+8613800000021');
    await post('/account/sms', { phone: '+8613800000021' });
    const captcha = lastTo('+8613800000021')?.values.code;

    const signedIn = await login({ mobile: '+8613800000021', captcha, rememberMe: true });
    const again = await login({ mobile: '+8613800000021', captcha });

    expect(signedIn.cookies[0]).toMatchObject({ name: 'Access-Token', maxAge: 604800 });
    expect(again.json().code).toBe('code.expired');
  });

  it('asks for the second step where it is on, and the code is still good then', async () => {
    await merchantWith('two-steps', '+8613800000024');
    const secret = newSecret();
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'two-steps')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('user')
      .set({ two_step: services.seal.close(secret, secondStepPlace(id)) })
      .where('id', '=', id)
      .execute();
    await post('/account/sms', { phone: '+8613800000024' });
    const captcha = lastTo('+8613800000024')?.values.code;
    const mobile = '+8613800000024';

    const first = await login({ mobile, captcha });
    const wrong = await login({ mobile, captcha, code: 'aaaa-bbbb' });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.wall() });
    const right = await login({ mobile, captcha, code });

    expect(first.json()).toMatchObject({ code: 'auth.second-step-needed', result: { isLogin: true } });
    expect(wrong.json().code).toBe('auth.second-step-wrong');
    expect(right.statusCode).toBe(200);
  });

  it('answers the same for a number that nobody has, and sends nothing there', async () => {
    await merchantWith('has-number', '+8613800000022');

    const known = await post('/account/sms', { phone: '+8613800000022' });
    const unknown = await post('/account/sms', { phone: '+8613800000023' });
    const wrong = await Promise.all(
      ['+8613800000022', '+8613800000023'].map((mobile) => login({ mobile, captcha: '000000' })),
    );

    expect(reported(unknown)).toEqual(reported(known));
    expect(lastTo('+8613800000023')).toBeUndefined();
    const [first, second] = wrong.map(reported);
    expect(first).toEqual(second);
    expect(wrong[0]?.json()).toMatchObject({
      code: 'code.wrong',
      message: 'Invalid verification code',
    });
  });
});

describe('a forgotten password', () => {
  it('is replaced with the code sent to the mail address, which ends every session and says so by mail [7.send-mail-code] [7.forgot-password]', async () => {
    const { username, password, email } = await merchantWith('forgetful');
    const headers = await signIn(app, { username, password });
    await post('/v2/e-mail/send-code', { email: 'FORGETFUL@example.test', purpose: 'recover' });
    const code = lastTo('FORGETFUL@example.test')?.values.code;

    const changed = await post('/user/forgot-password', { address: email, code, password: 'a new one' });

    expect(changed.json()).toEqual({ data: { changed: true, ended: { sessions: 1, tokens: [] } } });
    const before = await app.inject({ url: '/shop-reptile/api/user/get-user', headers });
    expect(before.statusCode).toBe(401);
    expect((await login({ email, password: 'a new one' })).statusCode).toBe(200);
    expect((await login({ email, password })).statusCode).toBe(401);
    expect(lastTo(email)).toMatchObject({ template: 'password-changed' });
  });

  it('is replaced with the code sent to the telephone', async () => {
    await merchantWith('by-phone', '+8613800000031');
    await post('/sms/sendCodeSms/recover', { phone: '+8613800000031' });
    const code = lastTo('+8613800000031')?.values.code;

    await post('/user/forgot-password', { address: '+8613800000031', code, password: 'a new one' });

    expect((await login({ username: 'by-phone', password: 'a new one' })).statusCode).toBe(200);
  });

  it('is not replaced by who guesses, and nobody learns whether there is an account', async () => {
    const { password } = await merchantWith('guarded');
    const requested = [
      await post('/v2/e-mail/send-code', { email: 'guarded@example.test', purpose: 'recover' }),
      await post('/v2/e-mail/send-code', { email: 'not-there@example.test', purpose: 'recover' }),
    ].map(reported);
    expect(requested[0]).toEqual(requested[1]);
    expect(lastTo('not-there@example.test')).toBeUndefined();

    const tries = (address: string) =>
      Promise.all(
        Array.from({ length: 7 }, () =>
          post('/user/forgot-password', { address, code: '000000', password: 'taken over' }),
        ),
      );
    const known = (await tries('guarded@example.test')).map((answer) => reported(answer).body).sort();
    const unknown = (await tries('not-there@example.test')).map((answer) => reported(answer).body).sort();
    expect(known).toEqual(unknown);
    expect((await login({ username: 'guarded', password })).statusCode).toBe(200);
  });
});

it('slows down a machine that calls as a guest again and again, whatever it asks [asvs 2.4.1]', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await post('/user/activate', { token: 'x.y' }, '203.0.113.7')).statusCode);
  }

  expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true);
  expect(statuses[20]).toBe(429);
});
