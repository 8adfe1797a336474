import type { Invitation, Invited } from '@bowerbird/contract/team/invitations';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { callsAs } from '../../../testing/api/calls.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';
import { messagePlace, messagesInto } from '../../messages/messages.ts';
import { sealWith } from '../../seal/seal.ts';

const { db } = await testDatabase();
const seal = sealWith(Buffer.alloc(32, 7));
const { app } = await testApp(db, {
  services: { seal, messages: messagesInto({ db, seal, config: readConfig({ LOG_LEVEL: 'silent' }) }) },
});

async function tenant(name: string) {
  const account = await anotherMerchant(db, name);
  const call = callsAs(app, await signIn(app, account));
  return {
    ...account,
    call,
    invite: (...addresses: string[]) =>
      call<Invited[]>('POST', '/invitations', { addresses, roleId: 'merchant' }),
    letters: async () =>
      (await db.selectFrom('outbox').select('recipient').where('owner_id', '=', account.ownerId).execute())
        .length,
  };
}

/** Simulates that this owner has already sent this many letters today. */
async function sentAlready(ownerId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: crypto.randomUUID(),
    owner_id: ownerId,
    channel: 'mail' as const,
    recipient: `${at}@elsewhere.test`,
    template: 'invitation',
    language: 'en-US' as const,
    sealed_values: seal.close('{}', messagePlace('', null)),
    state: 'sent' as const,
    next_try_at: new Date(),
  }));
  await db.insertInto('outbox').values(rows).execute();
}

describe('letters to one address', () => {
  it('are few in a day, however often they are sent again', async () => {
    const { invite, call, letters } = await tenant('again');
    await invite('victim@example.test');
    const { data } = await call<Invitation[]>('GET', '/invitations');

    const answers = [];
    for (let time = 0; time < 6; time += 1) {
      answers.push((await call('POST', `/invitations/${data[0]?.id}/resend`)).code ?? 'sent');
    }

    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(4);
    expect(answers.at(-1)).toBe('rate.too-many-tries');
    expect(await letters()).toBe(5);
  });

  it('are few in a day, however often the invitation is withdrawn', async () => {
    const { invite, call, letters } = await tenant('withdrawn');

    for (let time = 0; time < 7; time += 1) {
      await invite(time % 2 === 0 ? 'victim@example.test' : 'VICTIM@example.test');
      const { data } = await call<Invitation[]>('GET', '/invitations');
      await call('DELETE', `/invitations/${data[0]?.id}`);
    }

    expect(await letters()).toBe(5);
  });
});

describe('letters of one house', () => {
  it('are as many as a full team needs in a day, and no more; nobody of a refused call is invited', async () => {
    const { ownerId, invite, call, letters } = await tenant('full');
    await sentAlready(ownerId, 98);

    const refused = await invite('1@new.test', '2@new.test', '3@new.test');
    const open = await call<Invitation[]>('GET', '/invitations');
    const taken = await invite('1@new.test', '2@new.test');

    expect(refused).toMatchObject({ status: 429, code: 'rate.too-many-tries' });
    expect(open.data).toEqual([]);
    expect(taken.data.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
    expect(await letters()).toBe(100);
  });
});
