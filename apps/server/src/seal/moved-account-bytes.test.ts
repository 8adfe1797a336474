import { beforeAll, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { callsAs } from '../../testing/api/calls.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { securityRoutes } from '../account/security-routes.ts';
import { tokenRoutes } from '../account/tokens/token-routes.ts';
import { checkSecondStep } from '../account/two-step/two-step.ts';
import { withClient } from '../backup/testing.ts';
import { readConfig } from '../config/config.ts';
import { messagesInto } from '../messages/messages.ts';
import { getMessage } from '../messages/outbox.ts';

const { db, adminUrl } = await testDatabase();
const { app, services } = await testApp(db, { served: [...securityRoutes(), ...tokenRoutes()] });
const refused = { code: 'seal.altered', params: {} };
let ann: Awaited<ReturnType<typeof somebody>>;
let ben: typeof ann;
beforeAll(async () => {
  [ann, ben] = [await somebody('ann'), await somebody('ben')];
});

async function somebody(username: string) {
  const account = await anotherMerchant(db, username);
  const call = callsAs(app, await signIn(app, account));
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return { id, call, password: account.password };
}

/** Writes to the database like an attacker without a key. */
async function write(text: string, values: string[]): Promise<void> {
  const { rowCount } = await withClient(adminUrl, (client) => client.query(text, values));
  expect(rowCount).toBe(1);
}

it("does not take another person's secret of the second step, nor one that is being set up as one that is set", async () => {
  await ann.call('POST', '/account/two-step/setup', { password: ann.password });
  await ben.call('POST', '/account/two-step/setup', { password: ben.password });
  const setUp =
    'update "user" set two_step = (select secret from two_step_setup where user_id = $1) where id = $2';

  for (const from of [ann, ben]) {
    await write(setUp, [from.id, ben.id]);
    const row = await db.selectFrom('user').selectAll().where('id', '=', ben.id).executeTakeFirstOrThrow();
    await expect(checkSecondStep(services, row, '123456')).rejects.toMatchObject(refused);
  }
});

it('does not take up the secret that another person sets up', async () => {
  await ann.call('POST', '/account/two-step/setup', { password: ann.password });
  await write('update "user" set two_step = null where id = $1', [ben.id]);
  await ben.call('POST', '/account/two-step/setup', { password: ben.password });

  await write(
    'update two_step_setup set secret = (select secret from two_step_setup where user_id = $1) where user_id = $2',
    [ann.id, ben.id],
  );

  expect(await ben.call('POST', '/account/two-step', { code: '123456' })).toMatchObject({
    code: 'seal.altered',
  });
});

it("does not show another person's pairing code", async () => {
  const { data } = await ann.call<{ code: string }>('POST', '/account/pairing');
  await ben.call('POST', '/account/pairing');

  await write(
    'update pairing set sealed_code = (select sealed_code from pairing where user_id = $1) where user_id = $2',
    [ann.id, ben.id],
  );

  const reported = await ben.call('POST', '/account/pairing');
  expect(reported).toMatchObject({ code: 'seal.altered' });
  expect(JSON.stringify(reported)).not.toContain(data.code);
});

it("does not open another message's values", async () => {
  const messages = messagesInto({ db, seal: services.seal, config: readConfig({}) });
  const ids: string[] = [];
  for (const [to, code] of [
    ['ann@example.test', '481516'],
    ['ben@example.test', '234223'],
  ] as const) {
    await messages.send({
      channel: 'mail',
      to,
      template: 'code',
      language: 'en-US',
      values: { code },
      ownerId: null,
    });
    const { id } = await db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow();
    ids.push(id);
  }

  await write(
    'update outbox set sealed_values = (select sealed_values from outbox where id = $1) where id = $2',
    ids,
  );

  const read = getMessage(
    { db, seal: services.seal },
    { id: ids[1] ?? '', consoleUrl: 'https://console.test', letsInWider: async () => false },
  );
  await expect(read).rejects.toMatchObject(refused);
});
