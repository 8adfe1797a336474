import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { stallingProxy } from '../../../testing/database/stalling-proxy.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';

const { url } = await testDatabase();

const proxy = await stallingProxy(url);
afterAll(() => proxy.close());

it('a query to a database that says nothing any more fails by name, and the next one is answered', async () => {
  const { db, close } = openDatabase(proxy.url, { silenceMs: 300 });
  const call = () => sql<{ one: number }>`select 1 as one`.execute(db);
  await call();

  proxy.stall();
  const failure = await call().then(
    () => null,
    (thrown: unknown) => databaseFailure(thrown),
  );
  proxy.release();

  expect(failure).toMatchObject({ code: 'database.unreachable' });
  expect((await call()).rows).toEqual([{ one: 1 }]);
  await close();
});
