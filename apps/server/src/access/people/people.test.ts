import type { Person } from '@bowerbird/contract/team/people';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { callsAs } from '../../../testing/api/calls.ts';
import { allBut, memberOf, merchantGrants } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db);
const { ownerId } = accounts.merchant;
const asAnn = callsAs(app, await signIn(app, accounts.merchant));
const asAdministrator = callsAs(app, await signIn(app, accounts.administrator));
const ben = await anotherMerchant(db, 'ben');
const asBen = callsAs(app, await signIn(app, ben));

type Page = { items: Person[]; total: number; nextCursor: string | null };
const idOf = async (username: string) =>
  (await db.selectFrom('user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
const annsId = await idOf('demo');

describe('the list of people', () => {
  it('shows a merchant their own, and an administrator every account with its merchant', async () => {
    const worker = await memberOf(db, app, ownerId, merchantGrants);

    const anns = await asAnn<Page>('GET', '/people');
    const bens = await asBen<Page>('GET', '/people');
    const all = await asAdministrator<Page>('GET', '/people');
    const administrators = await asAdministrator<Page>('GET', '/people?merchant=none');

    expect(anns.data.items.map(({ id }) => id)).toEqual([worker.id, annsId]);
    expect(bens.data.items.map(({ username }) => username)).toEqual(['ben']);
    expect(all.data.total).toBe(4);
    expect(all.data.items.find(({ username }) => username === 'ben')?.merchant).toMatchObject({
      id: ben.ownerId,
      name: 'ben',
      status: 'active',
    });
    expect(administrators.data.items.map(({ username }) => username)).toEqual(['admin']);
  });

  it('finds by words and role, page by page, each person once', async () => {
    const one = await memberOf(db, app, ownerId, merchantGrants);
    await asAnn('PUT', `/people/${one.id}`, { name: '100% 王_敏' });

    const found = await asAnn<Page>('GET', `/people?search=${encodeURIComponent('% 王_')}`);
    const none = await asAnn<Page>('GET', `/people?search=${encodeURIComponent('%x%')}`);
    const ofRole = await asAnn<Page>('GET', `/people?role=${one.roleId}`);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data }: { data: Page } = await asAnn<Page>(
        'GET',
        `/people?limit=1${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...data.items.map(({ id }) => id));
      cursor = data.nextCursor;
    }
    const { total } = (await asAnn<Page>('GET', '/people')).data;

    expect(found.data.items.map(({ id }) => id)).toEqual([one.id]);
    expect(none.data.total).toBe(0);
    expect(ofRole.data.items.map(({ id }) => id)).toEqual([one.id]);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
  });
});

describe('a person', () => {
  it('who is disabled is out at once and cannot sign in, until enabled again [asvs 7.4.2] [asvs 7.4.5]', async () => {
    const { id, headers } = await memberOf(db, app, ownerId, merchantGrants);
    const asThem = callsAs(app, headers);

    const disabled = await asAnn<Person>('POST', `/people/${id}/disable`);
    const after = await asThem('GET', '/user/get-user');
    const enabled = await asAnn<Person>('POST', `/people/${id}/enable`);
    const still = await asThem('GET', '/user/get-user');

    expect(disabled.data.status).toBe('disabled');
    expect(after.status).toBe(401);
    expect(enabled.data.status).toBe('active');
    expect(still.status).toBe(401);
  });

  it('cannot disable or delete themselves, nor give themselves another role', async () => {
    const second = await memberOf(db, app, ownerId, merchantGrants);

    expect((await asAnn('POST', `/people/${annsId}/disable`)).code).toBe('person.self');
    expect((await asAnn('DELETE', `/people/${annsId}`)).code).toBe('person.self');
    expect((await asAnn('PUT', `/people/${annsId}`, { roleId: second.roleId })).code).toBe('person.self');
    expect((await asAnn('PUT', `/people/${annsId}`, { name: '林晓' })).status).toBe(200);
  });

  it('who is disabled while their call waits its turn changes nothing more', async () => {
    const { id, headers } = await memberOf(db, app, ownerId, merchantGrants);
    const other = await memberOf(db, app, ownerId, merchantGrants);

    const calling = await db.transaction().execute(async (inside) => {
      await sql`select pg_advisory_xact_lock(7133002, hashtext(${ownerId}))`.execute(inside);
      const call = callsAs(app, headers)('PUT', `/people/${other.id}`, { name: 'Changed' });
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(db);
          return rows.length;
        })
        .toBe(1);
      await inside.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
      return { call };
    });

    expect((await calling.call).code).toBe('permission.missing');
  });

  it('who is the last that can edit people stays, whoever asks', async () => {
    const remover = await memberOf(db, app, ben.ownerId, [
      { permission: 'user', actions: ['query', 'delete', 'disable'] },
    ]);
    const bensId = await idOf('ben');
    // The role is within the caller's permissions, so that only the last rule can stop the change.
    await db
      .updateTable('role')
      .set({ permissions: JSON.stringify(merchantGrants) })
      .where('id', '=', remover.roleId)
      .execute();

    const asRemover = callsAs(app, remover.headers);
    const first = await asAdministrator('POST', `/people/${remover.id}/disable`);
    const last = await asAdministrator('POST', `/people/${bensId}/disable`);
    const gone = await asAdministrator('DELETE', `/people/${bensId}`);

    expect(first.status).toBe(200);
    expect([last.code, gone.code]).toEqual(['person.last-manager', 'person.last-manager']);
    expect((await asBen('GET', '/people')).status).toBe(200);
    expect((await asRemover('GET', '/people')).status).toBe(401);
  });

  it('is not changed by somebody whose own role reaches less far, nor given a role beyond it', async () => {
    const clerk = await memberOf(db, app, ownerId, allBut('stores', 'delete'));
    const asClerk = callsAs(app, clerk.headers);
    const junior = await memberOf(db, app, ownerId, [{ permission: 'products', actions: ['query'] }]);

    expect((await asClerk('POST', `/people/${annsId}/disable`)).code).toBe('role.too-wide');
    expect((await asClerk('PUT', `/people/${junior.id}`, { roleId: 'merchant' })).code).toBe('role.too-wide');
    expect((await asClerk('PUT', `/people/${junior.id}`, { roleId: clerk.roleId })).status).toBe(200);
  });

  it('of another merchant is not there', async () => {
    const theirs = await memberOf(db, app, ben.ownerId, merchantGrants);

    expect((await asAnn('PUT', `/people/${theirs.id}`, { name: 'x' })).status).toBe(404);
    expect((await asAnn('DELETE', `/people/${theirs.id}`)).status).toBe(404);
    const mine = await memberOf(db, app, ownerId, merchantGrants);
    expect((await asAnn('PUT', `/people/${mine.id}`, { roleId: theirs.roleId })).status).toBe(404);
    expect((await asAnn('PUT', `/people/${mine.id}`, { roleId: 'super' })).status).toBe(404);
  });

  it('who was deleted is gone with the sessions [asvs 7.4.2]', async () => {
    const { id, headers } = await memberOf(db, app, ownerId, merchantGrants);

    const deleted = await asAnn('DELETE', `/people/${id}`);

    expect(deleted.status).toBe(200);
    expect((await callsAs(app, headers)('GET', '/user/get-user')).status).toBe(401);
    expect((await asAnn<Page>('GET', '/people')).data.items.some((one) => one.id === id)).toBe(false);
  });
});

describe('a merchant', () => {
  it('is frozen and freed by administrators only, with the reason beside the account', async () => {
    const frozen = await asAdministrator('POST', `/merchants/${ben.ownerId}/freeze`, { reason: 'unpaid' });
    const { data } = await asAdministrator<Page>('GET', `/people?merchant=${ben.ownerId}`);
    const own = await asAnn('POST', `/merchants/${ownerId}/unfreeze`);
    const freed = await asAdministrator('POST', `/merchants/${ben.ownerId}/unfreeze`);

    expect(frozen.data).toMatchObject({ status: 'frozen', reason: 'unpaid' });
    expect(data.items[0]?.merchant).toMatchObject({ status: 'frozen', reason: 'unpaid' });
    expect(own.status).toBe(404);
    expect(freed.data).toMatchObject({ status: 'active', reason: null });
  });
});
