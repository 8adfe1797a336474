import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { startSmtp, type TestSmtp } from '../../testing/network/smtp-server.ts';
import { startBackground } from '../background/background-work.ts';
import { sealWith } from '../seal/seal.ts';
import { realClock } from '../time/clock.ts';
import type { Carrier, Outgoing } from './carrier.ts';
import { deliverDue, deliveries, keepUncarried } from './deliver.ts';
import { smtpCarrier } from './mail.ts';
import { type CompleteMessage, type MessageText, messagesInto } from './messages.ts';

const { db } = await testDatabase();
const seal = sealWith(Buffer.alloc(32, 5));
let ahead = 0;
const clock = { ...realClock, wall: () => Date.now() + ahead };
const silent = () => void 0;
const parts = {
  db,
  seal,
  clock,
  log: { debug: silent, info: silent, warn: silent, error: silent },
  config: { publicUrl: 'https://bower.example' },
};
const from = 'Bowerbird <no-reply@bower.example>';
const messages = messagesInto({
  db,
  seal,
  config: { smtp: { url: 'smtp://127.0.0.1', from }, aliyunSms: undefined },
});
let smtp: TestSmtp;
let carriers: Map<'mail' | 'sms', Carrier>;

const carryBy = (port: number, user = '') =>
  new Map([['mail' as const, smtpCarrier({ url: `smtp://${user}127.0.0.1:${port}`, from })]]);

const activation = (to: string) => ({
  template: 'activation' as const,
  values: { link: 'https://bower.example/user/activate?token=a.b', email: to },
});

async function send(
  to: string,
  text: MessageText = activation(to),
  about: Partial<Pick<CompleteMessage, 'channel' | 'language'>> = {},
): Promise<void> {
  await messages.send({ channel: 'mail', to, language: 'zh-CN', ownerId: null, ...about, ...text });
}
const outbox = () => db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
const one = async () => (await outbox())[0];

beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
  ahead = 0;
  smtp = await startSmtp();
  carriers = carryBy(smtp.port);
});
afterEach(async () => {
  for (const carrier of carriers.values()) {
    carrier.close();
  }
  await smtp.stop();
});

describe('mail over an SMTP server', () => {
  it('arrives once, in the language of its reader, and is noted as sent', async () => {
    await send('lin@example.test');

    await Promise.all([deliverDue(parts, carriers), deliverDue(parts, carriers)]);
    await deliverDue(parts, carriers);

    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ from: 'no-reply@bower.example', to: ['lin@example.test'] });
    const subject = /^Subject: =\?UTF-8\?B\?(.*)\?=/m.exec(mail?.raw ?? '')?.[1] ?? '';
    expect(Buffer.from(subject, 'base64').toString()).toBe('激活您的账号');
    expect(mail?.raw).toContain('multipart/alternative');
    expect(await one()).toMatchObject({ state: 'sent', sent_at: expect.any(Date), fault: null });
  });

  it('leads from a path to the console', async () => {
    await send('lin@example.test', {
      template: 'notification',
      values: { sentence: 'It is done.', link: '/runs/1' },
    });

    await deliverDue(parts, carriers);

    expect(smtp.received[0]?.raw).toContain('https://bower.example/runs/1');
  });

  it('signs in where the address has a user, and says so when that is refused', async () => {
    const signedIn = carryBy(smtp.port, 'mailer:p%40ss%20word@');
    await send('lin@example.test');
    await deliverDue(parts, signedIn);
    expect((await one())?.state).toBe('sent');

    const refused = carryBy(smtp.port, 'mailer:wrong@');
    await db.deleteFrom('outbox').execute();
    await send('lin@example.test');
    await deliverDue(parts, refused);

    expect(await one()).toMatchObject({
      state: 'failed',
      fault: { code: 'message.provider-refused' },
    });
    for (const carrier of [...signedIn.values(), ...refused.values()]) {
      carrier.close();
    }
  });

  it('that a server refuses for good has failed at once, and says why', async () => {
    await send('gone@example.test');

    await deliverDue(parts, carriers);

    expect(await one()).toMatchObject({
      state: 'failed',
      tries: 1,
      fault: { code: 'message.recipient-refused', params: { answer: '550' } },
    });
  });

  it('waits while the server is away and goes out when it is back [asvs 16.5.2]', async () => {
    await smtp.stop();
    await send('lin@example.test');

    await deliverDue(parts, carriers);
    expect(await one()).toMatchObject({
      state: 'waiting',
      tries: 1,
      fault: { code: 'message.provider-unreachable' },
    });
    expect(await deliverDue(parts, carriers)).toBe(0);

    const back = await startSmtp(smtp.port);
    ahead = 11_000;
    await deliverDue(parts, carriers);

    expect(back.received).toHaveLength(1);
    expect(await one()).toMatchObject({ state: 'sent', tries: 2 });
    await back.stop();
  });

  it('ends as failed after its last try', async () => {
    await send('busy@example.test');

    for (let tries = 0; tries < 10; tries += 1) {
      await deliverDue(parts, carriers);
      ahead += 2 * 3_600_000;
    }

    expect(await one()).toMatchObject({
      state: 'failed',
      tries: 6,
      fault: { code: 'message.provider-unreachable', params: { answer: '451' } },
    });
  });

  it('never goes to a second address that hides in the first [asvs 1.3.11]', async () => {
    await send('lin@example.test, other@example.test');

    await deliverDue(parts, carriers);

    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('other@example.test');
  });
});

describe('the outbox', () => {
  it('gives what a killed worker had taken up to the next one', async () => {
    await send('lin@example.test');
    let taken: () => void = silent;
    const takenUp = new Promise<void>((done) => {
      taken = done;
    });
    const dying: Carrier = {
      carry: () => {
        taken();
        return new Promise(() => undefined);
      },
      close: silent,
    };
    void deliverDue(parts, new Map([['mail', dying]]));
    await takenUp;

    expect(await deliverDue(parts, carriers)).toBe(0);
    ahead = 121_000;
    await deliverDue(parts, carriers);

    expect(smtp.received).toHaveLength(1);
    expect((await one())?.state).toBe('sent');
  });

  it('sends no code that has expired meanwhile', async () => {
    await send('lin@example.test', { template: 'code', values: { code: '123456' } });
    ahead = 11 * 60_000;

    await deliverDue(parts, carriers);

    expect(smtp.received).toEqual([]);
    expect(await one()).toMatchObject({ state: 'failed', fault: { code: 'message.too-late' } });
  });

  it('keeps messages of a channel that nobody delivers, also those that were waiting', async () => {
    await send('+8613800000000', { template: 'code', values: { code: '123456' } }, { channel: 'sms' });
    await send('lin@example.test');

    await keepUncarried(db, new Map());
    const carried: Outgoing[] = [];
    await deliverDue(
      parts,
      new Map([['mail', { carry: async (each) => void carried.push(each), close: silent }]]),
    );

    expect((await outbox()).map(({ state }) => state)).toEqual(['kept', 'kept']);
    expect(carried).toEqual([]);
  });

  it('holds nothing that can be read without the key', async () => {
    await send('lin@example.test', { template: 'code', values: { code: '481516' } });

    const row = await one();

    expect(row?.sealed_values.includes('481516')).toBe(false);
    expect(JSON.stringify({ ...row, sealed_values: '' })).not.toContain('481516');
  });

  it('is worked off by itself until stopped', { tags: ['slow'] }, async () => {
    const delivering = await startBackground(parts, 'worker', [deliveries(() => carriers)]);
    await send('lin@example.test');

    await expect.poll(() => smtp.received.length, { timeout: 5000 }).toBe(1);
    await delivering.stop();
  });
});
