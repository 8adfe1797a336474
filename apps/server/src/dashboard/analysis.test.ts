import type { getAnalysis, Measure } from '@bowerbird/contract/figures/analysis';
import type { AnswerOf } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn } from '../../testing/api/app.ts';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts } from '../../testing/products/products.ts';
import { collectTests } from '../collect/testing.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { productRoutes } from '../products/routes.ts';
import { realClock } from '../time/clock.ts';
import { insightRoutes } from './insight-routes.ts';

type Analysis = AnswerOf<typeof getAnalysis>;

const { db } = await testDatabase();
const tests = await collectTests(db, platforms, {
  served: [...productRoutes, ...insightRoutes(realClock)],
});
const { ownerId } = tests;

const today = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const pathOf = (from = today, to = today) => `/dashboard/analysis?from=${from}&to=${to}&zone=UTC`;
const analysis = async (from?: string, to?: string) => (await tests.get(pathOf(from, to))) as Analysis;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
/** All breakdowns of a measure. */
const sumsOf = ({ points, byPlatform, byPlace }: Measure) => [
  sum(points),
  ...[byPlatform, byPlace].flatMap((parts) => [
    sum(parts.map(({ total }) => total)),
    sum(parts.flatMap((part) => part.points)),
  ]),
];

it('counts what the runs reported as collected, and still counts it after the products are deleted', async () => {
  const first = await tests.collect('https://glade.example/', 'shop', feedShop(24));
  const again = await tests.collect('https://glade.example/', 'shop', feedShop(30));
  const reported = first.figures.got + again.figures.got;
  await tests.post('/collect/results/delete', { selection: { filter: {}, except: [] }, expected: 30 });

  const { measures, success, step } = await analysis();

  expect([reported, await tests.count(), step]).toEqual([54, 0, 'hour']);
  expect(measures.collected).toMatchObject({ total: 54, before: 0 });
  expect(measures.collected?.byPlace).toMatchObject([
    { name: 'glade.example', platform: 'shopify', total: 54 },
  ]);
  expect(success).toEqual([
    { what: 'collected', key: 'glade.example', name: 'glade.example', platform: 'shopify', good: 54, bad: 0 },
  ]);
});

it('reports what could not be read, why, and which run to look at', async () => {
  const shop = feedShop(4);
  Object.assign(shop.products[3] ?? {}, { variants: [{ price: '12,50', option1: 'Default Title' }] });
  const { run } = await tests.collect('https://dear.example/', 'shop', shop);

  const { success, reasons } = await analysis();

  expect(success.find(({ key }) => key === 'dear.example')).toMatchObject({ good: 3, bad: 1 });
  expect(reasons).toEqual([{ what: 'collected', code: 'source.price-unreadable', count: 1, runId: run.id }]);
});

it('counts each product once for each edit, and keeps the count when the product goes', async () => {
  const [id = ''] = await ownProducts(db, ownerId, [mug]);
  const edit = (title: string) =>
    tests.post(`/products/${id}/edit`, {
      edits: [{ kind: 'replace-in-title', find: 'mug', replaceWith: title }],
    });
  await edit('mug mug');
  await edit('cup');
  await tests.asOwner((owned) => owned.deleteFrom('product').where('id', '=', id).execute());

  const { edited } = (await analysis()).measures;

  expect(edited).toMatchObject({ total: 2 });
  expect(edited?.byPlace).toMatchObject([{ name: mug.source?.shop, platform: 'shopify', total: 2 }]);
});

it('counts what stores took and what they refused, on the day it was decided', async () => {
  const { runId, storeId } = await tests.asOwner((owned) =>
    listedRows(owned, { listed: 5, refused: 2, daysAgo: 1 }),
  );
  await tests.asOwner((owned) => listedRows(owned, { listed: 3, refused: 0, daysAgo: 9 }));

  const week = await analysis(dayBefore(6), today);

  expect(week.measures.listed).toMatchObject({ total: 5, before: 3, points: [0, 0, 0, 0, 0, 5, 0] });
  expect(week.success).toContainEqual({
    what: 'listed',
    key: storeId,
    name: 'Aster',
    platform: 'shopify',
    good: 5,
    bad: 2,
  });
  expect(week.reasons).toContainEqual({ what: 'listed', code: 'store.sku-taken', count: 2, runId });
  expect((await analysis()).measures.listed?.total).toBe(0);
});

it('counts the products of every product file', async () => {
  await tests.asOwner((owned) => exportedRow(owned, 40));
  await tests.asOwner((owned) => exportedRow(owned, 2));

  expect((await analysis()).measures.exported).toMatchObject({
    total: 42,
    byPlatform: [{ name: 'shopify', total: 42 }],
  });
});

it('is made of parts that add up, however many sources there are', { tags: ['slow'] }, async () => {
  for (let shop = 0; shop < 9; shop += 1) {
    await tests.collect(`https://shop-${shop}.example/`, 'shop', feedShop(shop + 1));
  }

  const { measures } = await analysis(dayBefore(29), today);

  for (const measure of Object.values(measures)) {
    expect(sumsOf(measure)).toEqual(sumsOf(measure).map(() => measure.total));
  }
  expect(measures.collected?.byPlace).toHaveLength(6);
  expect(measures.collected?.byPlace.at(-1)).toMatchObject({ key: null });
});

it('shows another merchant and an administrator nothing of it', async () => {
  const ben = await signIn(tests.app, await anotherMerchant(db, 'ben'));
  const administrator = await signIn(tests.app, tests.accounts.administrator);

  for (const as of [ben, administrator]) {
    const { body } = await tests.send('GET', pathOf(dayBefore(29), today), undefined, as);
    const { measures, success, reasons } = body.data as Analysis;
    expect(Object.values(measures).map(({ total, before }) => total + before)).toEqual([0, 0, 0, 0]);
    expect([success, reasons]).toEqual([[], []]);
  }
});

it('refuses a zone that is none and a period that is too long', async () => {
  const requested = [
    'from=2026-01-01&to=2026-01-02&zone=Mars/Base',
    'from=2001-01-01&to=2026-01-02&zone=UTC',
  ];

  for (const query of requested) {
    expect((await tests.send('GET', `/dashboard/analysis?${query}`)).status).toBe(400);
  }
});

/** A run's items in a store, as listing leaves them. */
async function listedRows(owned: OwnerDb, given: { listed: number; refused: number; daysAgo: number }) {
  const [shopId, storeId, runId] = [v7(), v7(), v7()];
  const at = new Date(`${dayBefore(given.daysAgo)}T12:00:00Z`);
  await sql`insert into shop (id, owner_id, platform, identity, name, maximum_variants, maximum_options)
    values (${shopId}, ${ownerId}, 'shopify', ${shopId}, 'Aster', 100, 3)`.execute(owned);
  await sql`insert into store (id, owner_id, shop_id, name, domain, connection, state, rights)
    values (${storeId}, ${ownerId}, ${shopId}, 'Aster', ${shopId}, 'token', 'ready', '[]')`.execute(owned);
  await sql`insert into run (id, owner_id, kind, state, title, request)
    values (${runId}, ${ownerId}, 'listing', 'complete', 'Aster', '{}')`.execute(owned);
  const states = [...Array(given.listed).fill('listed'), ...Array(given.refused).fill('refused')];
  for (const [position, state] of states.entries()) {
    const [listingId, productId] = [v7(), v7()];
    const fault = state === 'refused' ? JSON.stringify({ code: 'store.sku-taken', params: {} }) : null;
    await sql`insert into listing (id, owner_id, product_id, shop_id, key, state, token, wanted_revision)
      values (${listingId}, ${ownerId}, ${productId}, ${shopId}, ${listingId}, 'listed', ${v7()}, 1)`.execute(
      owned,
    );
    await sql`insert into listing_item
      (id, run_id, owner_id, shop_id, store_id, product_id, listing_id, position, title, revision, state, fault, at)
      values (${v7()}, ${runId}, ${ownerId}, ${shopId}, ${storeId}, ${productId}, ${listingId}, ${position}, 'x', 1,
        ${state}, ${fault}, ${at})`.execute(owned);
  }
  return { runId, storeId };
}

async function exportedRow(owned: OwnerDb, products: number): Promise<void> {
  const runId = v7();
  await sql`insert into run (id, owner_id, kind, state, title, request)
    values (${runId}, ${ownerId}, 'export', 'complete', 'goods.csv', '{}')`.execute(owned);
  await sql`insert into export_file (id, owner_id, run_id, name, format, products, rows, bytes, sha256)
    values (${v7()}, ${ownerId}, ${runId}, 'goods.csv', 'shopify', ${products}, 1, 1, '')`.execute(owned);
}

it('counts an edit of another merchant for them alone', async () => {
  const ben = await anotherMerchant(db, 'ben-edits');
  const rows = await asOwner(db, ben.ownerId, (owned) =>
    owned.selectFrom('edit_figure').selectAll().execute(),
  );

  expect(rows).toEqual([]);
});
