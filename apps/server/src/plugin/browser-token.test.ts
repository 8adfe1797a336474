import { randomUUID } from 'node:crypto';
import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { servedRoutes, servedToBrowsers } from '../program/served.ts';
import { delivery, lamp, pluginBench } from './testing.ts';

const { db, app, send, call, merchant, deliver } = await pluginBench();

describe('the token of a paired browser', () => {
  it('opens the calls of the plugin and no other that its person may make', { tags: ['slow'] }, async () => {
    const { plugin } = await merchant();
    await deliver(plugin, delivery([lamp('1005001111111111')]));
    const opened: string[] = [];
    for (const { route } of [
      ...servedRoutes({ monotonic: () => 0, wall: Date.now, sleep: async () => void 0 }),
      ...servedToBrowsers,
    ]) {
      const path = route.path.replaceAll(/:\w+/g, randomUUID());
      const { statusCode, body } = await app.inject({
        method: route.method,
        url: apiBase + path,
        headers: plugin,
        ...(route.method !== 'GET' && { payload: {} }),
      });
      const closed = statusCode === 401 || (statusCode === 403 && /permission|session/.test(body));
      if (route.needs !== 'guest' && !closed) {
        opened.push(`${route.method} ${route.path}`);
      }
    }

    expect(opened.sort()).toEqual([
      'GET /plugin/gaps',
      'GET /plugin/info',
      'POST /plugin/collect',
      'POST /plugin/known',
      'POST /plugin/unread',
    ]);
  });

  it('ends 90 days after it was last used, and at once when it is revoked', async () => {
    const { plugin, headers } = await merchant();
    const tokens = async () =>
      call<{ id: string; kind: string; expiresAt: string | null; lastUsedAt: string | null }[]>(
        headers,
        'GET',
        '/account/tokens',
      );
    await db
      .updateTable('api_token')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .execute();

    await deliver(plugin, delivery([lamp('1005001111111111')]));
    const [used] = await tokens();

    const days = (Date.parse(used?.expiresAt ?? '') - Date.now()) / (24 * 3600 * 1000);
    expect(Math.round(days)).toBe(90);
    expect(used?.lastUsedAt).not.toBeNull();

    await send(headers, 'DELETE', `/account/tokens/${used?.id}`);
    const after = await send(plugin, 'POST', '/plugin/collect', delivery([lamp('1005002222222222')]));
    expect(after.status).toBe(401);
  });

  it('is reported to its person when a browser is paired', async () => {
    const { ownerId } = await merchant();

    const due = await asOwner(db, ownerId, (owned) =>
      owned.selectFrom('notification_due').selectAll().where('event', '=', 'plugin-paired').execute(),
    );

    expect(due).toMatchObject([{ params: { device: 'Chrome' }, link: '/account/settings/binding' }]);
  });
});
