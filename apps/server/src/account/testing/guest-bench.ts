import { anotherMerchant, testApp } from '../../../testing/api/app.ts';
import type { Db } from '../../db/database.ts';
import type { Message } from '../../messages/messages.ts';
import { findLegalVersions } from '../../news/pages/acceptance.ts';
import { realClock } from '../../time/clock.ts';

/** The API as guests call it, with the messages that it sent and a clock that tests set forward. */
export async function guestBench(db: Db) {
  const sent: Message[] = [];
  let ahead = 0;
  let machine = 0;
  const clock = { ...realClock, wall: () => Date.now() + ahead, sleep: () => Promise.resolve() };
  const { app, services } = await testApp(db, {
    services: { clock, messages: { send: async (message) => void sent.push(message) } },
  });

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

  const lastTo = (to: string) => sent.findLast((message) => message.to === to);
  const codeTo = async (phone: string) => {
    await post('/sms/sendCodeSms/sign-up', { phone });
    return lastTo(phone)?.values.code ?? '';
  };

  return {
    app,
    services,
    clock,
    sent,
    post,
    lastTo,
    codeTo,
    /** Sets the clock forward. */
    minutes: (count: number) => {
      ahead += count * 60_000;
    },
    login: (payload: object) => post('/auth/user-name-login', payload),
    async signUp(email: string, phone: string, password = 'a good one') {
      const accepted = await findLegalVersions(services);
      return post('/user/sign-up', { email, password, phone, code: await codeTo(phone), accepted });
    },
    /** Returns the token in the link of the last mail to an address. */
    tokenTo: (email: string) =>
      new URL(lastTo(email)?.values.link ?? '/', 'http://none').searchParams.get('token') ?? '',
    /** Makes a merchant who already has an account, with an address at `example.test`. */
    async merchantWith(username: string, phone: string | null = null) {
      const merchant = await anotherMerchant(db, username);
      await db.updateTable('user').set({ phone }).where('username', '=', username).execute();
      return { ...merchant, email: `${username}@example.test` };
    },
  };
}

/** Returns what an answer tells a caller: all but the id of its own request. */
export function reported(answer: { statusCode: number; body: string }) {
  return { status: answer.statusCode, body: answer.body.replace(/"requestId":"[^"]*"/, '') };
}
