import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { servedRoutes } from '../../program/served.ts';
import { WritePace } from './write-pace.ts';

const ann = { id: 'ann', ownerId: 'shop' };
const bob = { id: 'bob', ownerId: 'shop' };
const carl = { id: 'carl', ownerId: 'other' };

function paceWith(limits: { person: number; merchant: number }) {
  const held: number[] = [];
  const clock = {
    now: 0,
    monotonic: () => clock.now,
    async sleep(ms: number) {
      held.push(ms);
    },
  };
  const pace = new WritePace(limits, clock);
  /** Counts how many of these simultaneous calls pass without waiting, are held, and are refused. */
  const taken = async (who: typeof ann, calls: number) => {
    held.length = 0;
    const ends = await Promise.allSettled(Array.from({ length: calls }, () => pace.take(who)));
    const refused = ends.filter(({ status }) => status === 'rejected').length;
    return { free: calls - held.length - refused, held: held.length, refused };
  };
  return { clock, pace, taken, held };
}

describe('the pace of writing calls', () => {
  it("lets a fifth of a minute's calls through at once, holds a few, refuses the rest, and gives back evenly", async () => {
    const { clock, taken } = paceWith({ person: 60, merchant: 1000 });

    expect(await taken(ann, 100)).toEqual({ free: 12, held: 5, refused: 83 });
    clock.now += 10_000;
    expect(await taken(ann, 100)).toEqual({ free: 5, held: 5, refused: 90 });
    clock.now += 3_600_000;
    expect(await taken(ann, 12)).toEqual({ free: 12, held: 0, refused: 0 });
  });

  it('holds a call for as long as its turn takes', async () => {
    const { taken, held } = paceWith({ person: 60, merchant: 1000 });
    await taken(ann, 14);

    expect(held).toEqual([1000, 2000]);
  });

  it('counts the people of one merchant together and nobody else', async () => {
    const { taken } = paceWith({ person: 60, merchant: 100 });
    const free = [await taken(ann, 12), await taken(bob, 12), await taken(carl, 12)].map((all) => all.free);

    expect(free).toEqual([12, 8, 12]);
  });

  it('says when the next one gets through', async () => {
    const { pace, taken } = paceWith({ person: 60, merchant: 1000 });
    await taken(ann, 17);

    await expect(pace.take(ann)).rejects.toMatchObject({
      code: 'rate.too-many-calls',
      params: { seconds: 6 },
      waitMs: 6000,
    });
  });

  it('lets 200 images of a phone through as they come, and counts a body of 16 MB as 64 calls more', async () => {
    const { pace, taken } = paceWith({ person: 1200, merchant: 3600 });
    expect(await taken(bob, 200)).toEqual({ free: 200, held: 0, refused: 0 });
    for (let call = 0; call < 4; call += 1) {
      pace.takeMore(ann, 16 * 2 ** 20);
    }

    expect(await taken(ann, 1)).toEqual({ free: 0, held: 1, refused: 0 });
  });

  it('counts a call that starts a run as five', async () => {
    const { pace, taken } = paceWith({ person: 1200, merchant: 3600 });
    for (let run = 0; run < 48; run += 1) {
      await pace.take(ann);
      pace.takeRun(ann);
    }

    expect(await taken(ann, 1)).toEqual({ free: 0, held: 1, refused: 0 });
    expect(await taken(bob, 1)).toEqual({ free: 1, held: 0, refused: 0 });
  });
});

const limits = { person: 60, merchant: 60 };
/** A clock that stands still: nobody waits, and no budget is refilled. */
const standing = { monotonic: () => 0, sleep: async () => undefined };

it('refuses what comes too fast over HTTP with a time to wait, by session and by API token, and reading never [asvs 2.4.1]', async () => {
  const { db } = await testDatabase();
  const pace = new WritePace(limits, standing);
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
  // Creating the token took one of the twelve calls; five are held.
  const through = await Promise.all(Array.from({ length: 16 }, query));
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
  expect(refused.headers['retry-after']).toBe('6');
  expect(refused.json()).toMatchObject({
    code: 'rate.too-many-calls',
    message: 'Too many requests in a short time, so this one was not processed. Try again in 6 seconds.',
  });
  expect(byToken.json()).toMatchObject({ code: 'rate.too-many-calls' });
  expect(read.statusCode).toBe(200);
});

it('counts the start of a run as five calls over HTTP', async () => {
  const { db } = await testDatabase();
  const pace = new WritePace(limits, standing);
  const { app, accounts } = await testApp(db, { every: servedRoutes, pace });
  const headers = await signIn(app, accounts.merchant);
  const statuses = [];
  for (let call = 0; call < 5; call += 1) {
    const answer = await app.inject({ method: 'POST', url: `${apiBase}/exports`, headers, payload: {} });
    statuses.push(answer.statusCode);
  }

  // Twelve calls at once, and five more that are held: three starts, and the rest of a fourth.
  expect(statuses).toEqual([400, 400, 400, 400, 429]);
});

it.each([
  ['a body of 5 MB', 'application/json', true, 429],
  ['a body of 5 MB that does not say its size', 'application/json', false, 429],
  ['a file of 5 MB, which nobody parses', 'multipart/form-data; boundary=x', true, 400],
])('counts %s over HTTP', { tags: ['slow'] }, async (_what, type, saysSize, status) => {
  const { db } = await testDatabase();
  const pace = new WritePace(limits, standing);
  const { app, accounts } = await testApp(db, { every: servedRoutes, pace });
  const headers = { ...(await signIn(app, accounts.merchant)), 'content-type': type };
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const bytes = new TextEncoder().encode(JSON.stringify({ filter: 'x'.repeat(5 * 2 ** 20) }));
  const send = async (body: BodyInit) => {
    // A streamed body needs `duplex`, which the browser's types lack.
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const answer = await fetch(`${address}${apiBase}/products/query`, init);
    await answer.text();
    return answer.status;
  };

  const first = await send(saysSize ? bytes : new Blob([bytes]).stream());

  expect(first).toBe(400);
  expect(await send('{}')).toBe(status);
  await app.close();
});
