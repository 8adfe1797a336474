import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiBase, browserRoute, route } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { Pause } from './ending.ts';
import { serve, serveBrowser } from './serve.ts';

const { db } = await testDatabase();
let finish: () => void = () => undefined;
let begun = false;
const slow = serve(
  route({ method: 'GET', path: '/test/slow', needs: 'guest', answer: z.object({ done: z.boolean() }) }),
  async () => {
    begun = true;
    await new Promise<void>((end) => {
      finish = end;
    });
    return { done: true };
  },
);
const endless = serveBrowser(
  browserRoute({ method: 'GET', path: '/test/stream', needs: 'guest', streams: 'events' }),
  async (_input, { reply }) => {
    reply.hijack();
    reply.raw.writeHead(200).write('begun');
  },
);
const { app, accounts } = await testApp(db, {
  served: [slow],
  browserServed: [endless],
  ending: { quietMs: 60_000, pauseWithinMs: 60_000, finishMs: 60_000 },
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}${apiBase}`;

/** Sends a call on this connection; returns the head of the answer. */
async function called(connection: Socket): Promise<string> {
  connection.write(`HEAD ${apiBase}/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [head] = await Promise.race([once(connection, 'data'), once(connection, 'close')]);
  return String(head).toLowerCase();
}

it('a program that stops answers what was sent before or is sent on an open connection, refuses new ones, and waits for no event stream', async () => {
  await signIn(app, accounts.merchant);
  const [stream] = await once(get(`${url}/test/stream`, { agent: false }), 'response');
  const idle = connect(port, '127.0.0.1');
  expect(await called(idle)).toContain('connection: keep-alive');
  const answer = fetch(`${url}/test/slow`);
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(true);
  let closed = false;

  const closing = app.close().then(() => {
    closed = true;
  });
  await expect.poll(() => app.server.listening, { timeout: 60_000 }).toBe(false);
  const socket = connect(port, '127.0.0.1');
  const [refused] = await once(socket, 'error');

  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expect(await text(stream)).toBe('begun');
  expect(closed).toBe(false);
  // A call that was on its way on a connection that was idle when the program began to stop.
  expect(await called(idle)).toContain('connection: close');
  idle.destroy();
  finish();
  const answered = await answer;
  expect([answered.status, await answered.json()]).toEqual([200, { data: { done: true } }]);
  expect(answered.headers.get('connection')).toBe('close');
  await closing;
});

it('a program that stops leaves connections open while calls arrive on them, but not for ever', () => {
  const pause = new Pause({ quietMs: 1000, pauseWithinMs: 6000, finishMs: 0 }, 10_000);
  const overAt = (now: number) => pause.isOver(now);

  expect([overAt(10_999), overAt(11_000)]).toEqual([false, true]);
  for (let now = 10_900; now < 15_000; now += 900) {
    pause.heard(now);
    expect(overAt(now + 899)).toBe(false);
  }
  pause.heard(15_999);

  expect([overAt(15_999), overAt(16_000)]).toEqual([false, true]);
});
