import type { QuotaName } from '@bowerbird/contract/billing/billing';
import { platforms } from '@bowerbird/platforms/all';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { beforeEach, describe, expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { listingBench, someProducts } from '../../testing/listing/listing.ts';
import { collectedProducts, mug } from '../../testing/products/products.ts';
import { chooseCollected } from '../collect/lists/filter.ts';
import { collectTests } from '../collect/testing.ts';
import { asOwner } from '../db/database.ts';
import { unrecorded } from '../http/recorded.ts';
import { claimCollected } from '../products/claim/claim.ts';
import { claimJob } from '../products/claim/claim-job.ts';
import { createProduct } from '../products/list/queries.ts';
import { findPriceGuard } from '../rules/price-guard.ts';
import { createRun, getRun } from '../runs/runs.ts';
import { connectStoreTo } from '../stores/connect.ts';
import { preparePlans } from './plans.ts';
import { countUsed, requireQuota } from './quotas.ts';
import { standingOf } from './standing.ts';
import { limitTo } from './testing/limit-to.ts';
import { wakeHeld } from './waking.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);
const woken: string[] = [];
const services = {
  ...tests.services,
  jobs: { ...tests.services.jobs, wake: async (run: { id: string }) => void woken.push(run.id) },
};

const used = (ownerId: string, what: QuotaName) =>
  asOwner(db, ownerId, (owned) => countUsed(owned, ownerId, what));
const freeze = (id: string, status: 'active' | 'frozen') =>
  db.updateTable('owner').set({ status, status_reason: 'unpaid' }).where('id', '=', id).execute();
const mugs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...mug, handle: `m${index}` }));

beforeEach(() => preparePlans(db, false));

it('limits nobody where plans are off, and counts nothing', async () => {
  const ownerId = await testOwner(db);
  await asOwner(db, ownerId, (owned) => requireQuota(owned, ownerId, 'collected-per-month', 1_000_000));

  expect(await used(ownerId, 'collected-per-month')).toBe(0);
});

it('shows no figure of a month where plans are off: none is counted', async () => {
  const ownerId = await testOwner(db);
  const { use } = await asOwner(db, ownerId, (owned) => standingOf(owned, ownerId, services.config));

  expect(use.map(({ what }) => what)).toEqual(['products', 'stores', 'people']);
});

describe('products', () => {
  it('two at once cannot both take the last place [asvs 2.3.2] [asvs 2.3.4]', async () => {
    await limitTo(db, { products: 5 });
    const ownerId = await testOwner(db);
    const ids = await collectedProducts(db, ownerId, mugs(8));
    const claims = await Promise.allSettled(
      [ids.slice(0, 4), ids.slice(4)].map((collectedIds) =>
        asOwner(db, ownerId, (owned) =>
          claimCollected(owned, ownerId, { collectedIds, edits: [], userId: null }),
        ),
      ),
    );

    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(claims.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'quota.exceeded', params: { what: 'products', limit: 5, used: 4 } },
    });
    expect(await used(ownerId, 'products')).toBe(4);
  });

  it('one written by hand counts like a claimed one', async () => {
    await limitTo(db, { products: 0 });
    const { id: userId } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow();
    const write = () =>
      asOwner(db, tests.ownerId, (owned) => createProduct(owned, tests.ownerId, mug, userId));

    await expect(write()).rejects.toMatchObject({ code: 'quota.exceeded' });
    await limitTo(db, { products: 1 });
    await write();
    await expect(write()).rejects.toMatchObject({ code: 'quota.exceeded' });
  });

  it('a claim run takes what fits, waits, and continues after an upgrade', async () => {
    await limitTo(db, { products: 7 });
    const ownerId = await testOwner(db);
    await collectedProducts(db, ownerId, mugs(12));
    const request = { selection: { filter: { state: 'unclaimed' }, except: [] }, edits: [], userId: null };
    const runId = await asOwner(db, ownerId, (owned) =>
      createRun(owned, ownerId, { kind: 'claim', title: '', request, createdBy: null }),
    );
    const work = () =>
      claimJob(services, chooseCollected, findPriceGuard).work(
        { runId, ownerId, key: runId },
        new AbortController().signal,
      );
    const run = () => asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId));

    await work();
    const held = await run();
    const kept = await used(ownerId, 'products');
    await limitTo(db, { products: 100 });
    await wakeHeld(services, ownerId);
    await work();

    expect(held).toMatchObject({ state: 'held', fault: { code: 'quota.exceeded', params: { limit: 7 } } });
    expect(kept).toBe(7);
    expect(woken).toContain(runId);
    expect(await run()).toMatchObject({ state: 'complete' });
    expect(await used(ownerId, 'products')).toBe(12);
  });
});

describe('collecting', () => {
  it('saves exactly what fits, waits for the next month, and continues after an upgrade with the rest', async () => {
    await limitTo(db, { 'collected-per-month': 90 });
    const before = await tests.count();
    const shop = feedShop(300);

    const held = await tests.collect('https://quota.example/', 'shop', shop);
    const kept = (await tests.count()) - before;
    const refused = await tests.send('POST', '/collect/runs', {
      platform: 'shopify',
      scope: 'shop',
      addresses: ['https://other.example/'],
    });
    await limitTo(db, { 'collected-per-month': 1000 });
    await wakeHeld(services, tests.ownerId);
    const whole = await tests.work(held.run.id, shop);

    expect(held.run).toMatchObject({ state: 'held', done: 90, fault: { code: 'quota.exceeded' } });
    expect(new Date(held.run.goesOnAt ?? '').getUTCDate()).toBe(1);
    expect(kept).toBe(90);
    expect([refused.status, refused.body.code]).toEqual([422, 'quota.exceeded']);
    expect(whole.run).toMatchObject({ state: 'complete', done: 300 });
    expect((await tests.count()) - before).toBe(300);
    expect(await used(tests.ownerId, 'collected-per-month')).toBe(300);
  });

  it('what is read again counts nothing', async () => {
    await limitTo(db, { 'collected-per-month': 10_000 });
    const shop = feedShop(40);
    await tests.collect('https://again.example/', 'shop', shop);
    const once = await used(tests.ownerId, 'collected-per-month');
    await tests.collect('https://again.example/', 'shop', shop);

    expect(await used(tests.ownerId, 'collected-per-month')).toBe(once);
  });
});

describe('listing', () => {
  it('sends what fits and no more, counts each product once, and continues after an upgrade', {
    tags: ['slow'],
  }, async () => {
    await limitTo(db, { 'listed-per-month': 7 });
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(12));
    const request = await bench.start(ids);
    await bench.workOut(request);
    const held = await bench.view(request.runId);
    const sent = bench.shop.view().products.length;
    const another = bench.start(await bench.own(someProducts(1, 100)));
    await expect(another).rejects.toMatchObject({ code: 'quota.exceeded' });

    await limitTo(db, { 'listed-per-month': 100 });
    await bench.work(request);

    expect(held.run).toMatchObject({ state: 'held', fault: { code: 'quota.exceeded' } });
    expect(held.counts).toMatchObject({ listed: 7, waiting: 5 });
    expect(sent).toBe(7);
    expect((await bench.view(request.runId)).counts).toMatchObject({ listed: 12 });
    expect(bench.shop.view().products).toHaveLength(12);
    expect(await used(bench.ownerId, 'listed-per-month')).toBe(12);
  });

  it('what is in the store already continues without counting, also with nothing left', {
    tags: ['slow'],
  }, async () => {
    await limitTo(db, { 'listed-per-month': 3 });
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids);
    await limitTo(db, { 'listed-per-month': 0 });

    const again = await bench.list(ids);

    expect(again.run.state).toBe('complete');
    expect(await used(bench.ownerId, 'listed-per-month')).toBe(3);
  });
});

describe('stores', () => {
  it('one more than the plan allows is refused, the practice store is not counted [asvs 2.3.2]', async () => {
    const shops = new Map(
      ['first', 'second', 'third'].map((name) => [
        `${name}.localhost`,
        createShopifyShop({ name, settings: { pace: 'free' } }),
      ]),
    );
    await limitTo(db, { stores: 1 });
    const ownerId = await testOwner(db);
    const connect = (name: string, practice = false) =>
      connectStoreTo(
        { ...services, fetch: fetchFrom(shops), platforms: new Map([['shopify', shopify]]) },
        ownerId,
        {
          platform: 'shopify',
          name,
          domain: `${name}.localhost:8000`,
          connection: 'token',
          credentials: { token: `practice-token-${name}` },
          practice,
        },
        unrecorded,
      );
    await connect('first', true);
    const both = await Promise.allSettled([connect('second'), connect('third')]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await used(ownerId, 'stores')).toBe(1);
  });
});

describe('a frozen merchant', () => {
  it('starts nothing and connects nothing, and reads on', async () => {
    await freeze(tests.ownerId, 'frozen');
    const collect = await tests.send('POST', '/collect/runs', {
      platform: 'shopify',
      scope: 'shop',
      addresses: ['https://frozen.example/'],
    });
    const read = await tests.send('POST', '/collect/results/query', { filter: {} });
    await freeze(tests.ownerId, 'active');

    expect(collect.body).toMatchObject({ code: 'owner.frozen', params: { reason: 'unpaid' } });
    expect(read.status).toBe(200);
  });

  it('finds a run that was under way held, and it continues once they are unfrozen', async () => {
    const shop = feedShop(20);
    const id = await tests.start('https://thaw.example/', 'shop');
    await freeze(tests.ownerId, 'frozen');
    const held = await tests.work(id, shop);
    await freeze(tests.ownerId, 'active');
    await wakeHeld(services, tests.ownerId);
    const whole = await tests.work(id, shop);

    expect(held.run).toMatchObject({ state: 'held', fault: { code: 'owner.frozen' } });
    expect(whole.run).toMatchObject({ state: 'complete', done: 20 });
  });
});
