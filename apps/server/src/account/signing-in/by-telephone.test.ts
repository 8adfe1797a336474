import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { guestBench, reported } from '../testing/guest-bench.ts';
import { newSecret, secondStepPlace } from '../two-step/two-step.ts';

const { db } = await testDatabase();
const { services, clock, post, lastTo, login, merchantWith } = await guestBench(db);

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
