import type { AddressInfo } from 'node:net';
import { apiBase } from '@bowerbird/contract/route';
import { afterAll, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { findSignedIn } from '../account/sessions.ts';
import type { RunEvent } from '../runs/events.ts';
import { serveRunStream } from './run-stream.ts';

const { db } = await testDatabase();
const listeners = new Set<(event: RunEvent) => void>();
const ofNotices = new Set<(userId: string) => void>();
const events = {
  listen(heard: (event: RunEvent) => void) {
    listeners.add(heard);
    return () => listeners.delete(heard);
  },
  listenToNotices(heard: (userId: string) => void) {
    ofNotices.add(heard);
    return () => ofNotices.delete(heard);
  },
};
const { app, accounts } = await testApp(db, {
  browserServed: [serveRunStream(events, (token) => findSignedIn(db, token), 50)],
});
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());
const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${apiBase}/runs/stream`;

/** Opens the stream like a browser, with its cookie only. */
async function open(headers: { 'access-token': string }) {
  const stop = new AbortController();
  const cookie = `Access-Token=${headers['access-token']}`;
  const answer = await fetch(address, { headers: { cookie }, signal: stop.signal });
  const stream = { heard: '', ended: false, stop: () => stop.abort() };
  const reading = async () => {
    for await (const part of answer.body ?? []) {
      stream.heard += Buffer.from(part).toString();
    }
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      stream.ended = true;
    });
  return stream;
}

it("shows one's own runs, and nothing of another merchant's", async () => {
  const anns = await open(await signIn(app, accounts.merchant));
  const bens = await open(await signIn(app, await anotherMerchant(db, 'ben')));
  const event = { ownerId: accounts.merchant.ownerId, runId: 'of Ann', version: 3 };

  await expect.poll(() => listeners.size).toBe(2);
  for (const report of listeners) {
    report(event);
  }

  await expect.poll(() => anns.heard).toContain('data: {"id":"of Ann","version":3}');
  await expect.poll(() => bens.heard).toContain(': here');
  expect(bens.heard).not.toContain('of Ann');
  anns.stop();
  bens.stop();
  await expect.poll(() => listeners.size).toBe(0);
});

it('says that there is something new to read to the person it concerns, and to nobody else', async () => {
  const anns = await open(await signIn(app, accounts.merchant));
  const others = await open(await signIn(app, accounts.administrator));
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', accounts.merchant.username)
    .executeTakeFirstOrThrow();

  await expect.poll(() => ofNotices.size).toBe(2);
  for (const report of ofNotices) {
    report(id);
  }

  await expect.poll(() => anns.heard).toContain('event: notice');
  await expect.poll(() => others.heard).toContain(': here');
  expect(others.heard).not.toContain('notice');
  anns.stop();
  others.stop();
  await expect.poll(() => ofNotices.size).toBe(0);
});

it('ends when its session does', async () => {
  const headers = await signIn(app, accounts.merchant);
  const stream = await open(headers);

  await app.inject({ method: 'POST', url: `${apiBase}/auth/logout`, headers });

  await expect.poll(() => stream.ended, { timeout: 5000 }).toBe(true);
  await expect.poll(() => listeners.size).toBe(0);
});

it('keeps no more than a dozen open for one session: the oldest goes', async () => {
  const headers = await signIn(app, accounts.merchant);
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let opened = 0; opened < 14; opened += 1) {
    streams.push(await open(headers));
  }

  await expect.poll(() => streams.filter(({ ended }) => ended).length).toBe(2);
  expect(streams.slice(0, 2).every(({ ended }) => ended)).toBe(true);
  for (const { stop } of streams) {
    stop();
  }
  await expect.poll(() => listeners.size).toBe(0);
});

it('is not opened by a HEAD, which nobody would ever end', async () => {
  const headers = await signIn(app, accounts.merchant);

  const answer = await app.inject({ method: 'HEAD', url: `${apiBase}/runs/stream`, headers });

  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
});

it('has the security headers of every answer, though it is written past the framework [asvs 3.4.3] [asvs 3.4.4] [asvs 14.3.2]', async () => {
  const stop = new AbortController();
  const { 'access-token': token } = await signIn(app, accounts.merchant);
  const { headers } = await fetch(address, {
    headers: { cookie: `Access-Token=${token}` },
    signal: stop.signal,
  });
  stop.abort();

  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
});
