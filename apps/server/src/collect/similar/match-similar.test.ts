import { platforms } from '@bowerbird/platforms/all';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { feedShop } from '../../../testing/collect/feed-shop.ts';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { sampleProduct } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { snapshotOf } from '../lists/collected-columns.ts';
import { saveProducts } from '../saving/save-products.ts';
import { collectTests } from '../testing.ts';
import { matchFresh } from './match-similar.ts';
import { sharedByLookUps, sharedByOnePass } from './shared-keys.ts';

const { db, adminUrl } = await testDatabase();

async function saved(ownerId: string, ...titles: [shop: string, title: string][]): Promise<void> {
  const scope = { ownerId, runId: '00000000-0000-7000-8000-000000000000', platform: 'shopify', way: 'feed' };
  const snapshots = titles.map(([shop, title]) =>
    snapshotOf({
      ...sampleProduct(1),
      title,
      images: [],
      source: {
        platform: 'shopify',
        shop,
        id: title,
        url: `https://${shop}/products/${encodeURIComponent(title)}`,
        storeName: null,
      },
    }),
  );
  await asOwner(db, ownerId, (owned) => saveProducts(owned, scope, snapshots));
}

async function grouped(ownerId: string): Promise<{ groups: number; products: number; waiting: number }[]> {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ groups: number; products: number; waiting: number }>`
      select count(distinct group_id)::integer as groups, count(*)::integer as products,
        (select count(*)::integer from similarity_waiting) as waiting
      from similarity`.execute(owned),
  );
  return rows;
}

/** Ends the connection that waits for a lock, as a killed worker's connection ends. */
async function killWaiting(): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (let ended: number | null = 0; !ended; ) {
      ({ rowCount: ended } = await admin.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`));
    }
  } finally {
    await admin.end();
  }
}

it('finds all of them after a worker died while it wrote what it had found', async () => {
  const ownerId = await testOwner(db);
  await saved(ownerId, ['one.example', 'Folding Walnut Chair'], ['two.example', 'Folding Walnut Chair']);
  await asOwner(db, ownerId, async (other) => {
    await sql`select from collected order by id for update`.execute(other);
    const died = expect(matchFresh(db, ownerId)).rejects.toThrow();
    await killWaiting();
    await died;
  });

  expect(await grouped(ownerId)).toEqual([{ groups: 0, products: 0, waiting: 1 }]);
  await matchFresh(db, ownerId);
  expect(await grouped(ownerId)).toEqual([{ groups: 1, products: 2, waiting: 0 }]);
});

it('resumes a run whose worker died in the search: it ends complete, with the whole time', async () => {
  const { ownerId, start, work } = await collectTests(db, platforms);
  await saved(ownerId, ['another.example', 'Ceramic planter no. 1']);
  const shop = feedShop(3);
  const runId = await start('https://glade.example/', 'shop');
  let held = '';
  await asOwner(db, ownerId, async (other) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('similarity ' || ${ownerId}, 0))`.execute(other);
    const working = work(runId, shop).then(({ run }) => {
      held = run.state;
    });
    await killWaiting();
    await working;
  });
  const requested = shop.requested.length;

  const { run, certificate } = await work(runId, shop);

  expect([held, run.state, certificate?.got, shop.requested.length]).toEqual([
    'held',
    'complete',
    3,
    requested,
  ]);
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ ms: number }>`select worked_ms as ms from run where id = ${runId}`.execute(owned),
  );
  expect(Math.abs((certificate?.seconds ?? 0) * 1000 - (rows[0]?.ms ?? 0))).toBeLessThan(200);
  expect(await grouped(ownerId)).toMatchObject([{ waiting: 0 }]);
});

it('finds a similar product among very many, by looking up single keys', async () => {
  const ownerId = await testOwner(db);
  await saved(ownerId, ['one.example', 'Folding Walnut Chair']);
  await matchFresh(db, ownerId);
  await asOwner(db, ownerId, (owned) =>
    sql`insert into similarity_keys
      select ${ownerId}::uuid, gen_random_uuid(), 1, array[each, each + 1000000] from generate_series(1, 2000) as each`.execute(
      owned,
    ),
  );
  await saved(ownerId, ['two.example', 'Folding Walnut Chair']);

  await matchFresh(db, ownerId);

  expect(await grouped(ownerId)).toEqual([{ groups: 1, products: 2, waiting: 0 }]);
});

it('does not compare products by a key that very many of them have', async () => {
  const ownerId = await testOwner(db);
  const shops = Array.from({ length: 70 }, (_, at): [string, string] => [
    `s${at}.example`,
    'Folding Walnut Chair',
  ]);
  await saved(ownerId, ...shops);

  await matchFresh(db, ownerId);

  expect(await grouped(ownerId)).toEqual([{ groups: 0, products: 0, waiting: 0 }]);
});

/** Writes keys of this many products, of which neighbours share some, and returns their ids. */
async function keyed(ownerId: string, count: number): Promise<string[]> {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ id: string }>`
      insert into similarity_keys select ${ownerId}::uuid, gen_random_uuid(), 1, array[each, each + 1, each + 2, each + 3]
      from generate_series(1, ${count}::integer) as each returning collected_id as id`.execute(owned),
  );
  return rows.map(({ id }) => id);
}

async function analyzeKeys(): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('analyze similarity_keys').finally(() => admin.end());
}

async function planOf(
  ownerId: string,
  lists: RawBuilder<unknown>,
  mayLoop: boolean,
): Promise<PlanNode | undefined> {
  return await asOwner(db, ownerId, async (owned) => {
    await sql`select set_config('enable_nestloop', ${mayLoop ? 'on' : 'off'}, true)`.execute(owned);
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: PlanNode }];
    }>`explain (format json) ${lists}`.execute(owned);
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });
}

it('reads the new keys once, not for each product, when the statistics know other merchants alone', async () => {
  const [known, unknown] = [await testOwner(db), await testOwner(db)];
  await keyed(known, 500);
  await analyzeKeys();
  const fresh = await keyed(unknown, 500);

  const plan = await planOf(unknown, sharedByOnePass(unknown, fresh), false);

  expect(scansOf(plan, 'fresh', false)).toEqual([{ repeated: false }]);
});

it("looks each key up among the keys, not among all the merchant's products, whatever the statistics say of merchants", async () => {
  const large = await testOwner(db);
  for (let at = 0; at < 30; at += 1) {
    await keyed(await testOwner(db), 5);
  }
  await analyzeKeys();
  const fresh = await keyed(large, 2000);

  const plan = await planOf(large, sharedByLookUps(large, fresh.slice(0, 10)), true);

  expect(indexesOf(plan, 'Bitmap Index Scan')).toEqual(['similarity_keys_shared']);
});

it('settles the index of keys before keys are looked up: each would read what was written since, one by one', async () => {
  const ownerId = await testOwner(db);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('create extension if not exists pgstattuple');
    const unsettled = async () => {
      const { rows } = await admin.query<{ products: number }>(
        `select (pgstatginindex('similarity_keys_shared')).pending_tuples::integer as products`,
      );
      return rows[0]?.products;
    };
    await keyed(ownerId, 100);
    await saved(ownerId, ['a.example', 'Walnut Chair']);
    expect(await unsettled()).toBeGreaterThan(100);

    await matchFresh(db, ownerId);

    expect(await unsettled()).toBe(0);
  } finally {
    await admin.end();
  }
});

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'CTE Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** Returns each scan of a `with` query, and whether it is repeated for every row of another. */
function scansOf(node: PlanNode | undefined, name: string, repeated: boolean): { repeated: boolean }[] {
  const here = node?.['CTE Name'] === name ? [{ repeated }] : [];
  const below = (node?.Plans ?? []).flatMap((each) => {
    const again = node?.['Node Type'] === 'Nested Loop' && each['Parent Relationship'] === 'Inner';
    return scansOf(each, name, repeated || again);
  });
  return [...here, ...below];
}

/** Returns the names of the indexes that nodes of this type read. */
function indexesOf(node: PlanNode | undefined, type: string): (string | undefined)[] {
  const here = node?.['Node Type'] === type ? [node['Index Name']] : [];
  return [...here, ...(node?.Plans ?? []).flatMap((each) => indexesOf(each, type))];
}
