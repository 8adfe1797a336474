import type { listRecentSources } from '@bowerbird/contract/collect/collect';
import type { getWorkplace } from '@bowerbird/contract/figures/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { signIn } from '../../testing/api/app.ts';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts, sampleProduct } from '../../testing/products/products.ts';
import { collectTests } from '../collect/testing.ts';
import { dashboardRoutes } from './routes.ts';

const { db } = await testDatabase();
const practice = {
  shop: 'http://glade-home.localhost:8901/',
  category: 'http://glade-home.localhost:8901/collections/new-in',
  store: 'aster-practice.localhost:8901',
};
const tests = await collectTests(db, platforms, { served: dashboardRoutes, practice });
const workplace = async () => (await tests.get('/dashboard/workplace')) as AnswerOf<typeof getWorkplace>;

it('guides through the practice shop, reports what was collected and what needs a decision, until it is hidden', async () => {
  expect(await workplace()).toMatchObject({
    today: { collected: 0 },
    needsYou: [],
    firstRun: {
      shopAddress: practice.shop,
      categoryAddress: practice.category,
      collect: null,
      claim: null,
      listing: null,
    },
  });

  const run = await tests.collect(practice.shop, 'shop', feedShop(24, { promised: 30 }));

  expect(await workplace()).toMatchObject({
    today: { collected: 24, edited: 0, listed: 0 },
    unclaimed: 24,
    needsYou: [{ kind: 'partial-collect', runId: run.run.id, title: 'glade-home.localhost:8901' }],
    firstRun: { collect: { runId: run.run.id, state: 'partial', got: 24, promised: 30 } },
  });
  expect((await workplace()).recent).toHaveLength(6);

  await tests.collect(practice.shop, 'shop', feedShop(24));
  await tests.post('/dashboard/first-run/hide');

  expect(await workplace()).toMatchObject({ needsYou: [], firstRun: null });
});

it('shows images of a run’s first products, and the sources collected from last, each once', async () => {
  const [newest, earlier] = (await tests.get('/runs/current')) as Run[];
  const sources = (await tests.get('/collect/sources/recent')) as AnswerOf<typeof listRecentSources>;
  const others = await tests.get('/collect/sources/recent?platform=woocommerce');

  expect(newest?.images).toHaveLength(4);
  expect(earlier?.images).toEqual(newest?.images);
  expect(sources).toMatchObject([{ shop: 'glade-home.localhost:8901', platform: 'shopify', products: 24 }]);
  expect(sources[0]?.address).toBe(practice.shop);
  expect(sources[0]?.images.length).toBeGreaterThan(0);
  expect(others).toEqual([]);
});

it('reports problems in stores by cause, each with one product it is about', async () => {
  const codes = { image: 'store.rejected-product', stock: 'risk.no-stock' };
  const ids = await ownProducts(db, tests.ownerId, [mug, sampleProduct(2), sampleProduct(3)]);
  await tests.asOwner(async (owned) => {
    const [shopId, storeId] = [v7(), v7()];
    await sql`insert into shop (id, owner_id, platform, identity, name, maximum_variants, maximum_options)
      values (${shopId}, ${tests.ownerId}, 'woocommerce', ${shopId}, 'Casa', 100, 3)`.execute(owned);
    await sql`insert into store (id, owner_id, shop_id, name, domain, connection, state, rights)
      values (${storeId}, ${tests.ownerId}, ${shopId}, 'Casa Ipê', ${shopId}, 'token', 'ready', '[]')`.execute(
      owned,
    );
    for (const [index, id] of ids.entries()) {
      const fault = JSON.stringify({
        code: index < 2 ? codes.image : codes.stock,
        params: { message: 'http://raw.example' },
      });
      await sql`insert into listing (id, owner_id, product_id, shop_id, key, state, token, wanted_revision, fault)
        values (${v7()}, ${tests.ownerId}, ${id}, ${shopId}, ${id}, 'refused', ${v7()}, 1, ${fault})`.execute(
        owned,
      );
    }
  });

  const { needsYou } = await workplace();

  expect(needsYou).toMatchObject([
    { kind: 'refused', count: 2, title: 'Casa Ipê', fault: { code: codes.image }, product: { id: ids[1] } },
    { kind: 'refused', count: 1, fault: { code: codes.stock }, product: { id: ids[2] } },
  ]);
});

it('says how many of the practice products are in the practice store, also after one of them was updated there', async () => {
  await tests.asOwner((owned) => sql`update owner set first_run_hidden = false`.execute(owned));
  const { host: shop } = new URL(practice.shop);
  const products = [1, 2, 3, 4]
    .map(sampleProduct)
    .map((each) => each.source && { ...each, source: { ...each.source, shop } });
  const ids = await ownProducts(
    db,
    tests.ownerId,
    products.filter((each) => each !== null),
  );
  const [shopId, storeId] = [v7(), v7()];
  const listTo = async (productIds: readonly string[]) => {
    const runId = v7();
    await tests.asOwner(async (owned) => {
      await sql`insert into run (id, owner_id, kind, state, title, request, total)
        values (${runId}, ${tests.ownerId}, 'listing', 'complete', 'Aster', '{}', ${productIds.length})`.execute(
        owned,
      );
      await sql`insert into listing_run (run_id, owner_id, options, dry, action)
        values (${runId}, ${tests.ownerId}, '{}', false, 'list')`.execute(owned);
      await sql`insert into listing_store_job (run_id, shop_id, store_id, owner_id, state)
        values (${runId}, ${shopId}, ${storeId}, ${tests.ownerId}, 'complete')`.execute(owned);
      for (const [position, productId] of productIds.entries()) {
        await sql`insert into listing_item
          (id, run_id, owner_id, shop_id, store_id, product_id, position, title, revision, state)
          values (${v7()}, ${runId}, ${tests.ownerId}, ${shopId}, ${storeId}, ${productId}, ${position}, 'Mug', 1, 'listed')`.execute(
          owned,
        );
      }
    });
    return runId;
  };
  await tests.asOwner(async (owned) => {
    await sql`insert into shop (id, owner_id, platform, identity, name, maximum_variants, maximum_options)
      values (${shopId}, ${tests.ownerId}, 'shopify', ${shopId}, 'Aster', 100, 3)`.execute(owned);
    await sql`insert into store (id, owner_id, shop_id, name, domain, connection, state, rights, practice)
      values (${storeId}, ${tests.ownerId}, ${shopId}, 'Aster', ${shopId}, 'token', 'ready', '[]', true)`.execute(
      owned,
    );
    for (const [index, id] of ids.slice(0, 3).entries()) {
      await sql`insert into listing (id, owner_id, product_id, shop_id, key, state, token, wanted_revision)
        values (${v7()}, ${tests.ownerId}, ${id}, ${shopId}, ${id}, ${index === 0 ? 'refused' : 'listed'}, ${v7()}, 1)`.execute(
        owned,
      );
    }
  });

  const whole = await listTo(ids.slice(0, 3));
  await listTo(ids.slice(1, 2));

  expect((await workplace()).firstRun).toMatchObject({
    claim: { products: 4 },
    listing: { runId: whole, state: 'complete', listed: 2, total: 3 },
  });
});

it('ends the first steps once listing to a store of one’s own has begun, also where that store makes it wait', async () => {
  await tests.asOwner((owned) => sql`update owner set first_run_hidden = false`.execute(owned));
  expect((await workplace()).firstRun).not.toBeNull();
  await tests.asOwner(async (owned) => {
    const runId = v7();
    await sql`insert into run (id, owner_id, kind, state, title, request)
      values (${runId}, ${tests.ownerId}, 'listing', 'held', 'Casa', '{}')`.execute(owned);
    await sql`insert into listing_run (run_id, owner_id, options, dry, action)
      values (${runId}, ${tests.ownerId}, '{}', false, 'list')`.execute(owned);
    await sql`insert into listing_store_job (run_id, shop_id, store_id, owner_id, state)
      select ${runId}, shop_id, id, owner_id, 'held' from store where owner_id = ${tests.ownerId}`.execute(
      owned,
    );
  });

  expect((await workplace()).firstRun).toBeNull();
});

it('shows an administrator nothing of anybody', async () => {
  const headers = await signIn(tests.app, tests.accounts.administrator);

  const answer = await tests.app.inject({ url: '/shop-reptile/api/dashboard/workplace', headers });

  expect(answer.json()).toMatchObject({ data: { today: { collected: 0 }, recent: [], firstRun: null } });
});
