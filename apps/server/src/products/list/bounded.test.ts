import { ProductFilter, productSorts } from '@bowerbird/contract/products/products';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { explained } from '../../../testing/database/explained.ts';
import { withoutIndexes } from '../../../testing/database/without-indexes.ts';
import { mug, ownProducts, sampleProduct } from '../../../testing/products/products.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { allowedIn } from '../../db/pages/allowed.ts';
import { counting } from '../../db/pages/counting.ts';
import { looksAt, matchesQuery, walkQuery } from '../../db/pages/in-steps.ts';
import { sampleQuery } from './count-matches.ts';
import { findFacets } from './facets.ts';
import { type BoundedRequest, cheapestQuery, searchOf } from './find-page.ts';
import { keptTotal } from './kept-counts.ts';
import { listProducts } from './list.ts';

const { db, adminUrl } = await testDatabase();

const nobody = '01900000-0000-7000-8000-000000000000';
const products = 60_000;
/** What a query for few matches may look at. A product and its text count as two. */
const few = 3000;

/** Filters that few of 60,000 products match, for every filter that the API has: a new one fails here without its own. */
const rare: Record<keyof ProductFilter, ProductFilter[]> = {
  text: ['茶壶', '壶', '紫砂茶壶', 'GH-LMP-0512', 'zzz', '£', '~', 'jq', 'us', '砂us', '"%'].map((text) => ({
    text,
  })),
  tags: [{ tags: ['rare'] }],
  status: [{ status: ['archived'] }],
  platforms: [{ platforms: ['woocommerce'] }],
  sources: [{ sources: ['rare.example'] }, { sources: ['rare.example', 'other.example'] }],
  categories: [{ categories: ['Rare'] }],
  vendors: [{ vendors: ['Rare'] }],
  productTypes: [{ productTypes: ['Rare'] }],
  priceMin: [
    { priceMin: '5000' },
    { priceMin: '301', priceMax: '301.5' },
    { priceMin: '5000', priceMax: '10' },
  ],
  priceMax: [{ priceMax: '0.5' }],
  stockMin: [{ stockMin: 90_000 }],
  stockMax: [{ stockMax: -90_000 }],
  withoutImages: [{ withoutImages: true }],
  compareAtMin: [{ compareAtMin: '900', compareAtMax: '901' }],
  compareAtMax: [{ compareAtMax: '0.5' }],
  costMin: [{ costMin: '900' }],
  costMax: [{ costMax: '0.5' }],
  marginMin: [{ marginMin: 900 }],
  marginMax: [{ marginMax: -900 }],
  variantsMin: [{ variantsMin: 900 }],
  variantsMax: [{ variantsMax: -1 }],
  imagesMin: [{ imagesMin: 900 }],
  imagesMax: [{ imagesMax: -1 }],
  createdFrom: [{ createdFrom: '2035-01-01T00:00:00Z' }],
  createdTo: [{ createdTo: '2015-01-01T00:00:00Z' }],
  updatedFrom: [{ updatedFrom: '2035-01-01T00:00:00Z' }],
  updatedTo: [{ updatedTo: '2015-01-01T00:00:00Z' }],
  collectedFrom: [{ collectedFrom: '2035-01-01T00:00:00Z' }],
  collectedTo: [{ collectedTo: '2015-01-01T00:00:00Z' }],
  groups: [{ groups: [nobody] }],
  colours: [{ colours: ['red'] }, { colours: ['blue'] }],
  assignees: [{ assignees: [nobody] }],
  noted: [{ noted: true }],
  stores: [{ stores: [nobody] }],
  listing: (['listed', 'changed', 'refused', 'verifying', 'waiting', 'conflict', 'gone'] as const).map(
    (listing) => ({ listing }),
  ),
  queue: (['to-edit', 'changed', 'rejected', 'out-of-stock', 'low-margin', 'listed'] as const).map(
    (queue) => ({
      queue,
    }),
  ),
  collectRunId: [{ collectRunId: nobody }],
  claimRunId: [{ claimRunId: nobody }],
};

/** Filters that most products match. */
const common: ProductFilter[] = [
  {},
  { listing: 'none' },
  { queue: 'to-list' },
  { groups: ['none'] },
  { noted: false },
  { withoutImages: false },
  { status: ['draft'], priceMin: '1', stockMin: 0 },
];

let ownerId: string;

beforeAll(async () => {
  ownerId = await testOwner(db);
  const odd = { ...mug, title: '紫砂茶壶 £ 男us码', tags: ['rare'] };
  const [copied = ''] = await ownProducts(db, ownerId, [
    odd,
    ...Array.from({ length: 500 }, (_, index) => sampleProduct(index)),
  ]).then(([, ...others]) => others);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const admin = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: adminUrl, max: 1 }) }),
  });
  const build = await withoutIndexes(client, 'stored_product', 'product_text');
  await copyVaried(admin, copied, products - 501);
  await build();
  await sql`
    insert into team_mark (product_id, owner_id, colour, note)
    select id, owner_id, 'blue', case when n % 1000 = 0 then 'x' end
    from (select *, row_number() over () as n from stored_product) as each where n % 100 = 0
  `.execute(admin);
  await admin.destroy();
  await client.query(
    'vacuum analyze stored_product, product_text, team_mark, listing, product_count, product_count_change',
  );
  await client.end();
}, 300_000);

describe('a page', () => {
  it('is measured for every filter', () => {
    expect(Object.keys(rare).toSorted()).toEqual(Object.keys(ProductFilter.shape).toSorted());
  });

  it.each(productSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s %s is read in the order of an index, from a cursor too',
    async (sort, direction) => {
      const { nextCursor } = await asOwner(db, ownerId, (owned) =>
        listProducts(owned, ownerId, request({ sort, direction, limit: 5 })),
      );
      for (const cursor of [undefined, nextCursor ?? '']) {
        const plan = await explain(
          walkQuery(searchOf(ownerId, request({ sort, direction, cursor })), looksAt.near),
        );

        expect(plan.lookedAt).toBeLessThanOrEqual(150);
        expect(plan.text).not.toContain('"Node Type": "Sort"');
      }
    },
  );

  it.each(Object.values(rare).flat())(
    'of %j looks at few products beside those that match',
    async (filter) => {
      for (const sort of ['updated', 'price'] as const) {
        const near = await explain(walkQuery(searchOf(ownerId, request({ filter, sort })), looksAt.near));
        const found = await explain(
          matchesQuery(searchOf(ownerId, request({ filter, sort })), looksAt.matches),
          'matches',
        );

        expect(near.lookedAt).toBeLessThanOrEqual(2 * looksAt.near + few);
        expect(found.lookedAt).toBeLessThanOrEqual(few);
      }
    },
  );

  it.each(common)('of %j, which most match, is full soon', async (filter) => {
    const near = await explain(walkQuery(searchOf(ownerId, request({ filter })), looksAt.near));

    expect(near.lookedAt).toBeLessThanOrEqual(looksAt.near);
    expect(near.rows).toBe(100);
  });

  it('of a price range by price begins with the cheapest that can match', async () => {
    const filter = { text: 'nowhere', priceMin: '250', priceMax: '260' };
    const bound = await explain(cheapestQuery(ownerId, '250'));
    const from = await explain(
      walkQuery(
        searchOf(ownerId, request({ filter, sort: 'price', direction: 'asc', cheapest: '239' })),
        null,
      ),
    );
    // No product has the word, so that all that can match by their price are looked at, with their texts.
    const inRange = 2 * Math.ceil((products * (261 - 239)) / 300) + few;
    expect(bound.lookedAt).toBeLessThanOrEqual(few);
    expect(from.lookedAt).toBeLessThanOrEqual(inRange);
    expect(from.lookedAt).toBeGreaterThan(few);
    const { rows } = await asOwner(db, ownerId, (owned) => cheapestQuery(ownerId, '250').execute(owned));
    // One of the sample products has variants from 213.90 to beyond 250.
    expect(rows[0]?.cheapest).toBe('213.90');
  });

  it.each([
    { priceMin: '250', priceMax: '260' },
    { priceMin: '250' },
    { priceMax: '120' },
    { priceMin: '260', priceMax: '250' },
    { priceMin: '4000' },
  ])(
    'of the prices %j has the same products in either direction as all that match, sorted',
    async (range) => {
      const { priceMin, priceMax } = range;
      for (const direction of ['asc', 'desc'] as const) {
        const found = await asOwner(db, ownerId, (owned) =>
          listProducts(owned, ownerId, request({ filter: range, sort: 'price', direction })),
        );
        const { rows } = await asOwner(db, ownerId, (owned) =>
          sql<{ id: string }>`
          select id from own_product where owner_id = ${ownerId}
            and (${priceMin ?? null}::numeric is null or price_max >= ${priceMin ?? null}::numeric)
            and (${priceMax ?? null}::numeric is null or price <= ${priceMax ?? null}::numeric)
          order by price ${sql.raw(direction)}, id ${sql.raw(direction)} limit 100`.execute(owned),
        );

        expect(found.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      }
    },
  );

  it('of a source that was last changed before all others begins with it', async () => {
    const filter = { sources: ['glade-home.example'] };
    const plan = await explain(walkQuery(searchOf(ownerId, request({ filter })), null));

    expect(plan.lookedAt).toBeLessThanOrEqual(100);
  });
});

describe('a count', () => {
  it.each([...Object.values(rare).flat(), ...common])('of %j looks at a limited number', async (filter) => {
    const plan = await explain((owned) => sampleQuery(owned, ownerId, filter));

    expect(plan.lookedAt).toBeLessThanOrEqual(2 * counting.newest + few);
  });

  it('of the values to filter by, and of all products, reads none of them', async () => {
    const scans = async (owned: OwnerDb) => {
      const { rows } = await sql`
        select seq_scan, idx_scan from pg_stat_xact_user_tables where relname = 'stored_product'`.execute(
        owned,
      );
      return rows;
    };
    const [before, after] = await asOwner(db, ownerId, async (owned) => {
      const earlier = await scans(owned);
      await findFacets(owned, ownerId);
      expect(await keptTotal(owned, ownerId, {})).toBe(products);
      return [earlier, await scans(owned)];
    });

    expect(after).toEqual(before);
  });
});

/** Copies a product so often, with values that differ; few lack what makes them complete. */
async function copyVaried(admin: Kysely<unknown>, id: string, copies: number): Promise<void> {
  const varied: Record<string, RawBuilder<unknown>> = {
    id: sql`gen_random_uuid()`,
    compare_at: sql`n % 800`,
    cost: sql`n % 700 + 1`,
    margin: sql`30 + n % 60`,
    price: sql`n % 300 + 1`,
    price_max: sql`n % 300 + case when n % 3 = 0 then 11 else 1 end`,
    stock: sql`1 + n % 900`,
    variant_count: sql`1 + n % 30`,
    image_count: sql`1 + n % 12`,
    created_at: sql`now() - n * interval '1 minute'`,
    updated_at: sql`now() - n * interval '1 minute'`,
    collected_at: sql`now() - n * interval '1 minute'`,
    product_type: sql`'Type ' || n % 40`,
    vendor: sql`'Vendor ' || n % 300`,
  };
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'stored_product' and is_generated = 'NEVER'
  `.execute(admin);
  const names = sql.join(rows.map(({ name }) => sql.ref(name)));
  const values = sql.join(rows.map(({ name }) => varied[name] ?? sql.ref(name)));
  await sql`
    insert into stored_product (${names})
    select ${values} from stored_product, generate_series(1, ${copies}::integer) as n where id = ${id}
  `.execute(admin);
}

function request(fields: Partial<BoundedRequest>): BoundedRequest {
  return { filter: {}, sort: 'updated', direction: 'desc', limit: 100, ...fields };
}

const explain = (
  query: RawBuilder<unknown> | ((owned: OwnerDb) => RawBuilder<unknown>),
  kind: keyof typeof allowedIn = 'order',
) =>
  explained(db, ownerId, query, {
    tables: /^(stored_product|product_text)$/,
    indexes: /^(stored_)?product_/,
    kind,
  });
