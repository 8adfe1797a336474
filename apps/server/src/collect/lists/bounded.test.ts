import type { Product } from '@bowerbird/catalog/product';
import { CollectedFilter, collectedSorts } from '@bowerbird/contract/collect/collected';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { explained } from '../../../testing/database/explained.ts';
import { withoutIndexes } from '../../../testing/database/without-indexes.ts';
import { mug } from '../../../testing/products/products.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { allowedIn } from '../../db/pages/allowed.ts';
import { counting } from '../../db/pages/counting.ts';
import { looksAt, matchesQuery, walkQuery } from '../../db/pages/in-steps.ts';
import { beginBatch } from '../progress.ts';
import { saveProducts } from '../saving/save-products.ts';
import { writeCollectRun } from '../start.ts';
import { snapshotOf, sourceKey } from './collected-columns.ts';
import { countQuery, countStates, foundQuery, newestQuery } from './counts.ts';
import { type CollectedListRequest, listCollected, searchOf } from './list.ts';
import { newestMax, traitsQuery } from './list-traits.ts';
import { countOpenGroups, groupsQuery } from './open-groups.ts';

const { db, adminUrl } = await testDatabase();

const nobody = '01900000-0000-7000-8000-000000000000';
const products = 60_000;
/** What a query for few matches may look at. */
const few = 3000;
const all: CollectedFilter = { state: 'all' };

/** Filters that few of 60,000 products match, for every filter that the API has: a new one fails here without its own. */
const rare: Record<keyof CollectedFilter, CollectedFilter[]> = {
  state: [{ state: 'unclaimed' }, { state: 'failed' }],
  text: ['茶壶', '壶', '紫砂茶壶', 'GH-LMP-0512', 'zzz', '£', '~', 'jq', 'us', '砂us', '"%'].map((text) => ({
    ...all,
    text,
  })),
  platforms: [{ ...all, platforms: ['woocommerce'] }],
  sources: [
    { ...all, sources: ['rare.example'] },
    { ...all, sources: ['rare.example', 'other.example'] },
  ],
  priceMin: [
    { ...all, priceMin: '5000' },
    { ...all, priceMin: '301', priceMax: '301.5' },
    { ...all, priceMin: '5000', priceMax: '10' },
  ],
  priceMax: [{ ...all, priceMax: '0.5' }],
  runId: [{ ...all, runId: nobody }],
  duplicatesOnly: [{ ...all, duplicatesOnly: true, sources: ['rare.example'] }],
  attributes: [
    { ...all, attributes: [{ name: 'Glaze', values: ['Celadon'] }] },
    { ...all, attributes: [{ name: 'Glaze', values: [] }] },
  ],
  facts: [{ ...all, facts: [{ name: 'type', values: ['grouped'] }] }],
};

/** Filters that most products match. */
const common: CollectedFilter[] = [
  all,
  { state: 'claimed' },
  { ...all, platforms: ['shopify'] },
  { ...all, priceMin: '1' },
  { ...all, duplicatesOnly: true },
  { ...all, attributes: [{ name: 'Size', values: ['S'] }] },
];

let ownerId: string;
let ranTwice: string;
let large: string;

beforeAll(async () => {
  ownerId = await testOwner(db);
  const source = (shop: string, platform = 'shopify') => ({
    platform,
    shop,
    id: 'one',
    url: `https://${shop}/products/mug`,
    storeName: null,
  });
  const odd: Product = {
    ...mug,
    title: '紫砂茶壶 £ ~ 男us码 GH-LMP-0512',
    source: source('rare.example', 'woocommerce'),
    attributes: [{ name: 'Glaze', value: 'Celadon' }],
    extra: { woocommerce: { type: 'grouped' } },
  };
  const plain: Product = {
    ...mug,
    options: [{ name: 'Size', values: ['S'] }],
    variants: mug.variants.map((variant) => ({ ...variant, optionValues: ['S'] })),
    source: source('large.example'),
  };
  const copied = await asOwner(db, ownerId, async (owned) => {
    for (const product of [odd, plain]) {
      const platform = product.source?.platform ?? '';
      const runId = await writeCollectRun(
        owned,
        { ownerId, userId: null },
        { platform, scope: 'shop', addresses: ['https://one.example/'], shops: ['one.example'] },
      );
      const snapshot = snapshotOf(product);
      await saveProducts(owned, { ownerId, runId, platform, way: 'feed' }, [snapshot]);
      if (product === odd) {
        ranTwice = runId;
        await beginBatch(owned, ownerId, runId, 0, [sourceKey(snapshot)]);
        await beginBatch(owned, ownerId, runId, 1, [sourceKey(snapshot)]);
      }
    }
    const { rows } = await sql<{ id: string }>`select id from collected where shop = 'large.example'`.execute(
      owned,
    );
    return rows[0]?.id ?? '';
  });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const admin = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: adminUrl, max: 1 }) }),
  });
  const build = await withoutIndexes(client, 'collected', 'similarity');
  await copyVaried(admin, copied, products - 2);
  large = await metMost(admin);
  await build();
  await admin.destroy();
  await client.query('vacuum analyze collected, similarity, collected_count');
  await client.end();
}, 300_000);

describe('a page', () => {
  it('is measured for every filter', () => {
    expect(Object.keys(rare).toSorted()).toEqual(Object.keys(CollectedFilter.shape).toSorted());
  });

  it.each(collectedSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s %s is read in the order of an index, from a cursor too',
    async (sort, direction) => {
      const { nextCursor } = await list({ sort, direction, limit: 5 });
      for (const cursor of [undefined, nextCursor ?? '']) {
        const plan = await explain(walk(request({ sort, direction, cursor }), looksAt.near));

        expect(plan.lookedAt).toBeLessThanOrEqual(150);
        expect(plan.text).not.toContain('"Node Type": "Sort"');
      }
    },
  );

  it.each(Object.values(rare).flat())(
    'of %j looks at few products beside those that match',
    async (filter) => {
      for (const sort of ['collected', 'price'] as const) {
        const near = await explain(walk(request({ filter, sort }), looksAt.near));
        const found = await explain(
          matchesQuery(searchOf(ownerId, request({ filter, sort }), metIn(filter)), looksAt.matches),
          {
            kind: 'matches',
          },
        );

        expect(near.lookedAt).toBeLessThanOrEqual(looksAt.near + few);
        expect(found.lookedAt).toBeLessThanOrEqual(few);
      }
    },
  );

  it.each(common)('of %j, which most match, is full soon', async (filter) => {
    const near = await explain(walk(request({ filter }), looksAt.near));

    expect(near.lookedAt).toBeLessThanOrEqual(looksAt.near);
    expect(near.rows).toBe(60);
  });

  it.each([
    { ...all, sources: ['old.example'] },
    { ...all, platforms: ['shoplazza'] },
    { state: 'unclaimed' as const },
    { state: 'unclaimed' as const, platforms: ['woocommerce'] },
  ])('of %j, collected before all others, begins with them', async (filter) => {
    const plan = await explain(walk(request({ filter }), null));

    expect(plan.lookedAt).toBeLessThanOrEqual(100);
  });

  it.each(['collected', 'title', 'price'] as const)(
    'by %s leads through all products of a shop, those without a price too, each once',
    async (sort) => {
      for (const direction of ['asc', 'desc'] as const) {
        const ids: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await list({
            filter: { ...all, sources: ['old.example'] },
            sort,
            direction,
            cursor,
            limit: 200,
          });
          expect(page).toMatchObject({ total: 600, totalIsEstimate: false });
          ids.push(...page.rows.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);

        expect(ids).toHaveLength(600);
        expect(new Set(ids).size).toBe(600);
      }
    },
  );

  it('of a run has each product that it met, once, also if it met it twice', async () => {
    const filter = { ...all, runId: ranTwice };
    const found = await list({ filter });

    expect(found).toMatchObject({
      total: 1,
      totalIsEstimate: false,
      counts: { all: 1, unclaimed: 1, claimed: 0 },
    });
    expect(found.rows.map(({ shop }) => shop)).toEqual(['rare.example']);
    expect(await list({ filter: { ...filter, text: 'nowhere' } })).toMatchObject({ total: 0, rows: [] });
  });

  it.each(collectedSorts)('of a run of most products by %s looks at few of them', async (sort) => {
    const filter = { ...all, runId: large };
    const near = await explain(walk(request({ filter, sort }), looksAt.near), { kind: 'sets' });
    const counted = await explain(countQuery(foundQuery(ownerId, filter, counting.matches + 1)));

    expect(searchOf(ownerId, request({ filter, sort }), metIn(filter)).by).toBe('sets');
    expect(near.lookedAt).toBeLessThanOrEqual(looksAt.near + few);
    expect(near.rows).toBe(60);
    // One row at a time would go through all that the run met for each, near or through the whole order.
    const whole = await explain(walk(request({ filter, sort }), null), { kind: 'sets' });
    expect(whole.rows).toBe(60);
    expect(near.text + whole.text).not.toContain('Rows Removed by Join Filter');
    expect(counted.lookedAt).toBeLessThanOrEqual(counting.matches + few);
    const found = await list({ filter, sort });
    expect(found).toMatchObject({ total: counting.matches, totalIsEstimate: true });
    expect(found.rows).toHaveLength(60);
    expect(found.rows.every(({ shop, url }) => shop === 'large.example' && url !== '')).toBe(true);
  });

  it('of a run of most products leads through all of them, each once, and counts them when asked', async () => {
    const filter = { ...all, runId: large, priceMax: '20' };
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ filter, cursor, limit: 500 });
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const { total } = await list({ filter, countAll: true });
    const { rows } = await asOwner(db, ownerId, (owned) =>
      sql<{ id: string }>`
        select id from own_collected where owner_id = ${ownerId} and shop = 'large.example' and source_id <> 'one'
          and source_id::integer % 6 > 0 and price_min <= 20
      `.execute(owned),
    );

    expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(total).toBe(ids.length);
  });

  it.each([
    { priceMin: '250', priceMax: '260' },
    { priceMin: '250' },
    { priceMax: '120' },
    { priceMin: '260', priceMax: '250' },
    { priceMin: '4000' },
  ])('of the prices %j has the same products as all that match, sorted', async (range) => {
    const { priceMin, priceMax } = range;
    for (const direction of ['asc', 'desc'] as const) {
      const found = await list({ filter: { ...all, ...range }, sort: 'price', direction });
      const { rows } = await asOwner(db, ownerId, (owned) =>
        sql<{ id: string }>`
          select id from own_collected where owner_id = ${ownerId}
            and (${priceMin ?? null}::numeric is null or price_max >= ${priceMin ?? null}::numeric)
            and (${priceMax ?? null}::numeric is null or price_min <= ${priceMax ?? null}::numeric)
          order by price_min ${sql.raw(direction)}, id ${sql.raw(direction)} limit 60`.execute(owned),
      );

      expect(found.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    }
  });
});

describe('a count', () => {
  it.each([...Object.values(rare).flat(), ...common])('of %j looks at a limited number', async (filter) => {
    const plan = await explain((owned) => newestQuery(owned, ownerId, filter));

    expect(plan.lookedAt).toBeLessThanOrEqual(counting.newest + few);
  });

  it('of what many match says that there are more', async () => {
    const filter = { ...all, attributes: [{ name: 'Size', values: ['S'] }] };
    const count = (countAll?: boolean) =>
      asOwner(db, ownerId, (owned) => countStates(owned, ownerId, filter, countAll));
    const found = await list({ filter });

    expect(await count()).toMatchObject({ all: counting.matches, areEstimates: true });
    expect(await count(true)).toMatchObject({ all: products - 1, areEstimates: false });
    expect(found).toMatchObject({ total: counting.matches, totalIsEstimate: true });
  });

  it('of similar products reads groups until there are enough', async () => {
    const plan = await explain(groupsQuery(ownerId, { wanted: sql``, cursor: null, limit: 100 }), {
      tables: /^similarity$/,
    });

    expect(plan.rows).toBe(100);
    expect(plan.lookedAt).toBeLessThanOrEqual(500);
    const count = await asOwner(db, ownerId, (owned) => countOpenGroups(owned, ownerId));
    expect(count).toEqual({ count: 300, isEstimate: true });
    const ofFew = await asOwner(db, ownerId, (owned) =>
      countOpenGroups(owned, ownerId, { platforms: ['woocommerce'] }),
    );
    expect(ofFew).toEqual({ count: 0, isEstimate: false });
  });

  it.each([undefined, 'shoplazza'])('of the traits of %s reads the newest products', async (platform) => {
    const plan = await explain(traitsQuery(ownerId, platform));

    expect(plan.lookedAt).toBeLessThanOrEqual(newestMax + 100);
  });
});

/**
 * Copies a collected product so often, with values that differ; the first are of another shop and platform and not claimed; some have
 * no price; groups of three are similar.
 */
async function copyVaried(admin: Kysely<unknown>, id: string, copies: number): Promise<void> {
  const isOld = sql`n <= 600`;
  const varied: Record<string, RawBuilder<unknown>> = {
    id: sql`gen_random_uuid()`,
    product_id: sql`case when ${isOld} then null else gen_random_uuid() end`,
    source_id: sql`n::text`,
    platform: sql`case when ${isOld} then 'shoplazza' else platform end`,
    shop: sql`case when ${isOld} then 'old.example' else shop end`,
    price_min: sql`case when n % 50 = 1 then null else n % 300 + 1 end`,
    price_max: sql`case when n % 50 = 1 then null else n % 300 + case when n % 3 = 0 then 11 else 1 end end`,
    title_order: sql`'mug ' || n`,
    collected_at: sql`now() - interval '1 year' + n * interval '1 minute'`,
  };
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'collected' and is_generated = 'NEVER'
  `.execute(admin);
  const names = sql.join(rows.map(({ name }) => sql.ref(name)));
  const values = sql.join(rows.map(({ name }) => varied[name] ?? sql.ref(name)));
  // Claimed by products that are not there.
  await sql`alter table collected disable trigger all`.execute(admin);
  await sql`
    insert into collected (${names})
    select ${values} from collected, generate_series(1, ${copies}::integer) as n where id = ${id}
  `.execute(admin);
  await sql`alter table collected enable trigger all`.execute(admin);
  await sql`
    insert into collected_count (owner_id, platform, shop, collected, claimed)
    select owner_id, platform, shop, count(*), count(product_id) from collected where id <> ${id} and source_id <> 'one'
    group by 1, 2, 3
  `.execute(admin);
  await sql`
    insert into similarity (collected_id, owner_id, group_id, reason)
    select id, owner_id, md5((n / 3)::text)::uuid, 'title'
    from (select id, owner_id, row_number() over (order by id) - 1 as n from collected where shop = 'large.example') as each
  `.execute(admin);
}

/** Writes a run that met five of every six products of a shop, in batches as a run has them. */
async function metMost(admin: Kysely<unknown>): Promise<string> {
  const runId = await asOwner(db, ownerId, (owned) =>
    writeCollectRun(
      owned,
      { ownerId, userId: null },
      { platform: 'shopify', scope: 'shop', addresses: ['https://large.example/'], shops: ['large.example'] },
    ),
  );
  await sql`
    insert into collect_batch (run_id, seq, owner_id, source_ids)
    select ${runId}::uuid, seq, ${ownerId}::uuid, array_agg('large.example ' || source_id)
    from (
      select source_id, (row_number() over () - 1) / 250 as seq from collected
      where owner_id = ${ownerId} and shop = 'large.example' and source_id <> 'one' and source_id::integer % 6 > 0
    ) as each group by seq
  `.execute(admin);
  await sql`
    update collect_run set got = (select sum(cardinality(source_ids)) from collect_batch where run_id = ${runId}::uuid)
    where run_id = ${runId}::uuid
  `.execute(admin);
  return runId;
}

function request(fields: Partial<CollectedListRequest>): CollectedListRequest {
  return { filter: all, sort: 'collected', direction: 'desc', limit: 60, ...fields };
}

const walk = (wanted: CollectedListRequest, most: number | null) =>
  walkQuery(searchOf(ownerId, wanted, metIn(wanted.filter)), most);

const metIn = ({ runId }: CollectedFilter) => (runId === undefined ? null : runId === large ? products : 0);

const list = (fields: Partial<CollectedListRequest>) =>
  asOwner(db, ownerId, (owned) => listCollected(owned, ownerId, request(fields)));

const explain = (
  query: RawBuilder<unknown> | ((owned: OwnerDb) => RawBuilder<unknown>),
  { tables = /^collected$/, kind = 'order' }: { tables?: RegExp; kind?: keyof typeof allowedIn } = {},
) => explained(db, ownerId, query, { tables, kind, indexes: /^collected_/ });
