import type { Issue } from '@bowerbird/contract/errors';
import { apiBase, type Route } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { inputParts } from '../../../testing/api/inputs.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { every: servedRoutes, browserServed: servedToBrowsers });
const headers = await signIn(app, accounts.merchant);
const administrators = await signIn(app, accounts.administrator);
const routes: Route[] = servedRoutes(realClock).map(({ route }) => route);
const all = [...routes, ...servedToBrowsers.map(({ route }) => route)];

/** The calls of the specification, as `docs/spec-coverage.md` lists them. */
const inTheirOwnForm = [
  'POST /auth/user-name-login',
  'GET /user/get-user',
  'GET /user/nav',
  'POST /auth/logout',
  'POST /user/sign-up',
  'POST /account/sms',
  'POST /sms/sendCodeSms/:purpose',
  'POST /v2/e-mail/send-code',
  'POST /user/forgot-password',
];

it('lets only the calls of the specification leave out what they do not know', () => {
  const open = routes.filter(({ unknownKeys }) => unknownKeys === 'ignored');

  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...inTheirOwnForm].sort());
});

it('names every key of every object in the query and body of all others', () => {
  const refuses = ({ _zod: { def } }: z.core.$ZodTypes) =>
    def.type !== 'object' || def.catchall?._zod.def.type === 'never';
  const loose = all
    .filter((route) => !('unknownKeys' in route))
    .flatMap(inputParts)
    .filter(({ from, schema }) => from !== 'params' && !refuses(schema));

  expect(loose.map(({ name }) => name)).toEqual([]);
});

it('refuses a key that it does not know in a query or body, whatever the call, and names it [asvs 2.2.1] [asvs 15.3.3]', {
  tags: ['slow'],
}, async () => {
  const wrong: string[] = [];
  for (const { method, path, needs, body } of routes.filter(({ unknownKeys }) => !unknownKeys)) {
    const name = `${method} ${path}`;
    const tenant = ['people', 'system'].includes(typeof needs === 'object' ? needs.permission : '');
    const answer = await app.inject({
      method,
      url: `${apiBase}${path.replace(':name', 'about').replace(':from', '0').replaceAll(/:\w+/g, '01900000-0000-7000-8000-000000000000')}${body ? '' : '?zzz=1'}`,
      headers: tenant ? administrators : headers,
      ...(body && { payload: { zzz: 1 } }),
    });
    const { code, issues = [] } = answer.json<{ code: string; issues?: Issue[] }>();
    // If no alternative of a union matches at all, none was meant.
    const named = issues.some((each) => each.path.at(-1) === 'zzz' || each.code === 'invalid_union');
    if (code !== 'permission.missing' && (answer.statusCode !== 400 || !named)) {
      wrong.push(`${name} answers ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    }
  }

  expect(wrong).toEqual([]);
});

it.each([
  ['of a filter', '/products/query', { filter: { tagz: ['a'] } }, 'filter.tagz'],
  [
    'of a filter in a selection',
    '/products/delete',
    { selection: { filter: { stats: ['draft'] }, except: [] }, expected: 3 },
    'selection.filter.stats',
  ],
  [
    'of a list in a filter',
    '/collect/results/query',
    { filter: { attributes: [{ name: 'a', values: [], valus: [] }] } },
    'filter.attributes.0.valus',
  ],
])('names a misspelt key %s', async (_where, path, payload, key) => {
  const answer = await app.inject({
    method: 'POST',
    url: apiBase + path,
    headers: { ...headers, cookie: 'lang=en-US' },
    payload,
  });

  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'request.unknown-key',
    message: `“${key}” is not a valid part of this request, so nothing was done. Check the spelling and try again.`,
    params: { key },
    issues: [{ path: key.split('.').map((part) => (part === '0' ? 0 : part)), code: 'unrecognized_keys' }],
  });
});
