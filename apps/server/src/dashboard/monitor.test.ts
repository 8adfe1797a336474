import type { getMonitor } from '@bowerbird/contract/figures/monitor';
import type { AnswerOf } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { anotherMerchant, signIn } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { collectTests } from '../collect/testing.ts';
import { realClock } from '../time/clock.ts';
import { insightRoutes } from './insight-routes.ts';
import { gaugeOf } from './monitor-health.ts';

type Monitor = AnswerOf<typeof getMonitor>;

const { db } = await testDatabase();
const tests = await collectTests(db, platforms, { served: insightRoutes(realClock) });
const { ownerId } = tests;
const monitor = async () => (await tests.get('/dashboard/monitor')) as Monitor;
let runId = '';

beforeAll(async () => {
  runId = await tests.start('https://secret-source.example/', 'shop');
  await tests.asOwner(async (owned) => {
    await sql`update run set state = 'running', started_at = now() - interval '1 hour', total = 100, done = 40, failed = 2 where id = ${runId}`.execute(
      owned,
    );
    await sql`insert into collect_batch (run_id, seq, owner_id, source_ids)
      select ${runId}, 0, ${ownerId}, array_agg(n::text) from generate_series(1, 480) as n`.execute(owned);
    const shopId = v7();
    await sql`insert into shop (id, owner_id, platform, identity, name, maximum_variants, maximum_options, throttle)
      values (${shopId}, ${ownerId}, 'shopify', 'x', 'Aster', 100, 3, ${JSON.stringify({
        maximumAvailable: 1000,
        currentlyAvailable: 250,
        restoreRate: 0,
        seenAt: new Date().toISOString(),
      })})`.execute(owned);
    await sql`insert into store (id, owner_id, shop_id, name, domain, connection, state, rights, fault)
      values (${v7()}, ${ownerId}, ${shopId}, 'Secret store', 'x', 'token', 'lost', '[]',
        '{"code":"store.credentials-wrong","params":{}}')`.execute(owned);
  });
});

it('shows a merchant each store and each source that is being read, with pace, rest and what needs a hand', async () => {
  const { channels, runs, machine } = await monitor();

  expect(channels).toMatchObject([
    {
      what: 'store',
      name: 'Secret store',
      state: 'idle',
      limitUsed: 75,
      waiting: 0,
      health: 'act',
      fault: { code: 'store.credentials-wrong' },
    },
    {
      what: 'source',
      name: 'secret-source.example',
      runId,
      state: 'running',
      perSecond: 4,
      waiting: 58,
      health: 'normal',
    },
  ]);
  expect(runs).toEqual([{ kind: 'collect', state: 'running', count: 1 }]);
  expect(machine).toBeNull();
});

it('asks for a hand only where a run does not continue by itself', async () => {
  const hold = (goesOnAt: string | null) =>
    tests.asOwner((owned) =>
      sql`update run set state = 'held', goes_on_at = ${goesOnAt} where id = ${runId}`.execute(owned),
    );
  const health = async () => (await monitor()).channels.find(({ what }) => what === 'source')?.health;

  await hold(new Date(Date.now() + 60_000).toISOString());
  const resting = await health();
  await hold(null);
  const stuck = await health();
  await tests.asOwner((owned) => sql`update run set state = 'running' where id = ${runId}`.execute(owned));

  expect([resting, stuck]).toEqual(['watch', 'act']);
});

it('shows another merchant nothing of it', async () => {
  const ben = await signIn(tests.app, await anotherMerchant(db, 'ben'));

  const { body } = await tests.send('GET', '/dashboard/monitor', undefined, ben);

  expect(body.data).toMatchObject({ channels: [], platforms: [], runs: [], machine: null });
});

it('shows an administrator totals and the machine, and no name of anything', async () => {
  const administrator = await signIn(tests.app, tests.accounts.administrator);

  const { body } = await tests.send('GET', '/dashboard/monitor', undefined, administrator);
  const reported = body.data as Monitor;

  expect(reported.channels).toEqual([]);
  expect(reported.platforms).toMatchObject([
    { what: 'source', platform: 'shopify', channels: 1, perSecond: 4, waiting: 58 },
  ]);
  expect(reported.runs).toEqual([{ kind: 'collect', state: 'running', count: 1 }]);
  expect(reported.machine?.databaseConnections.value).toBeGreaterThan(0);
  expect(reported.machine?.databaseBytes).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/secret/i);
});

it('calls a figure normal inside its band, to be watched outside, and asks for a hand only at the end', () => {
  const healthAt = (value: number) => gaugeOf(value, { normalMax: 10, actionFrom: 60 }).health;

  expect([10, 11, 59, 60].map(healthAt)).toEqual(['normal', 'watch', 'watch', 'act']);
});
