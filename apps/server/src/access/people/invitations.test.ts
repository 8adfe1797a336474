import type { Invitation, Invited } from '@bowerbird/contract/team/invitations';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { callsAs } from '../../../testing/api/calls.ts';
import { allBut, memberOf, merchantGrants } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { asOwner } from '../../db/database.ts';
import type { Message } from '../../messages/messages.ts';
import { realClock } from '../../time/clock.ts';

const { db } = await testDatabase();
const sent: Message[] = [];
let later = 0;
const { app, accounts } = await testApp(db, {
  services: {
    messages: { send: async (message) => void sent.push(message) },
    clock: { ...realClock, wall: () => Date.now() + later },
  },
});
const asAnn = callsAs(app, await signIn(app, accounts.merchant));
const asBen = callsAs(app, await signIn(app, await anotherMerchant(db, 'ben')));
const asGuest = callsAs(app, {});

const call = (...addresses: string[]) => ({ addresses, roleId: 'merchant' });
const tokenFor = (address: string) =>
  new URL(sent.findLast(({ to }) => to === address)?.values.link ?? '', 'http://x').searchParams.get(
    'token',
  ) ?? '';
const person = (token: string, username: string) => ({
  token,
  name: '王敏',
  username,
  password: 'not so common 1',
});

describe('inviting', () => {
  it('answers each of up to five addresses for itself, and sends each a link [9.invite-5]', async () => {
    const first = await asAnn<Invited[]>('POST', '/invitations', call('wang@example.test'));
    const more = await asAnn<Invited[]>(
      'POST',
      '/invitations',
      call('li@example.test', 'nobody', 'demo@bowerbird.localhost', 'WANG@example.test', 'zhao@example.test'),
    );
    const six = await asAnn(
      'POST',
      '/invitations',
      call('1@x.test', '2@x.test', '3@x.test', '4@x.test', '5@x.test', '6@x.test'),
    );

    expect(first.data.map(({ outcome }) => outcome)).toEqual(['sent']);
    expect(more.data.map(({ outcome }) => outcome)).toEqual(['sent', 'invalid', 'member', 'invited', 'sent']);
    expect(six).toMatchObject({ status: 422, code: 'invitation.too-many' });
    expect(sent.map(({ to, template }) => `${template} ${to}`)).toEqual([
      'invitation wang@example.test',
      'invitation li@example.test',
      'invitation zhao@example.test',
    ]);
    expect(sent[0]?.values).toMatchObject({ inviter: '林晓', merchant: '林晓' });
  });

  it('tells only the invited person that they have an account elsewhere', async () => {
    const known = await asBen<Invited[]>('POST', '/invitations', call('Demo@bowerbird.localhost'));
    const { data } = await asBen<Invitation[]>('GET', '/invitations');
    const first = sent.at(-1);
    const again = await asBen<Invitation>('POST', `/invitations/${data[0]?.id}/resend`);

    expect(known.data[0]?.outcome).toBe('sent');
    expect(data[0]).toMatchObject({ email: 'Demo@bowerbird.localhost', state: 'waiting' });
    expect(again.data.state).toBe('waiting');
    for (const letter of [first, sent.at(-1)]) {
      expect(letter).toMatchObject({ template: 'invitation-known', to: 'Demo@bowerbird.localhost' });
      expect(letter?.values.link).toBeUndefined();
    }
  });

  it('takes no address in which another one hides', async () => {
    const { data } = await asBen<Invited[]>(
      'POST',
      '/invitations',
      call('a@b.test,c@d.test', '<a@b.test>', 'Ann <a@b.test>', 'a;b@c.test'),
    );

    expect(data.map(({ outcome }) => outcome)).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
  });

  it('gives no role that reaches beyond the own one', async () => {
    const clerk = await memberOf(db, app, accounts.merchant.ownerId, allBut('stores', 'delete'));

    const answer = await callsAs(app, clerk.headers)('POST', '/invitations', call('sun@example.test'));

    expect(answer.code).toBe('role.too-wide');
  });
});

describe('an invitation', () => {
  it('makes an account in the house that sent it, once', async () => {
    await asAnn('POST', '/invitations', call('qian@example.test'));
    const token = tokenFor('qian@example.test');

    const shown = await asGuest('POST', '/user/invitation', { token });
    const taken = await asGuest('POST', '/user/invitation/accept', person(token, 'demo'));
    const accepted = await asGuest('POST', '/user/invitation/accept', person(token, 'qian'));
    const again = await asGuest('POST', '/user/invitation/accept', person(token, 'qian2'));
    const headers = await signIn(app, { username: 'qian', password: 'not so common 1' });
    const user = await callsAs(app, headers)('GET', '/user/get-user');

    expect(shown.data).toMatchObject({ email: 'qian@example.test', merchant: '林晓', invitedBy: '林晓' });
    expect(taken.code).toBe('person.username-taken');
    expect(accepted.data).toEqual({ username: 'qian', email: 'qian@example.test' });
    expect(again).toMatchObject({ status: 404, code: 'invitation.unknown' });
    expect(user.data).toMatchObject({ ownerId: accounts.merchant.ownerId, role: { id: 'merchant' } });
  });

  it('takes none of the most common passwords, and still holds for another', async () => {
    await asAnn('POST', '/invitations', call('common@example.test'));
    const token = tokenFor('common@example.test');

    const common = { ...person(token, 'common'), password: 'PassWord1' };
    const refused = await asGuest('POST', '/user/invitation/accept', common);
    const accepted = await asGuest('POST', '/user/invitation/accept', person(token, 'common'));

    expect(refused).toMatchObject({ status: 422, code: 'account.password-common' });
    expect(accepted.data).toMatchObject({ username: 'common' });
  });

  it('holds for 72 hours, and again after it was sent once more, when the old link is worth nothing', async () => {
    await asAnn('POST', '/invitations', call('sun@example.test'));
    const token = tokenFor('sun@example.test');
    later = 72 * 3_600_000 - 60_000;
    const inTime = await asGuest('POST', '/user/invitation', { token });
    later += 120_000;
    const late = await asGuest('POST', '/user/invitation/accept', person(token, 'sun'));
    const { data } = await asAnn<Invitation[]>('GET', '/invitations');
    const mine = data.find(({ email }) => email === 'sun@example.test');
    const resent = await asAnn<Invitation>('POST', `/invitations/${mine?.id}/resend`);
    const old = await asGuest('POST', '/user/invitation', { token });
    const fresh = await asGuest('POST', '/user/invitation', { token: tokenFor('sun@example.test') });
    later = 0;

    expect(inTime.status).toBe(200);
    expect(late.code).toBe('invitation.expired');
    expect(mine?.state).toBe('expired');
    expect(resent.data.state).toBe('waiting');
    expect(old.code).toBe('invitation.unknown');
    expect(fresh.status).toBe(200);
  });

  it('that nobody took is forgotten a month after it expired, and holds no place', async () => {
    await asBen('POST', '/invitations', call('gone@example.test'));
    later = 34 * 24 * 3_600_000;
    await asBen('POST', '/invitations', call('new@example.test'));
    const { data } = await asBen<Invitation[]>('GET', '/invitations');
    later = 0;

    expect(data.map(({ email }) => email)).toEqual(['new@example.test']);
  });

  it('that was withdrawn opens nothing, and only its own house can withdraw it', async () => {
    await asAnn('POST', '/invitations', call('zhou@example.test'));
    const { data } = await asAnn<Invitation[]>('GET', '/invitations');
    const { id = '' } = data.find(({ email }) => email === 'zhou@example.test') ?? {};

    const unmanaged = await asBen('DELETE', `/invitations/${id}`);
    const withdrawn = await asAnn('DELETE', `/invitations/${id}`);
    const opened = await asGuest('POST', '/user/invitation', { token: tokenFor('zhou@example.test') });

    expect(unmanaged.status).toBe(404);
    expect(withdrawn.status).toBe(200);
    expect(opened.code).toBe('invitation.unknown');
  });

  it('ends with who sent it: disabled, they bring nobody in', async () => {
    const manager = await memberOf(db, app, accounts.merchant.ownerId, allBut('stores', 'delete'));
    const asManager = callsAs(app, manager.headers);
    await asManager('POST', '/invitations', { addresses: ['friend@example.test'], roleId: manager.roleId });
    const before = await asGuest('POST', '/user/invitation', { token: tokenFor('friend@example.test') });
    // The manager is within the permissions of the person who disables them.
    await manager.allow(merchantGrants);

    const disabled = await asAnn('POST', `/people/${manager.id}/disable`);
    const after = await asGuest('POST', '/user/invitation', { token: tokenFor('friend@example.test') });

    expect([before.status, disabled.status]).toEqual([200, 200]);
    expect(after.code).toBe('invitation.unknown');
  });

  it('keeps only the hash of its token', async () => {
    await asAnn('POST', '/invitations', call('wu@example.test'));

    const rows = await asOwner(db, accounts.merchant.ownerId, (owned) =>
      owned.selectFrom('invitation').selectAll().execute(),
    );

    const kept = rows.map((row) => `${JSON.stringify(row)} ${row.token_hash.toString('utf8')}`).join();
    expect(kept).not.toContain(tokenFor('wu@example.test'));
    expect((await asGuest('POST', '/user/invitation', { token: 'a.b' })).code).toBe('invitation.unknown');
    expect((await asGuest('POST', '/user/invitation', { token: 'x' })).code).toBe('invitation.unknown');
  });
});
