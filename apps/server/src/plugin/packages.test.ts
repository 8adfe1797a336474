import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginInfo } from '@bowerbird/contract/collect/plugin';
import { apiBase } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { Packages } from './packages.ts';
import { pluginBrowserRoutes, pluginRoutes } from './routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-plugin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dist = join(folder, 'dist');
const packages = new Packages(dist);
const { db } = await testDatabase();
const { app, accounts } = await testApp(db, {
  served: pluginRoutes(packages),
  browserServed: pluginBrowserRoutes(packages),
  platforms,
});
const headers = await signIn(app, accounts.merchant);

function build() {
  mkdirSync(join(dist, '_locales/en'), { recursive: true });
  const manifest = { version: '0.1.0', externally_connectable: { matches: ['__CONSOLE_ORIGIN__/*'] } };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(dist, 'worker.js'), 'self.x = 1;');
  writeFileSync(join(dist, 'worker.js.map'), '{}');
  writeFileSync(join(dist, '_locales/en/messages.json'), '{}');
}

const get = (path: string, more: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: apiBase + path, headers: { ...headers, ...more } });

it('says by name that no plugin was built here', async () => {
  const answers = [await get('/plugin/info'), await get('/plugin/download')];

  expect(answers.map((each) => [each.statusCode, each.json().code])).toEqual([
    [503, 'plugin.not-built'],
    [503, 'plugin.not-built'],
  ]);
});

it('hands out a plugin that knows this console', async () => {
  build();
  const host = { host: 'bower.example:8443', cookie: 'lang=pt-BR' };

  const info = (await get('/plugin/info', host)).json<{ data: PluginInfo }>().data;
  const download = await get('/plugin/download', host);
  const files = unzipSync(download.rawPayload);
  const read = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));

  expect(Object.keys(files)).toEqual([
    '_locales/en/messages.json',
    'config.json',
    'manifest.json',
    'worker.js',
  ]);
  // A match pattern cannot contain a port.
  expect(read('manifest.json').externally_connectable.matches).toEqual(['http://bower.example/*']);
  expect(read('config.json')).toEqual({ console: 'http://bower.example:8443', locale: 'pt-BR' });
  expect(download.headers['content-disposition']).toBe('attachment; filename="bowerbird-plugin-0.1.0.zip"');
  expect(info).toMatchObject({
    version: '0.1.0',
    bytes: download.rawPayload.byteLength,
    sha256: createHash('sha256').update(download.rawPayload).digest('hex'),
  });
  expect(info.sites.map(({ platform }) => platform)).toEqual(['aliexpress', 'alibaba', 'alibaba-1688']);
});

it('makes the same bytes of the same plugin for the same console', () => {
  build();
  const console = new URL('https://bower.example');

  const [one, other] = [new Packages(dist), new Packages(dist)].map((each) =>
    each.packageFor(console, 'zh-CN'),
  );
  const elsewhere = new Packages(dist).packageFor(new URL('https://other.example'), 'zh-CN');

  expect(one?.sha256).toBe(other?.sha256);
  expect(elsewhere.sha256).not.toBe(one?.sha256);
});

it.each([
  'bower.example"},{"x',
  'bower.example@evil.example',
  'evil.example/bower.example',
  '*',
  'a b',
  '*.example',
])('writes no host into the plugin that is none: %s', async (host) => {
  build();

  expect((await get('/plugin/download', { host })).statusCode).toBe(400);
  expect((await get('/plugin/info', { host })).statusCode).toBe(400);
});

it('believes no header by which a visitor names another host', async () => {
  build();
  const headers = {
    host: 'bower.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-original-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
  };

  const files = unzipSync((await get('/plugin/download', headers)).rawPayload);

  expect(strFromU8(files['config.json'] ?? new Uint8Array())).toContain('"http://bower.example"');
});

it('is for who may collect', async () => {
  const guest = await app.inject({ method: 'GET', url: `${apiBase}/plugin/download` });

  expect(guest.statusCode).toBe(401);
});
