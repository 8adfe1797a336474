import { expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import { openMetrics } from './metrics.ts';

const { db } = await testDatabase();

it('counts answers by route and status, and never by an id or a name', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const metrics = await openMetrics('127.0.0.1', port);
  const { app } = await testApp(db, { prepare: (built) => metrics.watch(built) });

  await app.inject({ url: '/shop-reptile/api/runs/01900000-0000-7000-8000-000000000000' });
  const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await metrics.close();

  expect(text).toContain(
    'bowerbird_http_seconds_count{route="/shop-reptile/api/runs/:id",method="GET",status="401"} 1',
  );
  expect(text).not.toContain('01900000');
});
