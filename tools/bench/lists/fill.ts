import { sql } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import { mapConcurrently } from '../../../apps/server/src/async/map-concurrently.ts';
import { asOwner, type Db, type OwnerDb, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { columnTypes, listOf, takenFrom } from '../../../apps/server/src/products/write/insert.ts';
import { columnsOf, type ProductColumns } from '../../../apps/server/src/products/write/rows.ts';
import { withoutIndexes } from '../../../apps/server/testing/database/without-indexes.ts';
import { productAt } from './products.ts';

/** Marks that the calls of the bench filter by. */
export interface Marks {
  groupId: string;
  storeId: string;
  collectRunId: string;
  claimRunId: string;
}

const batch = 1000;
const seed = 18;
const smallShop = 10;

/**
 * Fills an empty database: the products of one merchant, written as the program writes them, and beside it another
 * merchant with ten products, who signs in as `small` with the same password. Indexes are built once all rows are there.
 */
export async function fill(url: string, username: string, products: number): Promise<Marks> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { db, close } = openDatabase(addressesOf(url).app);
  try {
    const ownerId = await ownerOf(client, username);
    const smallId = await addSmallMerchant(client, username);
    const build = await withoutIndexes(client, 'stored_product');
    await addProducts(db, smallId, smallShop);
    await addProducts(db, ownerId, products);
    await build();
    const marks = await addMarks(client, ownerId);
    await client.query('vacuum analyze');
    return marks;
  } finally {
    await close();
    await client.end();
  }
}

export async function ownerOf(client: pg.Client, username: string): Promise<string> {
  const { rows } = await client.query<{ owner_id: string }>(
    'select owner_id from "user" where username = $1',
    [username],
  );
  return rows[0]?.owner_id ?? '';
}

export async function addSmallMerchant(client: pg.Client, username: string): Promise<string> {
  const id = v7();
  await client.query(`insert into owner (id, name) values ($1, 'Small')`, [id]);
  await client.query(
    `insert into "user" (id, owner_id, role_id, username, email, password_hash, password_strength, name, activated_at)
     select gen_random_uuid(), $1, role_id, 'small', 'small@example.com', password_hash, password_strength, 'Small', activated_at
     from "user" where username = $2`,
    [id, username],
  );
  return id;
}

/** Writes products of the seeded generator for a merchant, as the program writes them. */
export async function addProducts(db: Db, ownerId: string, products: number): Promise<void> {
  const pages = Array.from({ length: Math.ceil(products / batch) }, (_, page) => page * batch);
  await mapConcurrently(pages, 2, async (from) => {
    const rows = Array.from({ length: Math.min(batch, products - from) }, (_, at) =>
      columnsOf(productAt(seed, from + at, products)),
    );
    await asOwner(db, ownerId, (owned) => insertDated(owned, ownerId, from, rows));
    if (from % 100_000 === 0) {
      console.error(`${from.toLocaleString('en')} of ${products.toLocaleString('en')} products written`);
    }
  });
}

/** Inserts products as the program does, one for every ten seconds of this year. */
async function insertDated(
  db: OwnerDb,
  ownerId: string,
  from: number,
  rows: readonly ProductColumns[],
): Promise<void> {
  const columns = columnTypes.filter(([name]) => name === 'id' || name in (rows[0] ?? {}));
  const lists = columns.map(([name, type]) =>
    listOf(
      type,
      rows.map((row) => (name === 'id' ? v7() : Reflect.get(row, name))),
    ),
  );
  const names = columns.map(([name]) => sql.ref(name));
  await sql`
    insert into product (owner_id, created_at, updated_at, collected_at, ${sql.join(names)})
    select ${ownerId}::uuid, at, at, at, ${sql.join(columns.map(([name, type]) => takenFrom(name, type)))}
    from unnest(${sql.join(lists)}) with ordinality as given (${sql.join(names)}, place),
      lateral (select '2026-01-01T00:00:00Z'::timestamptz + (${from}::integer + place) * interval '10 seconds') as dated (at)
  `.execute(db);
}

/** A thousand products collected by one run and another thousand made by one claim, marks of a team, and a store with listings. */
async function addMarks(client: pg.Client, ownerId: string): Promise<Marks> {
  const [groupId, storeId, collectRunId, claimRunId, shopId, editSetId] = [
    v7(),
    v7(),
    v7(),
    v7(),
    v7(),
    v7(),
  ];
  const some = (from: number, to: number) =>
    `(select id, revision, digest from stored_product where owner_id = '${ownerId}' order by id offset ${from} limit ${to - from})`;
  await client.query(`
    insert into product_group (id, owner_id, name) values ('${groupId}', '${ownerId}', 'Spring');
    insert into team_mark (product_id, owner_id, group_id, colour, note)
      select id, '${ownerId}', '${groupId}', 'blue', 'to check' from ${some(0, 5000)};
    insert into edit_set (id, owner_id, run_id, kind) values ('${editSetId}', '${ownerId}', '${claimRunId}', 'claimed');
    insert into product_change (edit_set_id, product_id, owner_id, revision, cells)
      select '${editSetId}', id, '${ownerId}', 1, '[]' from ${some(5000, 6000)};
    update stored_product set collect_run_id = '${collectRunId}' where id in (select id from ${some(6000, 7000)});
    insert into shop (id, owner_id, platform, identity, name, maximum_variants, maximum_options)
      values ('${shopId}', '${ownerId}', 'shopify', 'bench.example', 'Bench', 2048, 3);
    insert into store (id, owner_id, shop_id, name, domain, connection, state, rights)
      values ('${storeId}', '${ownerId}', '${shopId}', 'Bench', 'bench.example', 'token', 'ready', '[]');
    insert into listing (id, owner_id, product_id, shop_id, key, state, token, wanted_revision, listed_revision)
      select gen_random_uuid(), '${ownerId}', id, '${shopId}', 'bb-' || id,
        case when row_number() over () % 10 = 0 then 'refused' else 'listed' end, gen_random_uuid(), revision, revision
      from ${some(10_000, 30_000)}`);
  return { groupId, storeId, collectRunId, claimRunId };
}
