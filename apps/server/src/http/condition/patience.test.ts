import { setTimeout as sleep } from 'node:timers/promises';
import { apiBase, route } from '@bowerbird/contract/route';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { stallingProxy } from '../../../testing/database/stalling-proxy.ts';
import { asOwner, openDatabase } from '../../db/database.ts';
import { confirmUnknownMargin } from '../../rules/guard.ts';
import { serve } from '../serve.ts';

const { db, url } = await testDatabase();
const proxy = await stallingProxy(url);
const through = openDatabase(proxy.url);
afterAll(async () => {
  proxy.release();
  await through.close();
  proxy.close();
});

const answer = z.object({ done: z.boolean() });
/** Set by a test: what happens in the transaction of the writing call after its write. */
let afterwards: () => void = () => undefined;
let written: Promise<unknown> = Promise.resolve();
const writing = serve(
  route({ method: 'POST', path: '/test/writes', needs: 'signed-in', answer }),
  async (_input, call) => {
    written = call.db(async (owned) => {
      afterwards();
      await confirmUnknownMargin(owned, call.ownerId, { confirmed: true, userId: null });
    });
    await written;
    return { done: true };
  },
);
const lasting = serve(route({ method: 'GET', path: '/test/lasts', needs: 'signed-in', answer }), async () => {
  await sleep(1500);
  return { done: true };
});
const { app, accounts } = await testApp(through.db, {
  served: [writing, lasting],
  patience: { askAfterMs: 200, respondsWithinMs: 500 },
});
const headers = await signIn(app, accounts.merchant);

it('a call to a database that hangs is answered by name, before its sender is known and after', {
  tags: ['slow'],
}, async () => {
  proxy.stall();
  const began = performance.now();
  const known = app.inject({ url: `${apiBase}/runs?limit=1`, headers });
  const guest = app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    payload: { username: accounts.merchant.username, password: accounts.merchant.password },
  });
  const answers = await Promise.all([known, guest]);
  const tookMs = performance.now() - began;
  proxy.release();

  for (const each of answers) {
    expect([each.statusCode, each.json().code]).toEqual([503, 'database.unreachable']);
    expect(each.headers['retry-after']).toBe('10');
  }
  expect(tookMs).toBeLessThan(20_000);
  expect((await app.inject({ url: `${apiBase}/runs?limit=1`, headers })).statusCode).toBe(200);
});

it('what a call was answered not to be done is not done later either, when the database responds again', {
  tags: ['slow'],
}, async () => {
  afterwards = () => proxy.stall();
  const refusal = await app.inject({ method: 'POST', url: `${apiBase}/test/writes`, headers });
  afterwards = () => undefined;
  proxy.release();
  await written.catch(() => undefined);

  expect([refusal.statusCode, refusal.json().code]).toEqual([503, 'database.unreachable']);
  const kept = await asOwner(db, accounts.merchant.ownerId, (owned) =>
    owned.selectFrom('risk_settings').select('owner_id').execute(),
  );
  expect(kept).toEqual([]);
});

it('a call that lasts longer for another reason is answered as usual', { tags: ['slow'] }, async () => {
  const lasted = await app.inject({ url: `${apiBase}/test/lasts`, headers });

  expect([lasted.statusCode, lasted.json().data]).toEqual([200, { done: true }]);
});
