import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { guestBench, reported } from '../testing/guest-bench.ts';

const { db } = await testDatabase();
const { app, post, lastTo, login, merchantWith } = await guestBench(db);

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
