import { stat } from 'node:fs/promises';
import { NewPassword } from '@bowerbird/contract/account/guest';
import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes } from '../../program/served.ts';
import { newPassword } from './new-password.ts';
import { hashPassword, isPassword } from './passwords.ts';

const { db } = await testDatabase();
const { app } = await testApp(db, { every: servedRoutes });
let machine = 0;

async function accepts(username: string, password: string): Promise<boolean> {
  machine += 1;
  const answer = await app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    remoteAddress: `203.0.113.${machine}`,
    payload: { username, password },
  });
  return answer.statusCode === 200;
}

describe('a password', () => {
  it.each([
    'only small letters and spaces',
    '  spaces at both ends  ',
    '茶壶和杯子都很好看',
    '🦩🦩🦩🦩🦩🦩',
    `${'long '.repeat(51)}!`,
    'nul-\u0001-sign',
  ])('may be of any signs, as long as it is long enough: %j [asvs 6.2.5] [asvs 6.2.9]', async (password) => {
    const account = await anotherMerchant(db, `person${machine}`);
    const headers = await signIn(app, account);
    const changed = await app.inject({
      method: 'PUT',
      url: `${apiBase}/account/password`,
      headers,
      payload: { present: account.password, password },
    });

    expect(changed.statusCode).toBe(200);
    expect(await accepts(account.username, password)).toBe(true);
  });

  it('is compared as it was typed: to its last sign, with its capitals and spaces [asvs 6.2.8]', async () => {
    const account = await anotherMerchant(db, 'exact');
    const headers = await signIn(app, account);
    const password = ` Lantern ${'x'.repeat(200)} `;
    await app.inject({
      method: 'PUT',
      url: `${apiBase}/account/password`,
      headers,
      payload: { present: account.password, password },
    });

    expect(await accepts('exact', password.trim())).toBe(false);
    expect(await accepts('exact', password.toLowerCase())).toBe(false);
    expect(await accepts('exact', `${password.slice(0, -2)}y `)).toBe(false);
    expect(await accepts('exact', password)).toBe(true);
  });

  it('of 256 signs is taken, a longer one refused by name and never cut', () => {
    expect(NewPassword.safeParse('x'.repeat(256)).success).toBe(true);
    expect(NewPassword.safeParse('x'.repeat(257)).success).toBe(false);
  });

  it('is kept as Argon2id with 19 MiB, two passes and a salt of its own [asvs 11.4.2]', async () => {
    const [one, other] = [await hashPassword('lantern'), await hashPassword('lantern')];

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await isPassword(one, 'lantern')).toBe(true);
    expect(await isPassword(one, 'Lantern')).toBe(false);
    expect(await isPassword('not a hash', 'lantern')).toBe(false);
  });

  it('is hashed one at a time, so that many who sign in leave the threads to those who read files', async () => {
    let hashed = 0;
    const hashes = Array.from({ length: 12 }, async () => {
      await hashPassword('lantern');
      hashed += 1;
    });
    await stat(import.meta.filename);

    expect(hashed).toBeLessThan(3);
    await Promise.all(hashes);
  });

  it('never ends by itself: one that is years old signs in [asvs 6.2.10]', async () => {
    const account = await anotherMerchant(db, 'old');
    await db
      .updateTable('user')
      .set({ created_at: new Date('2001-01-01') })
      .where('username', '=', 'old')
      .execute();

    expect(await accepts(account.username, account.password)).toBe(true);
  });
});

describe('what opens an account', () => {
  it('is random each time: a session of 256 bits, a first password of 59 [asvs 7.2.2] [asvs 7.2.3]', async () => {
    const account = await anotherMerchant(db, 'drawn');
    const [one, other] = [await signIn(app, account), await signIn(app, account)];

    expect(Buffer.from(one['access-token'], 'base64url')).toHaveLength(32);
    expect(other['access-token']).not.toBe(one['access-token']);
    expect(new Set(Array.from({ length: 200 }, newPassword)).size).toBe(200);
    expect(newPassword()).toMatch(/^[a-hj-km-np-z2-9]{12}$/);
  });

  it('ends the session that the same browser had before, and no other [asvs 7.2.4]', async () => {
    const account = await anotherMerchant(db, 'again');
    const [before, elsewhere] = [await signIn(app, account), await signIn(app, account)];
    const wrong = await signsInWith(before, { ...account, password: 'not this one' });
    expect(await isOpen(before)).toBe(true);
    const again = await signsInWith(before, account);

    expect([wrong.statusCode, again.statusCode]).toEqual([401, 200]);
    expect(await isOpen(before)).toBe(false);
    expect(await isOpen(elsewhere)).toBe(true);
    expect(await isOpen({ 'access-token': again.json<{ data: string }>().data })).toBe(true);
  });

  it('is chosen by no browser: a token that it brings is not taken over [asvs 7.6.2]', async () => {
    const account = await anotherMerchant(db, 'fixed');
    const planted = { 'access-token': 'A'.repeat(43) };
    const answer = await signsInWith(planted, account);

    expect(answer.json<{ data: string }>().data).not.toBe(planted['access-token']);
    expect(await isOpen(planted)).toBe(false);
  });
});

type Headers = Awaited<ReturnType<typeof signIn>>;

function signsInWith(brought: Headers, { username, password }: { username: string; password: string }) {
  machine += 1;
  return app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    cookies: { 'Access-Token': brought['access-token'] },
    remoteAddress: `203.0.113.${machine}`,
    payload: { username, password },
  });
}

async function isOpen(headers: Headers): Promise<boolean> {
  return (await app.inject({ url: `${apiBase}/user/get-user`, headers })).statusCode === 200;
}
