import { expect, it } from 'vitest';
import { testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';
import { realClock } from '../../time/clock.ts';
import { Places, usualPlaces } from '../crowding/places.ts';
import { openMetrics } from './metrics.ts';

const { db } = await testDatabase();
const token = 'a-token-of-four-and-20-signs';

it('counts answers by route and status, refusals of a crowded server too, and never by an id or a name', async () => {
  const metrics = await openMetrics('127.0.0.1', 0);
  const limits = { ...usualPlaces };
  const { app } = await testApp(db, {
    prepare: (built) => metrics.watch(built),
    places: new Places(realClock, limits),
  });
  const url = '/shop-reptile/api/runs/01900000-0000-7000-8000-000000000000';

  await app.inject({ url });
  const none = { first: 0, 'sign-in': 0, usual: 0, last: 0, outside: 0 };
  Object.assign(limits, { ofKind: none, waiting: none });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const refused = await fetch(`${address}${url}`);
  await refused.text();
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/`)).text();
  await app.close();
  await metrics.close();

  const counted = (status: number) =>
    `bowerbird_http_seconds_count{route="/shop-reptile/api/runs/:id",method="GET",status="${status}"} 1`;
  expect(refused.status).toBe(503);
  expect(text).toContain(counted(401));
  expect(text).toContain(counted(503));
  expect(text).not.toContain('01900000');
});

it.each([
  ['nothing', undefined],
  ['another token', 'Bearer another-token-of-24-signs'],
  ['the token without its scheme', token],
  ['half of the token', `Bearer ${token.slice(0, 12)}`],
  ['a longer one', `Bearer ${token}x`],
])('gives its figures to nobody who brings %s [asvs 13.4.5]', async (_what, authorization) => {
  const metrics = await openMetrics('127.0.0.1', 0, token);
  const address = `http://127.0.0.1:${metrics.port}/`;

  const refused = await fetch(address, { headers: authorization ? { authorization } : {} });
  const answered = await fetch(address, { headers: { authorization: `bearer ${token}` } });
  await metrics.close();

  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  expect(await refused.text()).toBe('');
  expect(answered.status).toBe(200);
});

it.each(['0.0.0.0', '::', '192.0.2.7', 'bower.example', '127.0.0.1.example'])(
  'is not opened on %s without a token [asvs 13.4.5]',
  (HOST) => {
    const wide = { METRICS_PORT: '9464', HOST };

    expect(() => readConfig(wide)).toThrow(
      /^METRICS_TOKEN: is needed .*\. Correct it in the environment and start again\.$/,
    );
    expect(readConfig({ ...wide, METRICS_TOKEN: token })).toMatchObject({ metricsToken: token });
    expect(readConfig({ HOST })).toMatchObject({ metricsPort: undefined });
  },
);

it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('needs no token on %s', (HOST) => {
  expect(readConfig({ METRICS_PORT: '9464', HOST })).toMatchObject({ metricsToken: undefined });
});

it('takes no token that can be guessed', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN: /);
});
