import { AppError } from '@bowerbird/contract/errors';
import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { servedRoutes } from '../served.ts';
import { signIn, testApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import { WritePace } from './write-pace.ts';

const ann = { id: 'ann', ownerId: 'shop' };
const bob = { id: 'bob', ownerId: 'shop' };
const carl = { id: 'carl', ownerId: 'other' };

function paceWith(limits: { person: number; merchant: number }) {
  const clock = { now: 0, monotonic: () => clock.now };
  const pace = new WritePace(limits, clock);
  /** How many of these calls get through. */
  const taken = (who: typeof ann, calls: number) => {
    let through = 0;
    for (let call = 0; call < calls; call += 1) {
      try {
        pace.take(who);
        through += 1;
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(AppError);
      }
    }
    return through;
  };
  return { clock, pace, taken };
}

describe('the pace of writing calls', () => {
  it("lets a minute's calls through at once and gives them back evenly", () => {
    const { clock, taken } = paceWith({ person: 60, merchant: 1000 });

    expect(taken(ann, 100)).toBe(60);
    clock.now += 10_000;
    expect(taken(ann, 100)).toBe(10);
    clock.now += 3_600_000;
    expect(taken(ann, 100)).toBe(60);
  });

  it('counts the people of one merchant together and nobody else', () => {
    const { taken } = paceWith({ person: 60, merchant: 100 });

    expect([taken(ann, 80), taken(bob, 80), taken(carl, 80)]).toEqual([60, 40, 60]);
  });

  it('says when the next one gets through', () => {
    const { pace, taken } = paceWith({ person: 60, merchant: 1000 });
    taken(ann, 60);

    expect(() => pace.take(ann)).toThrow(
      expect.objectContaining({ code: 'rate.too-many-calls', params: { seconds: 1 }, waitMs: 1000 }),
    );
  });
});

it('refuses what comes too fast over HTTP with a time to wait, by session and by API token, and reading never [asvs 2.4.1]', async () => {
  const { db } = await testDatabase();
  const pace = new WritePace({ person: 60, merchant: 60 }, { monotonic: () => 0 });
  const { app, accounts } = await testApp(db, { every: servedRoutes, pace });
  const headers = { ...(await signIn(app, accounts.merchant)), cookie: 'lang=en-US' };
  const query = () =>
    app.inject({ method: 'POST', url: `${apiBase}/products/query`, headers, payload: { filter: {} } });
  const made = await app.inject({
    method: 'POST',
    url: `${apiBase}/account/tokens`,
    headers,
    payload: { name: 'Import', permissions: [{ permission: 'products', actions: ['query'] }], days: 30 },
  });
  const { token } = made.json<{ data: { token: string } }>().data;
  const through = await Promise.all(Array.from({ length: 59 }, query));
  const refused = await query();
  const byToken = await app.inject({
    method: 'POST',
    url: `${apiBase}/products/query`,
    headers: { 'access-token': token },
    payload: { filter: {} },
  });
  const read = await app.inject({ url: `${apiBase}/products/facets`, headers });

  expect(new Set(through.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toMatchObject({
    code: 'rate.too-many-calls',
    message: 'Too many requests in a short time, so this one was not carried out. Try again in 1 seconds.',
  });
  expect(byToken.json()).toMatchObject({ code: 'rate.too-many-calls' });
  expect(read.statusCode).toBe(200);
});
