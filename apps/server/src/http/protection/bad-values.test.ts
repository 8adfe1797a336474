import { apiBase } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes } from '../../program/served.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { every: servedRoutes });
const headers = await signIn(app, accounts.merchant);

const cursor = (value: string) =>
  Buffer.from(
    JSON.stringify({
      sort: 'collected',
      direction: 'desc',
      value,
      id: '01900000-0000-7000-8000-000000000000',
    }),
  ).toString('base64url');

const requests: [string, 'GET' | 'POST', string, object?][] = [
  ['an id that is none', 'GET', '/runs/seven'],
  ['a cursor of dashes', 'GET', `/runs?cursor=${'-'.repeat(36)}`],
  ['a cursor of another list', 'GET', '/collect/failed?cursor=x'],
  [
    'a cursor with a time that is none',
    'POST',
    '/collect/results/query',
    { filter: {}, cursor: cursor('soon') },
  ],
  [
    'a zero character in what is searched',
    'POST',
    '/collect/results/query',
    { filter: { text: 'mug\0mug' } },
  ],
  ['a zero character in a filter', 'POST', '/products/query', { filter: { tags: ['\0'] } }],
  ['a number beyond its column', 'POST', '/products/query', { filter: { stockMin: 2 ** 53 - 1 } }],
  ['a zero character in a name', 'POST', '/auth/user-name-login', { username: 'ann\0', password: 'x' }],
  ['half of a character', 'POST', '/products/query', { filter: { text: 'mug \ud800' } }],
  ['half of a character as a key', 'POST', '/products/query', { filter: { 'mug \udc00': 1 } }],
  ['a broken %', 'GET', '/runs/%zz'],
  ['a negative limit', 'GET', '/runs?limit=-1'],
  ['half a body', 'POST', '/products/query'],
];

it.each(requests)(
  'answers %s as a bad request, in the one shape of failures [asvs 1.3.3] [asvs 1.4.2] [asvs 2.2.1] [asvs 2.2.2] [asvs 15.3.5]',
  async (_what, method, path, payload) => {
    const answer = await app.inject({
      method,
      url: apiBase + path,
      headers: { ...headers, 'content-type': 'application/json', cookie: 'lang=en-US' },
      ...(method === 'POST' && { payload: payload ?? '{"filter":' }),
    });

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'request.invalid',
      message: expect.stringMatching(/^[A-Z][ -~’]+$/),
      requestId: expect.any(String),
      result: { isLogin: false },
    });
  },
);

it('reads no more of a guest than signing in takes', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    payload: { username: 'a'.repeat(200_000), password: 'x' },
  });

  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ code: 'request.too-large' });
});

it('answers an address longer than any of ours as one it does not know', async () => {
  const answer = await app.inject({ url: `${apiBase}/runs/${'a'.repeat(300)}`, headers });

  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'route.not-found' });
});
