import { expect, it } from 'vitest';
import { billingBodies } from '../../../testing/bodies/billing.ts';
import { boardsBodies } from '../../../testing/bodies/boards.ts';
import type { Bodies } from '../../../testing/bodies/bodies.ts';
import { importBodies } from '../../../testing/bodies/imports.ts';
import { newsBodies } from '../../../testing/bodies/news.ts';
import { notificationBodies } from '../../../testing/bodies/notifications.ts';
import { productBodies } from '../../../testing/bodies/products.ts';
import { tasksBodies } from '../../../testing/bodies/tasks.ts';
import { teamBodies } from '../../../testing/bodies/team.ts';
import { uploadBodies } from '../../../testing/bodies/uploads.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { oneOfEverything, wholeApi } from '../../../testing/one-of-everything/one-of-everything.ts';
import { beginSession } from '../../account/sessions.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';

const { db } = await testDatabase();
const whole = await wholeApi(db);
const anns = await oneOfEverything(whole);
const bodies: Bodies = {
  ...productBodies,
  ...billingBodies,
  ...teamBodies,
  ...uploadBodies,
  ...importBodies,
  ...tasksBodies,
  ...boardsBodies,
  ...notificationBodies,
  ...newsBodies,
};

it.each(['super', 'merchant'])(
  'answers an administrator, who has no products, or refuses, but never fails: with the role %s',
  { tags: ['slow'] },
  async (role) => {
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', whole.administrator.username)
      .executeTakeFirstOrThrow();
    await db.updateTable('user').set({ role_id: role }).where('id', '=', id).execute();
    const wrong: string[] = [];
    let answered = 0;
    for (const { route } of [...servedRoutes(realClock), ...servedToBrowsers]) {
      const paths = Object.values(anns).map((each) => route.path.replaceAll(/:\w+/g, each));
      const takesBody = 'body' in route && route.body !== undefined;
      const [body] =
        bodies[`${route.method} ${route.path}`]?.(anns, {
          known: true,
          username: whole.ann.username,
          own: { store: anns.store, product: anns.product },
        }) ?? [];
      const requested = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
      const query = takesBody || !body ? '' : `?${new URLSearchParams(requested)}`;
      // Each call has a separate session, because some of these calls end sessions.
      const headers = {
        'access-token': await beginSession(db, id, { userAgent: '', ip: '127.0.0.1', remembered: false }),
      };
      for (const path of new Set(paths)) {
        const answer = await whole.send(headers, route.method, path + query, takesBody ? body : undefined);
        answered += answer.statusCode < 300 ? 1 : 0;
        // Not every tree under test has the plugin built.
        const notBuilt = answer.statusCode === 503 && answer.body.includes('plugin.not-built');
        if (answer.statusCode >= 500 && !notBuilt) {
          wrong.push(`${route.method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        }
      }
    }

    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  },
);
