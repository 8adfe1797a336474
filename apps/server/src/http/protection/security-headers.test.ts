import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@bowerbird/contract/route';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { serveConsole } from '../console.ts';

const { db } = await testDatabase();
const { app, accounts, services } = await testApp(db, {
  every: servedRoutes,
  browserServed: servedToBrowsers,
  services: { config: readConfig({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: '10.9.9.9' }) },
});
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-built-'));
mkdirSync(join(folder, 'console', 'assets'), { recursive: true });
writeFileSync(join(folder, 'console', 'index.html'), '<!doctype html><p>console</p>');
writeFileSync(join(folder, 'console', 'assets', 'main-1.js'), 'export {};');
mkdirSync(join(folder, '.git'));
writeFileSync(join(folder, '.git', 'config'), 'beside the console');
await serveConsole(app, join(folder, 'console'), services.log);
const headers = await signIn(app, accounts.merchant);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const answers: [
  string,
  { url: string; headers?: Record<string, string>; method?: 'POST'; payload?: object },
][] = [
  ['the console', { url: '/' }],
  ['a page of the console', { url: '/products' }],
  ['a script of the console', { url: '/assets/main-1.js' }],
  ['an asset that is not there', { url: '/assets/gone.js' }],
  ['a call', { url: `${apiBase}/user/get-user`, headers }],
  ['a call of a guest', { url: `${apiBase}/user/get-user` }],
  ['a call that is none', { url: `${apiBase}/no-such-call` }],
  ['a call that is refused', { url: `${apiBase}/runs?limit=-1`, headers }],
  ['an address that no route can have', { url: `${apiBase}/runs/%zz`, headers }],
  ['an address that is too long', { url: `${apiBase}/runs/${'a'.repeat(300)}`, headers }],
  [
    'a sign-in',
    { url: `${apiBase}/auth/user-name-login`, method: 'POST', payload: { username: 'x', password: 'y' } },
  ],
  ['the description of the API', { url: `${apiBase}/openapi.json` }],
  ['its health', { url: '/healthz' }],
];

it.each(answers)(
  '%s has the headers against foreign scripts, frames and sniffing [asvs 3.4.2] [asvs 3.4.3] [asvs 3.4.4] [asvs 3.4.5] [asvs 3.4.6] [asvs 4.1.1] [asvs 14.2.3] [asvs 3.7.1]',
  { tags: ['slow'] },
  async (_what, request) => {
    const answer = await app.inject({
      ...request,
      headers: { ...request.headers, origin: 'https://elsewhere.example' },
    });

    const policy = String(answer.headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(policy.filter((each) => /^(default|script)-src /.test(each)).join()).toMatch(
      /^(default-src 'self',script-src 'self'|default-src 'none')$/,
    );
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-type': expect.stringMatching(
        /^(application\/json|text\/html|(text|application)\/javascript); charset=utf-8$/i,
      ),
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  },
);

it.each(answers.filter(([, { url }]) => url.startsWith(apiBase)))(
  '%s is not cached [asvs 14.3.2] [asvs 14.2.2]',
  async (_what, request) => {
    expect((await app.inject(request)).headers['cache-control']).toBe('no-store');
  },
);

describe('another site', () => {
  it('is let in by no preflight, and sends nothing that needs none [asvs 3.5.1] [asvs 3.5.2]', async () => {
    const url = `${apiBase}/products/query`;
    const from = { origin: 'https://elsewhere.example', cookie: `Access-Token=${headers['access-token']}` };
    const preflight = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        ...from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'access-token',
      },
    });
    const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(
      (type) =>
        app.inject({
          method: 'POST',
          url,
          headers: { ...from, 'content-type': type },
          payload: '{"filter":{}}',
        }),
    );
    const signsIn = ['text/plain', 'application/x-www-form-urlencoded'].map((type) =>
      app.inject({
        method: 'POST',
        url: `${apiBase}/auth/user-name-login`,
        headers: { origin: from.origin, 'content-type': type },
        payload: JSON.stringify({
          username: accounts.merchant.username,
          password: accounts.merchant.password,
        }),
      }),
    );

    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await Promise.all(simple)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await Promise.all(signsIn)).map((each) => [each.statusCode, each.cookies])).toEqual([
      [400, []],
      [400, []],
    ]);
  });
});

describe('cookies', () => {
  const signsIn = (more: { remoteAddress: string; headers: Record<string, string> }) =>
    app.inject({
      method: 'POST',
      url: `${apiBase}/auth/user-name-login`,
      payload: { username: accounts.merchant.username, password: accounts.merchant.password },
      ...more,
    });

  it('go nowhere but here, and by https alone where the sign-in came by https [asvs 3.3.2]', async () => {
    const answer = await signsIn({ remoteAddress: '10.9.9.9', headers: { 'x-forwarded-proto': 'https' } });

    expect(
      answer.cookies.map(({ name, sameSite, secure, domain }) => ({ name, sameSite, secure, domain })),
    ).toEqual([
      { name: 'Access-Token', sameSite: 'Strict', secure: true, domain: undefined },
      { name: 'Known-Browser', sameSite: 'Strict', secure: true, domain: undefined },
    ]);
  });

  it('and addresses of callers are believed from the proxies that are named, and from nobody else [asvs 4.1.3] [asvs 15.3.4]', async () => {
    const forged = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
    const direct = await signsIn({ remoteAddress: '203.0.113.5', headers: forged });
    const behind = await signsIn({
      remoteAddress: '10.9.9.9',
      headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.6' },
    });
    const sessions = await app.inject({ url: `${apiBase}/account/sessions`, headers });
    const addresses = sessions.json<{ data: { ip: string }[] }>().data.map(({ ip }) => ip);

    expect(direct.cookies[0]?.secure).toBeUndefined();
    expect(behind.statusCode).toBe(200);
    expect(addresses).toEqual(expect.arrayContaining(['203.0.113.5', '203.0.113.6']));
    expect(addresses).not.toContain('198.51.100.7');
  });
});

it.each([
  '/assets/',
  '/assets',
  '/.git/config',
  '/../.git/config',
  '/%2e%2e/.git/config',
  '/..%2f.git%2fconfig',
  '/assets/..%5c..%5c.git/config',
])(
  'no folder is listed and no file beside the console is served: %s [asvs 13.4.1] [asvs 13.4.3]',
  async (url) => {
    const answer = await app.inject({ url });

    expect(answer.body).not.toContain('beside the console');
    expect(answer.body).not.toContain('main-1.js');
  },
);

it('TRACE is refused [asvs 13.4.4]', async () => {
  const answer = await app.inject({
    method: 'TRACE' as 'GET',
    url: '/',
    headers: { cookie: 'Access-Token=seed' },
  });

  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.body).not.toContain('seed');
});
