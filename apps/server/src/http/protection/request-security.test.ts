import { connect } from 'node:net';
import { apiBase, route } from '@bowerbird/contract/route';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { memberOf } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes } from '../../program/served.ts';
import { serve } from '../serve.ts';

const { db } = await testDatabase();
const wide = serve(
  route({ method: 'GET', path: '/wide', needs: 'guest', answer: z.object({ id: z.string() }) }),
  async () => Object.assign({ id: 'seven' }, { passwordHash: 'a hash', inner: { token: 'a token' } }),
);
const fails = serve(
  route({ method: 'GET', path: '/fails', needs: 'guest', answer: z.string() }),
  async () => {
    throw new Error('select * from "user" at /srv/bowerbird/users.ts:7 with sk_live_1', { cause: 'the key' });
  },
);
const lines: object[] = [];
const { app, accounts } = await testApp(db, {
  every: (clock) => [...servedRoutes(clock), wide, fails],
  services: {
    log: {
      debug: () => undefined,
      info: (line: object) => void lines.push(line),
      warn: (line: object) => void lines.push(line),
      error: (line: object) => void lines.push(line),
    },
  },
});
const headers = await signIn(app, accounts.merchant);
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
afterAll(() => app.close());

it('an answer holds the fields of its call and no other [asvs 15.3.1] [asvs 8.2.3]', async () => {
  const answer = await app.inject({ url: `${apiBase}/wide` });

  expect(answer.json()).toEqual({ data: { id: 'seven' } });
});

it('an unexpected error is answered with a number alone, and the rest stands in the log [asvs 16.5.1] [asvs 16.3.4]', async () => {
  const answer = await app.inject({ url: `${apiBase}/fails`, headers: { 'accept-language': 'en-US' } });

  const { requestId, ...shown } = answer.json();
  expect(answer.statusCode).toBe(500);
  expect(shown).toEqual({
    code: 'unexpected',
    message: expect.stringMatching(/^[A-Z][^/"]+$/),
    params: {},
    result: { isLogin: false },
  });
  expect(answer.body).not.toMatch(/select|srv|sk_live|the key|Error/);
  expect(lines).toEqual([
    expect.objectContaining({ request: requestId, error: expect.stringContaining('select') }),
  ]);
});

it('a call that is refused for want of a right is logged: who, what, from where [asvs 16.3.2]', async () => {
  const member = await memberOf(db, app, accounts.merchant.ownerId, []);
  lines.length = 0;
  const url = `${apiBase}/products/query`;
  const refused = await app.inject({ method: 'POST', url, headers: member.headers, payload: { filter: {} } });
  await app.inject({ method: 'POST', url, payload: { filter: {} } });
  const forged = { cookie: `Access-Token=${headers['access-token']}` };
  await app.inject({ method: 'POST', url, headers: forged, payload: { filter: {} } });

  expect(lines).toEqual([
    {
      code: 'permission.missing',
      call: `POST ${url}`,
      user: member.id,
      token: null,
      ip: '127.0.0.1',
      request: refused.headers['x-request-id'],
    },
    expect.objectContaining({ code: 'auth.token-header-missing', ip: '127.0.0.1' }),
  ]);
});

it('input that is refused and calls that come too fast are logged for who asks for it, without what was sent [asvs 16.3.3]', async () => {
  lines.length = 0;
  const tooFast = {
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    remoteAddress: '203.0.113.9',
  } as const;
  const refused = await app.inject({ url: `${apiBase}/runs?limit=seed-4711`, headers });
  for (let call = 0; call < 21; call += 1) {
    await app.inject({ ...tooFast, payload: { username: 7 } });
  }

  expect(lines[0]).toEqual({
    code: 'request.invalid',
    call: `GET ${apiBase}/runs`,
    ip: '127.0.0.1',
    request: refused.headers['x-request-id'],
  });
  expect(lines.filter((line) => 'code' in line && line.code === 'rate.too-many-tries')).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('seed-4711');
});

it.each(['limit=5&limit=6', 'limit[]=5', 'limit=5&limit[x]=6', '__proto__=1', 'limit=5&__proto__[limit]=1'])(
  'a parameter that comes twice or in disguise is refused: %s [asvs 15.3.7]',
  async (search) => {
    const answer = await app.inject({ url: `${apiBase}/runs?${search}`, headers });

    expect(answer.statusCode).toBe(400);
  },
);

it.each([
  '{"__proto__":{"admin":true},"filter":{}}',
  '{"constructor":{"prototype":{"admin":true}},"filter":{}}',
  '{"filter":{"__proto__":{"text":"x"}}}',
])('a body reaches no prototype: %s [asvs 15.3.6] [asvs 1.5.2]', async (payload) => {
  const answer = await app.inject({
    method: 'POST',
    url: `${apiBase}/products/query`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });

  expect(answer.statusCode).toBe(400);
  expect(Reflect.get({}, 'admin')).toBeUndefined();
});

it.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 60\r\n'],
  ['a length and chunks', 'Content-Length: 60\r\nTransfer-Encoding: chunk\r\n'],
  ['chunks that are none', 'Transfer-Encoding: xchunked\r\n'],
  ['a length that is none', 'Content-Length: +4\r\n'],
  [
    'a header of two lines',
    'X-One: a\r\n\tTransfer-Encoding: chunk\r\nContent-Length: 4\r\nTransfer-Encoding : chunk\r\n',
  ],
])('a second request is smuggled in by nobody, behind %s [asvs 4.2.1]', async (_what, lengths) => {
  const said = await spoken(
    `POST /healthz HTTP/1.1\r\nHost: x\r\n${lengths}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
  );

  expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(said).not.toContain('{"ok":true}');
});

/** Returns what the server responds to these bytes until it disconnects. */
function spoken(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (part) => {
      said += part;
    });
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
  });
}
