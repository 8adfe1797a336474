import { expect, it } from 'vitest';
import { testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { openDatabase } from '../../db/database.ts';
import { buildApp } from '../app.ts';

const { db } = await testDatabase();
const { app, services } = await testApp(db);

it('is ready while the database answers, and alive all the same when it does not', async () => {
  const gone = openDatabase('postgres://ann:hidden-word@127.0.0.1:1/x');
  const lost = await buildApp({
    services: { ...services, db: gone.db },
    findSignedIn: async () => undefined,
    served: [],
    browserServed: [],
  });

  const ready = await app.inject({ url: '/readyz' });
  const unready = await lost.inject({ url: '/readyz' });
  const alive = await lost.inject({ url: '/healthz' });

  expect([ready.statusCode, unready.statusCode, alive.statusCode]).toEqual([200, 503, 200]);
  expect(unready.body).not.toContain('hidden-word');
  await gone.close();
});
