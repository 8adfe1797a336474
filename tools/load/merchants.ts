import pg from 'pg';
import { v7 } from 'uuid';
import { hashPassword } from '../../apps/server/src/account/passwords/passwords.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { prepareFirstStart } from '../../apps/server/src/program/first-start.ts';
import { withoutIndexes } from '../../apps/server/testing/database/without-indexes.ts';
import { addProducts } from '../bench/lists/fill.ts';

export interface Person {
  username: string;
  password: string;
  /** Place of their merchant among all, from 0. */
  merchant: number;
}

export interface Merchants {
  ownerIds: string[];
  people: Person[];
}

export interface MerchantsWanted {
  merchants: number;
  people: number;
  /** Products of each merchant, in order. */
  products: readonly number[];
}

const password = 'load and scale 20261128';
/** Products that are made by the generator; further ones are copies of them. */
const madeMax = 2000;

/**
 * Fills an empty, migrated database with merchants, their people and their products. The first products are made by the
 * seeded generator of the list benchmark and written as the program writes them, the others copied from them by SQL.
 *
 * @param url signs in as the owner of the tables
 * @param appUrl signs in as the program does
 */
export async function addMerchants(url: string, appUrl: string, wanted: MerchantsWanted): Promise<Merchants> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { db, close } = openDatabase(appUrl);
  try {
    // Roles, and the accounts that every first start makes.
    await prepareFirstStart(db);
    const ownerIds = Array.from({ length: wanted.merchants }, () => v7());
    await client.query(
      `insert into owner (id, name) select id, 'Merchant ' || place from unnest($1::uuid[]) with ordinality as given (id, place)`,
      [ownerIds],
    );
    const [made = v7()] = ownerIds;
    const first = Math.min(madeMax, Math.max(...wanted.products));
    const build = await withoutIndexes(client, 'stored_product');
    await addProducts(db, made, first);
    const columns = await productColumns(client);
    for (const [place, ownerId] of ownerIds.entries()) {
      const count = wanted.products[place] ?? 0;
      const copied = place === 0 ? count - first : count;
      if (copied > 0) {
        await client.query(
          `insert into stored_product (id, owner_id, ${columns})
           select gen_random_uuid(), $1, ${columns} from (
             select *, row_number() over (order by id) as place from stored_product where owner_id = $2 order by id limit $3
           ) as made, generate_series(0, ($4::integer - 1) / $3::integer) as turn
           where turn * $3 + place <= $4`,
          [ownerId, made, first, copied],
        );
      }
    }
    if ((wanted.products[0] ?? 0) < first) {
      await client.query(
        'delete from stored_product where id in (select id from stored_product where owner_id = $1 order by id offset $2)',
        [made, wanted.products[0]],
      );
    }
    await build();
    const people = Array.from({ length: wanted.people }, (_, at) => ({
      username: `person-${at}`,
      password,
      merchant: at % wanted.merchants,
    }));
    await client.query(
      `insert into "user" (id, owner_id, role_id, username, email, password_hash, name)
       select gen_random_uuid(), owner_id, 'merchant', username, username || '@example.test', $3, username
       from unnest($1::text[], $2::uuid[]) as given (username, owner_id)`,
      [
        people.map(({ username }) => username),
        people.map(({ merchant }) => ownerIds[merchant]),
        await hashPassword(password),
      ],
    );
    await client.query('vacuum analyze');
    return { ownerIds, people };
  } finally {
    await close();
    await client.end();
  }
}

async function productColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = 'stored_product' and is_generated = 'NEVER'
      and column_name not in ('id', 'owner_id')`);
  return rows.map(({ name }) => name).join(', ');
}
