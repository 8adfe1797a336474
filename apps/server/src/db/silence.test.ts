import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { openDatabase } from './database.ts';
import { databaseFailure } from './database-failure.ts';

const { url } = await testDatabase();

/** A proxy to the test's server that can hold everything back. */
const sockets = new Set<Socket>();
let keepsBack = false;
const between = createServer((near) => {
  const far = connect(Number(new URL(url).port), '127.0.0.1');
  for (const socket of [near, far]) {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }
  near.on('data', (piece) => keepsBack || far.write(piece));
  far.on('data', (piece) => keepsBack || near.write(piece));
  near.on('close', () => far.destroy());
});
await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
afterAll(() => {
  for (const socket of sockets) {
    socket.destroy();
  }
  between.close();
});

it('a query to a database that says nothing any more fails by name, and the next one is answered', async () => {
  const through = new URL(url);
  through.port = String((between.address() as AddressInfo).port);
  const { db, close } = openDatabase(through.href, { silenceMs: 300 });
  const call = () => sql<{ one: number }>`select 1 as one`.execute(db);
  await call();

  keepsBack = true;
  const failure = await call().then(
    () => null,
    (thrown: unknown) => databaseFailure(thrown),
  );
  keepsBack = false;

  expect(failure).toMatchObject({ code: 'database.unreachable' });
  expect((await call()).rows).toEqual([{ one: 1 }]);
  await close();
});
