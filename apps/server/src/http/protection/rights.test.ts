import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { allBut, memberOf } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { every: servedRoutes, browserServed: servedToBrowsers });
const nothing = '01900000-0000-7000-8000-000000000000';

const calls = [...servedRoutes(realClock), ...servedToBrowsers].map(({ route }) => ({
  name: `${route.method} ${route.path}`,
  route,
  call: (headers: Record<string, string>) =>
    app.inject({
      method: route.method,
      url: apiBase + route.path.replaceAll(/:\w+/g, nothing),
      headers,
      ...('body' in route && route.body && { payload: {} }),
    }),
}));

describe('every call of the API', () => {
  it('is refused to a guest before anything of it is looked at [asvs 8.2.1] [asvs 7.2.1]', async () => {
    const open: string[] = [];
    for (const { name, route, call } of calls) {
      const answer = await call({});
      if (route.needs !== 'guest' && answer.statusCode !== 401) {
        open.push(`${name} answered ${answer.statusCode}`);
      }
    }

    expect(open).toEqual([]);
  });

  it('is refused to somebody who may do everything but what it needs [asvs 8.2.1] [asvs 8.3.1]', {
    tags: ['slow'],
  }, async () => {
    const member = await memberOf(db, app, accounts.merchant.ownerId, []);
    const wrong: string[] = [];
    const byNeed = Map.groupBy(calls, ({ route: { needs } }) =>
      typeof needs === 'object' ? `${needs.permission}.${needs.action}` : '',
    );
    for (const group of byNeed.values()) {
      const needs = group[0]?.route.needs;
      if (typeof needs !== 'object') {
        continue;
      }
      await member.allow(allBut(needs.permission, needs.action));
      for (const { name, call } of group) {
        const answer = await call(member.headers);
        if (answer.statusCode !== 403 || answer.json().params.action !== needs.action) {
          wrong.push(`${name} answered ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        }
      }
    }

    expect(wrong).toEqual([]);
  });

  it('that writes is refused to the cookie alone', { tags: ['slow'] }, async () => {
    const headers = await signIn(app, accounts.merchant);
    const open: string[] = [];
    for (const { name, route, call } of calls) {
      if (route.method !== 'GET' && route.needs !== 'guest') {
        const answer = await call({ cookie: `Access-Token=${headers['access-token']}` });
        if (answer.statusCode !== 403) {
          open.push(`${name} answered ${answer.statusCode}`);
        }
      }
    }

    expect(open).toEqual([]);
  });
});
