import type { Center } from '@bowerbird/contract/account/profile';
import type { getAnalysis } from '@bowerbird/contract/figures/analysis';
import type { getWorkplace } from '@bowerbird/contract/figures/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts } from '../../testing/products/products.ts';
import { profileRoutes } from '../account/profile/profile-routes.ts';
import { collectTests } from '../collect/testing.ts';
import type { OwnerDb } from '../db/database.ts';
import { dayIn } from '../figures/days.ts';
import { viewRun } from '../listing/api/view.ts';
import { productRoutes } from '../products/routes.ts';
import { realClock } from '../time/clock.ts';
import { insightRoutes } from './insight-routes.ts';
import { dashboardRoutes } from './routes.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms, {
  served: [...productRoutes, ...insightRoutes(realClock), ...dashboardRoutes, ...profileRoutes],
});
const { ownerId } = tests;
const { id: userId } = await tests.asOwner((owned) =>
  owned.selectFrom('user').select('id').where('owner_id', '=', ownerId).executeTakeFirstOrThrow(),
);

/** Fourteen hours ahead of UTC: for most of a day it is already another day there. */
const zone = 'Pacific/Kiritimati';
const now = new Date();
const long = new Date(now.getTime() - 20 * 86_400_000);

const workplace = async () =>
  ((await tests.get(`/dashboard/workplace?zone=${zone}`)) as AnswerOf<typeof getWorkplace>).today;
const analysis = async (days: number) => {
  const from = dayIn(zone, new Date(now.getTime() - (days - 1) * 86_400_000));
  const path = `/dashboard/analysis?from=${from}&to=${dayIn(zone, now)}&zone=${zone}`;
  return (await tests.get(path)) as AnswerOf<typeof getAnalysis>;
};
const center = async () => (await tests.get('/account/center')) as Center;

interface Items {
  store: Store;
  products: readonly string[];
  state: string;
  at?: Date;
}
interface Store {
  shopId: string;
  storeId: string;
}

async function connect(owned: OwnerDb, name: string): Promise<Store> {
  const [shopId, storeId] = [v7(), v7()];
  await sql`insert into shop (id, owner_id, platform, identity, name, maximum_variants, maximum_options)
    values (${shopId}, ${ownerId}, 'shopify', ${shopId}, ${name}, 100, 3)`.execute(owned);
  await sql`insert into store (id, owner_id, shop_id, name, domain, connection, state, rights)
    values (${storeId}, ${ownerId}, ${shopId}, ${name}, ${shopId}, 'token', 'ready', '[]')`.execute(owned);
  return { shopId, storeId };
}

/** A run with its items, as listing leaves them. */
async function ranWith(
  owned: OwnerDb,
  items: readonly Items[],
  { dry = false, action = 'list', by = userId as string | null } = {},
): Promise<string> {
  const runId = v7();
  await sql`insert into run (id, owner_id, kind, state, title, request, created_by)
    values (${runId}, ${ownerId}, 'listing', 'partial', 'Aster', '{}', ${by})`.execute(owned);
  await sql`insert into listing_run (run_id, owner_id, options, dry, action)
    values (${runId}, ${ownerId}, '{}', ${dry}, ${action})`.execute(owned);
  for (const { store, products, state, at = now } of items) {
    await sql`insert into listing_store_job (run_id, shop_id, store_id, owner_id, state)
      values (${runId}, ${store.shopId}, ${store.storeId}, ${ownerId}, 'complete') on conflict do nothing`.execute(
      owned,
    );
    for (const [position, product] of products.entries()) {
      const listingId = dry ? null : v7();
      if (listingId !== null) {
        await sql`insert into listing (id, owner_id, product_id, shop_id, key, state, token, wanted_revision)
          values (${listingId}, ${ownerId}, ${product}, ${store.shopId}, ${listingId}, 'listed', ${v7()}, 1)
          on conflict do nothing`.execute(owned);
      }
      await sql`insert into listing_item
        (id, run_id, owner_id, shop_id, store_id, product_id, listing_id, position, title, revision, state, at)
        select ${v7()}, ${runId}, ${ownerId}, ${store.shopId}, ${store.storeId}, ${product},
          ${dry ? sql`null` : sql`(select id from listing where product_id = ${product} and shop_id = ${store.shopId})`},
          ${position}, 'x', 1, ${state}, ${at}`.execute(owned);
    }
  }
  return runId;
}

it('Workplace, Analysis, Account Center and run pages show one number for one thing, after a mixed history [figures]', async () => {
  const products = Array.from({ length: 6 }, () => v7());
  const runs = await tests.asOwner(async (owned) => {
    const good = await connect(owned, 'Aster US');
    const failing = await connect(owned, 'Casa Ipê');
    const removed = await connect(owned, 'Old one');
    const listed = (store: Store, some: readonly string[], at = now) => ({
      store,
      products: some,
      state: 'listed',
      at,
    });
    const ids = [
      // Two stores, one of which rejects everything, for various reasons.
      await ranWith(owned, [
        listed(good, products.slice(0, 5)),
        { store: failing, products: products.slice(0, 3), state: 'refused' },
        { store: failing, products: products.slice(3, 4), state: 'conflict' },
        { store: failing, products: products.slice(4, 5), state: 'gone' },
      ]),
      // Three products updated, and one of them listed again afterwards.
      await ranWith(owned, [listed(good, products.slice(0, 3))]),
      await ranWith(owned, [listed(good, products.slice(0, 1))]),
      // Long ago, to a store that has since been removed.
      await ranWith(owned, [listed(removed, products.slice(4, 6), long)]),
      // A copy of a store, which no person started.
      await ranWith(owned, [listed(good, products.slice(5, 6)), listed(failing, products.slice(5, 6))], {
        by: null,
      }),
      // Delisting is no listing.
      await ranWith(owned, [{ store: good, products: products.slice(0, 2), state: 'done' }], {
        action: 'delist',
      }),
    ];
    // A dry run lists nothing, however successful.
    await ranWith(owned, [listed(good, products)], { dry: true });
    await sql`update store set removed_at = now() where id = ${removed.storeId}`.execute(owned);
    return ids;
  });
  await tests.collect('https://glade.example/', 'shop', feedShop(24));
  await tests.collect('https://glade.example/', 'shop', feedShop(30));
  await tests.post('/collect/results/delete', {
    selection: { filter: {}, except: [] },
    expected: await tests.count(),
  });
  const [id = ''] = await ownProducts(db, ownerId, [mug]);
  const edits = [{ kind: 'replace-in-title', find: 'mug', replaceWith: 'cup' }];
  await tests.post(`/products/${id}/edit`, { edits });

  const pages = await Promise.all(runs.map((run) => tests.asOwner((owned) => viewRun(owned, ownerId, run))));
  const onPages = (read: (page: (typeof pages)[number]) => number, some = pages) =>
    some.reduce((sum, page) => sum + read(page), 0);
  const [today, day, month, own] = [await workplace(), await analysis(1), await analysis(30), await center()];
  const centerOf = (measure: string) => own.figures.find((figure) => figure.measure === measure);

  const everywhere = onPages(({ counts }) => counts.listed);
  expect(everywhere).toBe(13);
  expect(month.measures.listed?.total).toBe(everywhere);
  expect(centerOf('listed')).toEqual({
    measure: 'listed',
    own: onPages(
      ({ counts }) => counts.listed,
      pages.filter(({ run }) => run.createdBy !== null),
    ),
    all: everywhere,
  });
  expect(month.productsListed).toBe(6);
  const bad = (what: string) =>
    month.success.filter((each) => each.what === what).reduce((sum, each) => sum + each.bad, 0);
  expect(bad('listed')).toBe(onPages(({ counts }) => counts.refused + counts.conflict + counts.gone));
  expect(month.success.find(({ name }) => name === 'Old one')).toMatchObject({ good: 2, bad: 0 });

  expect(today).toEqual({
    collected: day.measures.collected?.total,
    edited: day.measures.edited?.total,
    listed: day.measures.listed?.total,
    productsListed: day.productsListed,
  });
  expect(today).toEqual({ collected: 54, edited: 1, listed: 11, productsListed: 6 });
  for (const measure of ['collected', 'edited', 'exported'] as const) {
    expect(centerOf(measure)?.all).toBe(month.measures[measure]?.total);
  }
  expect(own.runs).toBe(5 + 2);
});

it('a day is the reader’s own: what was listed before their midnight is not of today', async () => {
  const before = await workplace();
  const midnight = new Date(`${dayIn(zone, now)}T00:00:00+14:00`);
  await tests.asOwner(async (owned) => {
    const store = await connect(owned, 'Night');
    const at = (ms: number) => new Date(midnight.getTime() + ms);
    await ranWith(owned, [
      { store, products: [v7()], state: 'listed', at: at(-1) },
      { store, products: [v7()], state: 'listed', at: at(0) },
    ]);
  });

  expect((await workplace()).listed).toBe(before.listed + 1);
  expect((await analysis(1)).measures.listed?.total).toBe(before.listed + 1);
  expect((await analysis(2)).measures.listed?.points.at(-1)).toBe(before.listed + 1);
});
