import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { readConfig } from '../config/config.ts';
import { messagesInto } from '../messages/messages.ts';
import { sealWith } from '../seal/seal.ts';
import { realClock } from '../time/clock.ts';
import { outboxRoutes } from './outbox-routes.ts';

const { db } = await testDatabase();
const seal = sealWith(Buffer.alloc(32, 7));
const config = readConfig({
  LOG_LEVEL: 'silent',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'no-reply@bower.example',
  BOWERBIRD_PUBLIC_URL: 'https://bower.example/',
});
const messages = messagesInto({ db, seal, config });
const { app, accounts } = await testApp(db, {
  served: outboxRoutes,
  services: { config, seal, messages, clock: realClock },
});
const administrator = await signIn(app, accounts.administrator);

const get = (path: string, headers = administrator) =>
  app.inject({ url: `/shop-reptile/api/system/outbox${path}`, headers });

const open = (id: string, headers = administrator) =>
  app.inject({ method: 'POST', url: `/shop-reptile/api/system/outbox/${id}/open`, headers });

async function send(to: string, channel: 'mail' | 'sms' = 'mail') {
  await messages.send({
    channel,
    to,
    template: 'code',
    language: 'en-US',
    values: { code: '481516' },
    ownerId: null,
  });
}

/** An administrator who may read the outbox and do nothing else. */
async function supporter() {
  const id = crypto.randomUUID();
  const permissions = [{ permission: 'support' as const, actions: ['query' as const, 'get' as const] }];
  await db
    .insertInto('role')
    .values({ id, owner_id: null, name: id, description: '', permissions: JSON.stringify(permissions) })
    .execute();
  const account = await anotherMerchant(db, `support-${id}`);
  await db
    .updateTable('user')
    .set({ owner_id: null, role_id: id })
    .where('username', '=', account.username)
    .execute();
  return await signIn(app, account);
}

async function invitationTo(email: string, role_id: string) {
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', accounts.administrator.username)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('invitation')
    .values({
      id: crypto.randomUUID(),
      owner_id: null,
      email,
      role_id,
      token_hash: Buffer.from(crypto.randomUUID()),
      invited_by: id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
}

describe('the outbox', () => {
  it('shows an administrator who was sent what, page by page, and the code of one that is opened', async () => {
    for (const to of ['a@example.test', 'b@example.test', 'c@example.test']) {
      await send(to);
    }
    await send('+8613800000000', 'sms');

    const first = (await get('?limit=2')).json().data;
    const second = (await get(`?limit=2&cursor=${first.nextCursor}`)).json().data;
    const sms = (await get('?channel=sms')).json().data;
    const found = (await get('?recipient=B@EXAMPLE')).json().data;
    const opened = await open(sms.items[0].id);

    const recipients = [...first.items, ...second.items].map((each: { recipient: string }) => each.recipient);
    expect(recipients).toEqual(['+8613800000000', 'c@example.test', 'b@example.test', 'a@example.test']);
    expect(first.total).toBe(4);
    expect(second.nextCursor).toBeNull();
    expect(first.delivers).toEqual({ mail: true, sms: false });
    expect(JSON.stringify([first, second])).not.toContain('481516');
    expect(found.items).toHaveLength(1);
    expect(sms.items).toEqual([expect.objectContaining({ state: 'kept' })]);
    expect(opened.json().data).toMatchObject({ code: '481516', text: expect.stringContaining('481516') });
  });

  it('shows of a sent message all but the code or link that opens an account', async () => {
    await send('sent@example.test');
    await db
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('recipient', '=', 'sent@example.test')
      .execute();

    const [found] = (await get('?recipient=sent@')).json().data.items;
    const opened = await open(found.id);

    expect(opened.json().data).toMatchObject({ code: null, text: expect.stringContaining('10 minutes') });
    expect(opened.body).not.toContain('481516');
    await db.deleteFrom('outbox').where('id', '=', found.id).execute();
  });

  it.each([
    ['a code of an administrator', 'code', 'super'],
    ['a code of a merchant', 'code', 'merchant'],
    ['an invitation to administrators', 'invitation', 'super'],
  ] as const)('shows %s to nobody who may do less', async (_what, template, roleId) => {
    const to = `${template}-of-${roleId}@example.test`;
    if (template === 'code') {
      await db.updateTable('user').set({ email: to }).where('role_id', '=', roleId).execute();
    } else {
      await invitationTo(to, roleId);
    }
    await messages.send({
      channel: 'mail',
      to: to.toUpperCase(),
      language: 'en-US',
      ownerId: null,
      ...(template === 'code'
        ? { template, values: { code: '481516' } }
        : { template, values: { link: '/user/invitation?token=t', inviter: 'Ann', merchant: 'Ann' } }),
    });
    const [found] = (await get(`?recipient=${to}`)).json().data.items;

    const bySupport = await open(found.id, await supporter());
    const bySuper = await open(found.id);

    expect(bySupport.json().data).toMatchObject({ code: null, link: null, withheld: 'wider-rights' });
    expect(bySupport.body).not.toMatch(/481516|token=t/);
    expect(bySuper.json().data.withheld).toBeNull();
    expect(bySuper.body).toMatch(/481516|token=t/);
    await db.deleteFrom('outbox').where('id', '=', found.id).execute();
  });

  it('leaves it to the operator how long messages are kept', async () => {
    await send('old@example.test');
    await db
      .updateTable('outbox')
      .set({ state: 'sent', created_at: new Date(Date.now() - 170 * 86_400_000) })
      .where('recipient', '=', 'old@example.test')
      .execute();

    expect((await get('?recipient=old@')).json().data.total).toBe(1);
    await db.deleteFrom('outbox').where('recipient', '=', 'old@example.test').execute();
    await send('a@example.test');
    await send('+8613800000000', 'sms');
  });

  it('makes an address of a link that is only a path', async () => {
    await messages.send({
      channel: 'mail',
      to: 'invited@example.test',
      template: 'invitation',
      language: 'en-US',
      values: { link: '/user/invitation?token=t', inviter: 'Ann', merchant: 'Ann & Co' },
      ownerId: null,
    });

    const [found] = (await get('?recipient=invited')).json().data.items;
    const opened = (await open(found.id)).json().data;

    expect(opened.link).toBe('https://bower.example/user/invitation?token=t');
    expect(opened.text).toContain(opened.link);
    await db.deleteFrom('outbox').where('id', '=', found.id).execute();
  });

  it('puts a failed message in line again, and refuses where nobody would deliver it', async () => {
    await db
      .updateTable('outbox')
      .set({ state: 'failed', tries: 6, fault: JSON.stringify({ code: 'message.slow-down', params: {} }) })
      .where('channel', '=', 'mail')
      .execute();
    const [failed] = (await get('?state=failed')).json().data.items;
    const [kept] = (await get('?channel=sms')).json().data.items;
    const again = (id: string) =>
      app.inject({
        method: 'POST',
        url: `/shop-reptile/api/system/outbox/${id}/send-again`,
        headers: administrator,
      });

    expect((await again(failed.id)).json().data).toMatchObject({ state: 'waiting', tries: 0, fault: null });
    expect((await again(kept.id)).json().code).toBe('message.not-configured');
  });

  it('is closed to merchants, whatever their role allows', async () => {
    await db.updateTable('user').set({ role_id: 'super' }).where('username', '=', 'demo').execute();
    const merchant = await signIn(app, accounts.merchant);

    expect((await get('', merchant)).statusCode).toBe(403);
  });
});

describe('the settings of mail and text messages', () => {
  it.each([
    [{ SMTP_URL: 'smtp://mail.example' }, /MAIL_FROM: is needed beside SMTP_URL/],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, /BOWERBIRD_PUBLIC_URL: is needed/],
    [{ SMTP_URL: 'https://mail.example' }, /SMTP_URL/],
    [{ ALIYUN_SMS_KEY_ID: 'LTAI' }, /ALIYUN_SMS_KEY_SECRET: is needed beside ALIYUN_SMS_KEY_ID/],
  ])('that lack something are reported at start: %o', (environment, reported) => {
    expect(() => readConfig(environment)).toThrow(reported);
  });

  it('name an approved template for each message, or one for codes', () => {
    const given = (templates: string) =>
      readConfig({
        ALIYUN_SMS_KEY_ID: 'LTAI',
        ALIYUN_SMS_KEY_SECRET: 'secret',
        ALIYUN_SMS_SIGN_NAME: 'Bowerbird',
        ALIYUN_SMS_TEMPLATES: templates,
      }).aliyunSms?.templates;

    expect(given('SMS_1')).toEqual(new Map([['code', 'SMS_1']]));
    expect(given('code: SMS_1, notification:SMS_2')).toEqual(
      new Map([
        ['code', 'SMS_1'],
        ['notification', 'SMS_2'],
      ]),
    );
  });
});
