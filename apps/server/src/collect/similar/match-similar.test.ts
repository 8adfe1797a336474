import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
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
import { sharedByOnePass } from './shared-keys.ts';

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

it('reads the new keys once, not for each product, when the statistics know other merchants alone', async () => {
  const [known, unknown] = [await testOwner(db), await testOwner(db)];
  const keyed = (ownerId: string, count: number) =>
    asOwner(db, ownerId, (owned) =>
      sql<{ id: string }>`
        insert into similarity_keys select ${ownerId}::uuid, gen_random_uuid(), 1, array[each, each + 1, each + 2, each + 3]
        from generate_series(1, ${count}::integer) as each returning collected_id as id`.execute(owned),
    );
  await keyed(known, 500);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('analyze similarity_keys').finally(() => admin.end());
  const { rows: fresh } = await keyed(unknown, 500);

  const plan = await asOwner(db, unknown, async (owned) => {
    await sql`set local enable_nestloop = off`.execute(owned);
    const lists = sharedByOnePass(
      unknown,
      fresh.map(({ id }) => id),
    );
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: PlanNode }];
    }>`explain (format json) ${lists}`.execute(owned);
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });

  expect(scansOf(plan, 'fresh', false)).toEqual([{ repeated: false }]);
});

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'CTE Name'?: string;
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
