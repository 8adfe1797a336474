import { apiBase } from '@bowerbird/contract/route';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import type { Message } from '../../messages/messages.ts';
import { findLegalVersions } from '../../news/pages/acceptance.ts';
import { servedRoutes } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';
import { ownWords, refuseCommonPassword } from './common-passwords.ts';

const { db } = await testDatabase();
const sent: Message[] = [];
const { app, services } = await testApp(db, {
  every: servedRoutes,
  services: {
    clock: { ...realClock, sleep: () => Promise.resolve() },
    messages: { send: async (message) => void sent.push(message) },
  },
});
const common = 'PassWord1';

let machines = 0;
async function send(method: 'POST' | 'PUT', path: string, payload: object, headers = {}) {
  machines += 1;
  const remoteAddress = `198.51.100.${machines}`;
  return app.inject({ method, url: apiBase + path, payload, headers, remoteAddress });
}
const codeTo = (to: string) => sent.findLast((message) => message.to === to)?.values.code ?? '';

it('refuses ten thousand of six characters and more, whatever their capitals', async () => {
  const all = dictionary['passwords-common'];
  const ends = await Promise.allSettled(all.map((each) => refuseCommonPassword(each.toUpperCase())));
  const refused = all.filter((_, index) => ends[index]?.status === 'rejected');

  const ofOurs: readonly string[] = ownWords;
  const beyond = all.filter((each) => ofOurs.includes(each)).length;
  expect(refused.length).toBeGreaterThanOrEqual(10_000);
  expect(refused.length).toBeLessThanOrEqual(10_000 + beyond);
  expect(refused.slice(0, 2)).toEqual(['123456', 'password']);
  expect(refused.every(({ length }) => length >= 6)).toBe(true);
  await expect(refuseCommonPassword('correct horse battery')).resolves.toBeUndefined();
});

it.each([
  'bowerbird',
  'BowerBird2026',
  '123bowerbird!!',
  '--Shop-Reptile--',
  '园丁鸟2026',
  'aliexpress1',
  '___Merchant',
])(
  'refuses a name of this product or of its trade with signs around it: %s [asvs 6.2.11]',
  async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toMatchObject({ code: 'account.password-common' });
  },
);

it('takes such a name among other words', async () => {
  for (const password of ['my bowerbird sings', 'bowerbirds', 'merchant of venice']) {
    await expect(refuseCommonPassword(password)).resolves.toBeUndefined();
  }
});

it('refuses one at signing up, with its sentence, and the code still works with another [asvs 6.2.4]', async () => {
  const phone = '+8613800000001';
  const accepted = await findLegalVersions(services);
  await send('POST', '/sms/sendCodeSms/sign-up', { phone });
  const body = { email: 'new@example.test', phone, code: codeTo(phone), accepted };

  const refused = await send('POST', '/user/sign-up', { ...body, password: common });
  const taken = await send('POST', '/user/sign-up', { ...body, password: 'far less common 7' });

  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({
    code: 'account.password-common',
    message: '这个密码太常见，很容易被猜到。请换一个。',
  });
  expect(taken.statusCode).toBe(200);
});

it('refuses one at a change and at recovery; what was there stays [asvs 6.2.4]', async () => {
  const person = await anotherMerchant(db, 'changer');
  const headers = await signIn(app, person);
  const email = 'changer@example.test';
  await send('POST', '/v2/e-mail/send-code', { email, purpose: 'recover' });

  const change = { present: person.password, password: common };
  const changed = await send('PUT', '/account/password', change, headers);
  const recovery = { address: email, code: codeTo(email) };
  const recovered = await send('POST', '/user/forgot-password', { ...recovery, password: common });

  expect(changed.json().code).toBe('account.password-common');
  expect(recovered.json().code).toBe('account.password-common');
  expect((await signIn(app, person))['access-token']).toEqual(expect.any(String));
  const better = await send('POST', '/user/forgot-password', { ...recovery, password: 'far less common 7' });
  expect(better.statusCode).toBe(200);
});
