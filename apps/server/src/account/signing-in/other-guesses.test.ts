import { apiBase } from '@bowerbird/contract/route';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/api/app.ts';
import { type Answer, browserOf, codeOf, guessing } from '../../../testing/api/guessing.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { newSecret, secondStepPlace } from '../two-step/two-step.ts';

const { db } = await testDatabase();
const { app, services, login, somebody } = await guessing(db);

describe('other secrets that can be guessed', () => {
  const send = (headers: Record<string, string>, method: 'POST' | 'PUT', path: string, payload: object) =>
    app.inject({ method, url: apiBase + path, headers, payload });
  const codesOf = async (count: number, call: (at: number) => Promise<Answer>) =>
    (await Promise.all(Array.from({ length: count }, (_, at) => call(at)))).map(codeOf).sort();
  const fiveOf = (wrong: string) => [...new Array(5).fill(wrong), 'rate.too-many-tries'].sort();

  it('are bounded alike: the present password, whatever it is for [asvs 6.3.4] [asvs 7.5.1]', async () => {
    const headers = await signIn(app, await somebody());

    const answers = await codesOf(6, (at) =>
      at % 2
        ? send(headers, 'PUT', '/account/password', { present: `guess ${at}`, password: 'far less common 7' })
        : send(headers, 'POST', '/account/two-step/setup', { password: `guess ${at}` }),
    );

    expect(answers).toEqual(fiveOf('account.password-wrong'));
  });

  it('are bounded alike: the first code of an authenticator app', async () => {
    const person = await somebody();
    const headers = await signIn(app, person);
    await send(headers, 'POST', '/account/two-step/setup', { password: person.password });

    const answers = await codesOf(6, () => send(headers, 'POST', '/account/two-step', { code: '000000' }));

    expect(answers).toEqual(fiveOf('auth.second-step-wrong'));
  });

  it('are limited in the same way: the second step, for all unknown browsers together; the own browser still gets in [asvs 6.3.4]', async () => {
    const person = await somebody();
    const cookie = browserOf(await login(person));
    const secret = newSecret();
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', person.username)
      .executeTakeFirstOrThrow();
    const two_step = services.seal.close(secret, secondStepPlace(id));
    await db.updateTable('user').set({ two_step }).where('id', '=', id).execute();

    const answers = await codesOf(6, () => login({ ...person, code: 'nocode' }));
    const timestamp = services.clock.wall();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const unknownClient = await login({ ...person, code });
    const own = await login({ ...person, code }, { cookie });

    expect(answers).toEqual(fiveOf('auth.second-step-wrong'));
    expect(codeOf(unknownClient)).toBe('rate.too-many-tries');
    expect(codeOf(own)).toBe('signed in');
  });

  it('are limited in the same way: a code sent to the telephone, for all unknown browsers together [asvs 6.3.4] [asvs 6.6.3]', async () => {
    const person = await somebody();
    const phone = '+8613800000007';
    await db.updateTable('user').set({ phone }).where('username', '=', person.username).execute();
    const cookie = browserOf(await login(person));

    const answers = await codesOf(24, () => login({ mobile: phone, captcha: '000000' }));
    const own = await login({ mobile: phone, captcha: '000000' }, { cookie });

    expect(answers.filter((each) => each === 'code.wrong')).toHaveLength(20);
    expect(answers.filter((each) => each === 'rate.too-many-tries')).toHaveLength(4);
    expect(codeOf(own)).toBe('code.wrong');
  });

  it('are bounded alike: codes for pairing, by machine', async () => {
    const answers = await codesOf(6, () => send({}, 'POST', '/plugin/pair', { code: 'ABCDEFGH', name: 'x' }));

    expect(answers).toEqual(fiveOf('token.pairing-code-wrong'));
  });
});
