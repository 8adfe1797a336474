import { apiBase } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../account/passwords.ts';
import { realClock } from '../clock.ts';
import { servedRoutes } from '../served.ts';
import { signIn, testApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { every: servedRoutes });
const nothing = '01900000-0000-7000-8000-000000000000';

const calls = servedRoutes(realClock).map(({ route }) => ({
  name: `${route.method} ${route.path}`,
  route,
  ask: (headers: Record<string, string>) =>
    app.inject({
      method: route.method,
      url: apiBase + route.path.replaceAll(/:\w+/g, nothing),
      headers,
      ...(route.method !== 'GET' && route.body && { payload: {} }),
    }),
}));

/** Somebody of the merchant's whose role allows one thing only. */
async function withRole(id: string, permission: 'news' | 'dashboard') {
  await db
    .insertInto('role')
    .values({
      id,
      owner_id: null,
      name: id,
      description: '',
      permissions: JSON.stringify([{ permission, actions: ['query'] }]),
    })
    .execute();
  await db
    .insertInto('user')
    .values({
      id: v7(),
      owner_id: accounts.merchant.ownerId,
      username: id,
      email: `${id}@example.test`,
      password_hash: await hashPassword('a password'),
      name: id,
      role_id: id,
    })
    .execute();
  return signIn(app, { username: id, password: 'a password' });
}

describe('every call of the API', () => {
  it('is refused to a guest before anything of it is looked at', async () => {
    const open: string[] = [];
    for (const { name, route, ask } of calls) {
      const answer = await ask({});
      if (route.needs !== 'guest' && answer.statusCode !== 401) {
        open.push(`${name} answered ${answer.statusCode}`);
      }
    }

    expect(open).toEqual([]);
  });

  it('is refused to a role that lacks its action', async () => {
    const headers = await withRole('reader-of-news', 'news');
    const open: string[] = [];
    for (const { name, route, ask } of calls) {
      if (typeof route.needs === 'object') {
        const answer = await ask(headers);
        if (answer.statusCode !== 403) {
          open.push(`${name} answered ${answer.statusCode}`);
        }
      }
    }

    expect(open).toEqual([]);
  });

  it('that writes is refused to the cookie alone', async () => {
    const headers = await signIn(app, accounts.merchant);
    const open: string[] = [];
    for (const { name, route, ask } of calls) {
      if (route.method !== 'GET' && route.needs !== 'guest') {
        const answer = await ask({ cookie: `Access-Token=${headers['access-token']}` });
        if (answer.statusCode !== 403) {
          open.push(`${name} answered ${answer.statusCode}`);
        }
      }
    }

    expect(open).toEqual([]);
  });
});
