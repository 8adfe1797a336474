import { apiBase } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';

const [{ db: proxied }, { db: named }, { db: plain }] = [
  await testDatabase(),
  await testDatabase(),
  await testDatabase(),
];
const appWith = async (db: typeof plain, environment: Record<string, string>) =>
  (await testApp(db, { services: { config: readConfig({ LOG_LEVEL: 'silent', ...environment }) } })).app;
const apps = {
  proxied: await appWith(proxied, {
    TRUSTED_PROXIES: '127.0.0.1',
    BOWERBIRD_PUBLIC_URL: 'https://bower.example',
  }),
  named: await appWith(named, { BOWERBIRD_PUBLIC_URL: 'https://bower.example' }),
  plain: await appWith(plain, {}),
};
const https = { 'x-forwarded-proto': 'https' };

const answered: [string, keyof typeof apps, Record<string, string>, boolean][] = [
  ['behind a proxy that says https', 'proxied', { ...https, host: 'bower.example' }, true],
  ['behind a proxy that says http', 'proxied', { 'x-forwarded-proto': 'http', host: 'bower.example' }, false],
  ['behind a proxy that does not say', 'proxied', { host: 'bower.example' }, true],
  ['at the public address', 'named', { host: 'bower.example' }, true],
  ['at the public address in capitals', 'named', { host: 'BOWER.example:443' }, true],
  ['on this machine, past the proxy', 'named', { host: '127.0.0.1:8000' }, false],
  ['by plain http', 'plain', { host: 'bower.example' }, false],
  ['by plain http, as somebody says https who is not believed', 'plain', https, false],
];

it.each(answered)(
  'every answer %s tells browsers to come by https alone, or none',
  async (_where, app, headers, isReported) => {
    for (const url of ['/healthz', `${apiBase}/user/get-user`, `${apiBase}/runs/%zz`, '/no/such/page']) {
      const { headers: reported } = await apps[app].inject({ url, headers });

      expect([url, reported['strict-transport-security']]).toEqual([
        url,
        isReported ? 'max-age=31536000' : undefined,
      ]);
    }
  },
);
