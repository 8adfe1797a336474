import { apiBase } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { anotherMerchant, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { asOwner } from '../../db/database.ts';
import type { Message } from '../../messages/messages.ts';
import { sendAllDue } from '../../notifications/keep-notifying.ts';
import { servedRoutes } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';
import { newSecret, secondStepPlace } from '../two-step/two-step.ts';
import { beginTry, type Guessed } from './sign-in-tries.ts';

const { db } = await testDatabase();
let aheadMs = 0;
const mails: Message[] = [];
const { app, services, accounts } = await testApp(db, {
  every: servedRoutes,
  services: {
    clock: { ...realClock, wall: () => Date.now() + aheadMs },
    messages: { send: async (message) => void mails.push(message) },
  },
});

async function personOf(username: string) {
  return await db
    .selectFrom('user')
    .select(['id', 'owner_id', 'email'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}
/** Makes wrong tries from unknown machines; a wrong try that has to wait does not count. */
async function guess(username: string, count: number, what: Guessed = 'password') {
  const person = await personOf(username);
  for (let at = 1; at <= count; at += 1) {
    const trier = { person, name: '', ip: `198.19.${at}.1`, browser: null };
    await beginTry(services, what, trier).then(
      (begun) => begun.wrong(),
      () => undefined,
    );
  }
  await sendAllDue(services);
}
const mailsTo = (to: string) => mails.filter((mail) => mail.to === to);

it('notifies the owner when unknown visitors have to wait: once a day, in their language, from where and what to do', async () => {
  const { username } = await anotherMerchant(db, 'told');
  await db.updateTable('user').set({ language: 'zh-CN' }).where('username', '=', username).execute();
  const person = await personOf(username);

  await guess(username, 19);
  expect(mailsTo(person.email)).toEqual([]);
  // The twentieth try is a real call, whose password is checked.
  await app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    remoteAddress: '203.0.113.77',
    payload: { username, password: 'the twentieth' },
  });
  await sendAllDue(services);

  expect(mailsTo(person.email)).toMatchObject([
    {
      template: 'sign-in-guessed',
      language: 'zh-CN',
      values: {
        sentence: expect.stringMatching(/203\.0\.113\.77.*两步验证/),
        link: '/account/settings/security',
      },
    },
  ]);
  const notices = await asOwner(db, person.owner_id ?? '', (owned) =>
    owned.selectFrom('notification').select(['event', 'user_id', 'params']).execute(),
  );
  expect(notices).toEqual([
    { event: 'sign-in-guessed', user_id: person.id, params: { state: 'password', ip: '203.0.113.77' } },
  ]);

  aheadMs += 3_600_000;
  await guess(username, 2);
  await guess(username, 8, 'second-step');
  expect(mailsTo(person.email)).toHaveLength(1);
  aheadMs += 24 * 3_600_000;
  await guess(username, 20);
  expect(mailsTo(person.email)).toHaveLength(2);
});

it('notifies once of many attempts at one moment, an administrator too', async () => {
  const { username } = accounts.administrator;
  const person = await personOf(username);
  await guess(username, 19);
  const begun = await beginTry(services, 'password', { person, name: '', ip: '198.19.0.2', browser: null });

  await Promise.all([begun.wrong(), begun.wrong(), begun.wrong()]);
  await sendAllDue(services);

  expect(mailsTo(person.email)).toHaveLength(1);
});

it('notifies the owner of somebody who is past the first step', async () => {
  const { username, password } = await anotherMerchant(db, 'halfway');
  const person = await personOf(username);
  const two_step = services.seal.close(newSecret(), secondStepPlace(person.id));
  await db.updateTable('user').set({ two_step, language: 'en-US' }).where('id', '=', person.id).execute();

  for (let at = 1; at <= 6; at += 1) {
    await app.inject({
      method: 'POST',
      url: `${apiBase}/auth/user-name-login`,
      remoteAddress: `203.0.113.${100 + at}`,
      payload: { username, password, code: 'nocode' },
    });
  }
  await sendAllDue(services);

  const reported = mailsTo(person.email).filter(({ template }) => template === 'sign-in-guessed');
  expect(reported.map(({ values }) => values.sentence)).toEqual([
    expect.stringContaining('passed the first step'),
  ]);
  expect(reported[0]?.values.sentence).toContain('203.0.113.105');
});

it('notifies nobody of guesses in a browser that has signed in before', async () => {
  const { username } = await anotherMerchant(db, 'own-browser');
  const person = await personOf(username);
  const trier = { person, name: '', ip: '198.19.0.1', browser: Buffer.alloc(32, 1) };
  for (let at = 0; at < 5; at += 1) {
    await (await beginTry(services, 'password', trier)).wrong();
  }
  await sendAllDue(services);

  expect(mailsTo(person.email)).toEqual([]);
});
