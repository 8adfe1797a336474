import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { apiBase, browserRoute, route } from '@bowerbird/contract/route';
import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';
import { serve, serveBrowser } from '../serve.ts';
import { kindOf } from './call-kinds.ts';
import { Places } from './places.ts';

const { db } = await testDatabase();
/** A busy machine takes its time; nothing here is about time. */
const patient = { timeout: 60_000 };
/** Calls that are being worked on until the test ends them, by the name in their query. */
const working = new Map<string, () => void>();
const begun: string[] = [];
const answer = z.object({ name: z.string() });
const held = (path: string, method: 'GET' | 'POST' = 'GET') =>
  serve(
    route({ method, path, needs: 'signed-in', query: z.object({ name: z.string() }), answer }),
    async ({ query: { name } }) => {
      begun.push(name);
      await new Promise<void>((end) => working.set(name, end));
      return { name };
    },
  );
const places = new Places(realClock, {
  atOnce: 4,
  ofKind: { first: 2, 'sign-in': 1, usual: 3, last: 1, outside: 1 },
  ofOne: 2,
  waiting: { first: 3, 'sign-in': 1, usual: 3, last: 1, outside: 1 },
  waitingOfOne: 2,
  waitMs: 3_600_000,
});
/** A file whose end nobody sends. */
const download = serveBrowser(
  browserRoute({ method: 'GET', path: '/exports/file', needs: 'signed-in', streams: 'file' }),
  async (_input, { reply }) => {
    const file = new PassThrough();
    file.write('begun');
    return reply.header('content-type', 'text/csv').send(file);
  },
);
const { app, accounts } = await testApp(db, {
  browserServed: [download],
  served: [
    ...['/test/usual', '/listing/test', '/exports/test', '/auth/test'].map((path) => held(path)),
    held('/stores/test', 'POST'),
  ],
  places,
});
await app.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${apiBase}`;
const ann = await signIn(app, accounts.merchant);
const bob = await signIn(app, await anotherMerchant(db, 'bob'));
const carl = await signIn(app, await anotherMerchant(db, 'carl'));
afterAll(() => app.close());

const calls: Promise<Response>[] = [];
afterEach(async () => {
  let over = false;
  const all = Promise.allSettled(calls.splice(0)).then(() => {
    over = true;
  });
  await expect
    .poll(() => {
      endAll();
      return over;
    }, patient)
    .toBe(true);
  await all;
  begun.length = 0;
});

function endAll(): void {
  for (const name of working.keys()) {
    end(name);
  }
}

function end(name: string): void {
  working.get(name)?.();
  working.delete(name);
}

function call(path: string, name: string, headers: Record<string, string>, method = 'GET') {
  const sent = fetch(`${url}${path}?name=${name}`, { method, headers: { ...headers, cookie: 'lang=en-US' } });
  calls.push(sent);
  return sent;
}

/** Sends a call, and waits until it is worked on. */
async function begin(path: string, name: string, headers: Record<string, string>, method = 'GET') {
  void call(path, name, headers, method);
  await expect.poll(() => begun, patient).toContain(name);
}

/** Sends a call, and waits until it waits for its turn. */
async function queue(path: string, name: string, headers: Record<string, string>) {
  const before = places.waiting;
  void call(path, name, headers);
  await expect.poll(() => places.waiting, patient).toBe(before + 1);
}

it('refuses what it cannot answer soon, at once and with the time to come back, and answers again afterwards', {
  tags: ['slow'],
}, async () => {
  await begin('/test/usual', 'one', ann);
  await begin('/test/usual', 'two', ann);
  await begin('/test/usual', 'three', bob);
  await queue('/test/usual', 'four', bob);
  await queue('/test/usual', 'five', bob);
  await queue('/test/usual', 'six', carl);

  // Nothing ends meanwhile: a call that waited for another would never be answered.
  const refused = await call('/test/usual', 'seven', carl);

  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // It is answered before the hooks that set these for all other calls.
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(await refused.json()).toMatchObject({
    code: 'server.busy',
    message: expect.stringMatching(/^The server is very busy at the moment, .* in \d+ seconds\.$/),
  });
  expect(begun).not.toContain('seven');
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await expect.poll(() => begun, patient).toContain(name);
    end(name);
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 503]);
  await begin('/test/usual', 'eight', carl);
});

it('answers listing before everything else, and exports last', { tags: ['slow'] }, async () => {
  await begin('/test/usual', 'one', ann);
  await begin('/test/usual', 'two', bob);
  await begin('/test/usual', 'three', carl);
  await queue('/exports/test', 'export', bob);
  await queue('/test/usual', 'usual', bob);

  // The last place is free for what is urgent, however many others wait for it.
  await begin('/listing/test', 'list', carl);
  await queue('/listing/test', 'list again', ann);
  end('one');
  await expect.poll(() => begun, patient).toContain('list again');
  expect(begun).not.toContain('usual');
  for (const name of ['two', 'list']) {
    end(name);
    await expect.poll(() => working.has(name), patient).toBe(false);
  }
  await expect.poll(() => begun, patient).toContain('usual');
  await expect.poll(() => begun, patient).toContain('export');
  expect(begun.indexOf('usual')).toBeLessThan(begun.indexOf('export'));
});

it('answers signing in while every place of other calls is taken', { tags: ['slow'] }, async () => {
  await begin('/test/usual', 'one', ann);
  await begin('/test/usual', 'two', ann);
  await begin('/test/usual', 'three', bob);
  await queue('/test/usual', 'four', bob);

  const answered = await fetch(`${url}/auth/user-name-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: accounts.merchant.username, password: accounts.merchant.password }),
  });

  expect(answered.status).toBe(200);
});

it('shows a list while many sign in and list, and lists while many sign in', { tags: ['slow'] }, async () => {
  await begin('/auth/test', 'sign in', ann);
  await queue('/auth/test', 'another', bob);
  const refused = await call('/auth/test', 'a third', carl);
  await begin('/listing/test', 'one', ann);
  await begin('/listing/test', 'two', bob);
  await queue('/listing/test', 'three', bob);

  await begin('/test/usual', 'usual', carl);

  expect(refused.status).toBe(503);
  expect(begun).not.toContain('another');
  expect(begun).not.toContain('three');
});

it('lets one merchant take neither all places nor the whole queue', async () => {
  await begin('/test/usual', 'one', ann);
  await begin('/test/usual', 'two', ann);
  await queue('/test/usual', 'three', ann);
  await queue('/test/usual', 'four', ann);
  const refused = await call('/test/usual', 'five', ann);

  await begin('/test/usual', 'other', bob);

  expect(refused.status).toBe(503);
  expect(begun).toEqual(['one', 'two', 'other']);
});

it('calls that wait for a store take no place of the others', async () => {
  await begin('/stores/test', 'store', carl, 'POST');
  await begin('/test/usual', 'one', ann);
  await begin('/test/usual', 'two', ann);
  await begin('/test/usual', 'three', bob);

  expect(begun).toEqual(['store', 'one', 'two', 'three']);
});

it('whoever reads a file slowly takes no place', async () => {
  const leave = new AbortController();
  const file = await fetch(`${url}/exports/file`, { headers: ann, signal: leave.signal });

  await begin('/exports/test', 'one', bob);

  expect(file.status).toBe(200);
  leave.abort();
});

it('knows the kind of every call by its path', () => {
  const of = (kind: string) =>
    servedRoutes(realClock)
      .map(({ route: { method, path } }) => ({ method, path }))
      .filter((each) => kindOf(each) === kind)
      .map(({ method, path }) => `${method} ${path}`);

  expect(of('first')).toEqual(expect.arrayContaining(['GET /user/get-user', 'POST /listing/runs']));
  expect(of('sign-in')).toContain('POST /auth/user-name-login');
  expect(of('last')).toEqual(expect.arrayContaining(['POST /exports', 'GET /exports/files']));
  expect(of('outside')).toEqual(
    expect.arrayContaining(['POST /collect/recognise', 'POST /stores', 'POST /stores/:id/check']),
  );
  expect(of('usual').filter((each) => /exports|listing|auth\//.test(each))).toEqual([]);
});
