import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { bandKind } from './stored-keys.ts';

/** A key shared by more products than this is a placeholder image or a phrase that the shop uses everywhere. */
const sharedMax = 60;
/** With this many times as many products as are new, each key is looked up; with fewer, all keys are read once (`decisions/0089`). */
const lookUpFrom = 20;
/** Shared keys that are read at a time. */
const fetched = 20_000;

/**
 * Yields which of the merchant's products share a key with one of these, as lists of ids for each key; ignores keys of very
 * many products. Of keys that only say that titles have something in common, leaves out those of one shop's products:
 * these match by address, or by title and image, and then share such a key too.
 */
export async function* sharedKeys(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): AsyncGenerator<string[][]> {
  const { rows } = await sql<{ many: boolean }>`
    select count(*) > ${ids.length * lookUpFrom} as many from (
      select from similarity_keys where owner_id = ${ownerId} limit ${ids.length * lookUpFrom + 1}
    ) as each
  `.execute(db);
  const isMany = rows[0]?.many === true;
  if (isMany) {
    // Each look-up would read all keys that were written since, one by one.
    await sql`select settle_similarity_keys()`.execute(db);
  }
  // However few keys the planner expects: every key with every other would take hours.
  await mayLoop(db, isMany);
  const lists = isMany ? sharedByLookUps(ownerId, ids) : sharedByOnePass(ownerId, ids);
  await sql`declare shared no scroll cursor for ${lists}`.execute(db);
  await mayLoop(db, true);
  for (;;) {
    const { rows: page } = await sql<{ ids: string[] }>`fetch ${sql.lit(fetched)} from shared`.execute(db);
    if (page.length > 0) {
      yield page.map((row) => row.ids);
    }
    if (page.length < fetched) {
      break;
    }
  }
  await sql`close shared`.execute(db);
}

/** The lists of ids for each key; `each` gives the keys, ids and shops among which the new products' keys are found. */
function sharedBy(ownerId: string, ids: readonly string[], each: RawBuilder<unknown>) {
  return sql`
    with fresh as materialized (
      select distinct key from unnest(${ids}::uuid[]) as given (id), lateral (
        select keys from similarity_keys where owner_id = ${ownerId} and collected_id = given.id offset 0
      ) as own, unnest(own.keys) as key
    )
    select array_agg(collected_id) as ids from ${each} as each (key, collected_id, shop)
    group by key
    having count(*) between 2 and ${sharedMax} and (key & 3 <> ${bandKind} or min(shop) <> max(shop))`;
}

/** The same, found by looking each key up. */
export function sharedByLookUps(ownerId: string, ids: readonly string[]) {
  return sharedBy(ownerId, ids, lookedUp);
}

/** The same, found by reading all keys of the merchant once. */
export function sharedByOnePass(ownerId: string, ids: readonly string[]) {
  return sharedBy(ownerId, ids, readOnce(ownerId));
}

/** Lets the statements of this transaction join by nested loops, or by hashing and sorting alone where they can. */
async function mayLoop(db: OwnerDb, may: boolean): Promise<void> {
  await sql`select set_config('enable_nestloop', ${may ? 'on' : 'off'}, true)`.execute(db);
}

const lookedUp = sql`(
  select fresh.key, found.collected_id, found.shop from fresh cross join lateral (
    select collected_id, shop from own_similarity_keys where keys @> array[fresh.key] limit ${sql.lit(sharedMax + 1)}
  ) as found)`;

/**
 * `offset 0` keeps the planner from joining inside of each product: of a merchant whom the statistics do not know it
 * expects one product, and then read all new keys again for each.
 */
const readOnce = (ownerId: string) => sql`(
  select key, collected_id, shop from (
    select key, collected_id, shop from similarity_keys, unnest(keys) as key where owner_id = ${ownerId} offset 0
  ) as own join fresh using (key))`;
