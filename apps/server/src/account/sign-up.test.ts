import { describe, expect, it } from 'vitest';
import { signIn } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { findLegalVersions } from '../news/pages/acceptance.ts';
import { guestBench, reported } from './testing/guest-bench.ts';

const { db } = await testDatabase();
const { app, services, clock, sent, post, lastTo, codeTo, minutes, login, signUp, tokenTo, merchantWith } =
  await guestBench(db);

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
    const before = clock.wall();
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
      expect(accepted_at.getTime()).toBeLessThan(clock.wall() - 59 * 60_000);
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

it('slows down a machine that calls as a guest again and again, whatever it asks [asvs 2.4.1]', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await post('/user/activate', { token: 'x.y' }, '203.0.113.7')).statusCode);
  }

  expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true);
  expect(statuses[20]).toBe(429);
});
