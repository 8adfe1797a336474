import { describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { renewPassword } from './passwords/new-password.ts';

const base = '/shop-reptile/api';
const { db } = await testDatabase();
const { app, accounts } = await testApp(db);

function login(payload: object) {
  return app.inject({ method: 'POST', url: `${base}/auth/user-name-login`, payload });
}

describe('signing in', () => {
  it('takes the user name or the e-mail address, and keeps the token seven days when asked to remember [7.login]', async () => {
    const { username, password } = accounts.merchant;

    const byName = await login({ username: username.toUpperCase(), password, rememberMe: true });
    const byMail = await login({ email: 'demo@bowerbird.localhost', password });

    expect(byName.statusCode).toBe(200);
    expect(byName.cookies.filter(({ name }) => name !== 'Known-Browser')).toEqual([
      expect.objectContaining({
        name: 'Access-Token',
        value: byName.json().data,
        maxAge: 604800,
        sameSite: 'Strict',
      }),
    ]);
    expect(byMail.cookies[0]?.maxAge).toBeUndefined();
    expect(byMail.json().data).not.toBe(byName.json().data);
  });

  it('refuses a wrong password and an unknown account in the same words, as a login call of its own kind', async () => {
    const wrong = await login({ username: 'demo', password: 'no' });
    const unknown = await login({ username: 'nobody-here', password: 'no' });

    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({
      code: 'auth.wrong-credentials',
      message: '账户或密码错误',
      result: { isLogin: true },
    });
    const { requestId: _a, ...first } = wrong.json();
    const { requestId: _b, ...second } = unknown.json();
    expect(second).toEqual(first);
  });

  it('closes an account for a while after five wrong passwords, also for the right one', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      await login({ username: 'admin', password: `guess ${tries}` });
    }

    const late = await login({ username: 'admin', password: accounts.administrator.password });

    expect(late.statusCode).toBe(429);
    expect(late.json().code).toBe('rate.too-many-tries');
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('answers failures in the language that the person reads', async () => {
    const answer = await app.inject({ url: `${base}/user/get-user`, headers: { cookie: 'lang=pt-BR' } });

    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'auth.required', result: { isLogin: false } });
    expect(answer.json().message).toMatch(/[a-z]/);
  });
});

describe('a session', () => {
  it('shows who is signed in, with the role and what it allows [1.merchants] [3.current-user] [3.permission] [3.role] [7.get-user]', async () => {
    const headers = await signIn(app, accounts.merchant);

    const user = await app.inject({ url: `${base}/user/get-user`, headers });

    expect(user.json().data).toMatchObject({
      username: 'demo',
      name: expect.stringMatching(/./),
      avatar: null,
      role: {
        id: 'merchant',
        name: expect.any(String),
        describe: expect.stringMatching(/./),
        status: 1,
        creatorId: 'system',
        createTime: expect.any(Number),
        deleted: 0,
      },
    });
    expect(user.json().data.role.permissions).toContainEqual(
      expect.objectContaining({
        permissionId: 'products',
        actionEntitySet: expect.arrayContaining([{ action: 'edit' }]),
      }),
    );
    expect(user.body).not.toContain('argon2');
    expect(user.headers['cache-control']).toBe('no-store');
  });

  it('is over after signing out, also for who kept the token [7.logout] [asvs 7.4.1]', async () => {
    const headers = await signIn(app, accounts.merchant);

    const out = await app.inject({ method: 'POST', url: `${base}/auth/logout`, headers });
    const after = await app.inject({ url: `${base}/user/get-user`, headers });

    expect(out.statusCode).toBe(200);
    expect(after.statusCode).toBe(401);
  });

  it('is over after seven days, and leaves nothing behind [asvs 7.3.2]', async () => {
    const headers = await signIn(app, accounts.merchant);
    await db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();

    const after = await app.inject({ url: `${base}/user/get-user`, headers });
    await signIn(app, accounts.merchant);

    expect(after.statusCode).toBe(401);
    expect(await db.selectFrom('session').select('user_id').execute()).toHaveLength(1);
  });

  it('is kept as a hash: the table holds nothing that opens an account [asvs 7.2.1]', async () => {
    const headers = await signIn(app, accounts.merchant);

    const rows = await db.selectFrom('session').select('token_hash').execute();

    expect(rows.some((row) => row.token_hash.toString('utf8').includes(headers['access-token']))).toBe(false);
  });

  it('does not let a page of another site write with the cookie alone', async () => {
    const headers = await signIn(app, accounts.merchant);
    const cookie = `Access-Token=${headers['access-token']}`;

    const read = await app.inject({ url: `${base}/user/get-user`, headers: { cookie } });
    const write = await app.inject({ method: 'POST', url: `${base}/auth/logout`, headers: { cookie } });

    expect(read.statusCode).toBe(200);
    expect(write.statusCode).toBe(403);
    expect(write.json().code).toBe('auth.token-header-missing');
  });
});

describe('a lost password', () => {
  it('is replaced by a new one, which ends every session of the old', async () => {
    const headers = await signIn(app, accounts.merchant);

    const password = await renewPassword(db, 'DEMO');
    const before = await app.inject({ url: `${base}/user/get-user`, headers });
    const again = await login({ username: 'demo', password: password ?? '' });
    const nobody = await renewPassword(db, 'nobody@example.test');
    accounts.merchant.password = password ?? '';

    expect(before.statusCode).toBe(401);
    expect(again.statusCode).toBe(200);
    expect(nobody).toBeNull();
  });
});

describe('the navigation', () => {
  it('comes from the database, and an administrator is not sent to pages of merchants [3.navigation-item] [7.nav]', async () => {
    const headers = await signIn(app, accounts.merchant);
    await db.updateTable('navigation_item').set({ position: -1 }).where('id', '=', 'runs').execute();

    const nav = await app.inject({ url: `${base}/user/nav`, headers });

    const items = nav.json<{ data: { id: string; parentId: string }[] }>().data;
    expect(items[0]).toMatchObject({
      id: 'runs',
      parentId: '0',
      name: 'runs',
      path: '/list/query-list',
      component: 'QueryList',
      meta: { title: expect.any(String) },
    });
    expect(
      items
        .filter((item) => item.parentId !== '0')
        .every((item) => items.some((parent) => parent.id === item.parentId)),
    ).toBe(true);
  });
});
