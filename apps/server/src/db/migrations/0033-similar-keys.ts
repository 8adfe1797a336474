import type { Kysely } from 'kysely';
import { closedToOthers, currentOwner, execute, owner } from './statements.ts';

/** A key as it is stored from now on, of a row of `similarity_key`: mixed with the merchant's own number, its two lowest bits are its kind. */
export const storedKey = `((('x' || substr(key, 2))::bit(64)::bigint # ('x' || right(replace(owner_id::text, '-', ''), 16))::bit(64)::bigint)
  & ~3::bigint) | (position(left(key, 1) in 'uptw') - 1)`;

/** The keys by which similar products find each other are one row for each product, and what waits for the search one row for each save. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // `shop`: a hash of it. `keys`: hashes of title, image and address, different for each merchant; their two lowest bits are the kind. See
    // `collect/similar/stored-keys.ts`.
    `create table similarity_keys (
      owner_id uuid not null,
      collected_id uuid not null,
      shop bigint not null,
      keys bigint[] not null,
      primary key (owner_id, collected_id)
    )`,
    `insert into similarity_keys (owner_id, collected_id, shop, keys)
    select collected.owner_id, collected.id, hashtextextended(collected.shop, 0), old.keys
    from collected join (
      select collected_id, array_agg(${storedKey}) as keys
      from similarity_key group by collected_id
    ) as old on old.collected_id = collected.id`,
    // A run of many products adds its entries to the pending list, which is merged when the table is vacuumed.
    `create index similarity_keys_shared on similarity_keys using gin (keys) with (gin_pending_list_limit = 16384)`,
    `create view own_similarity_keys as select * from similarity_keys where owner_id = ${currentOwner} with check option`,

    `create table similarity_waiting (
      id uuid primary key,
      ${owner},
      collected_ids uuid[] not null
    )`,
    'create index similarity_waiting_owner on similarity_waiting (owner_id, id)',
    `insert into similarity_waiting (id, owner_id, collected_ids)
    select gen_random_uuid(), owner_id, array_agg(collected_id) from (
      select owner_id, collected_id, (row_number() over (partition by owner_id order by collected_id) - 1) / 1000 as part from unlikened
      where exists (select from owner where owner.id = owner_id)
    ) as each group by owner_id, part`,

    `create or replace function forget_similarity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        delete from similarity_keys using gone
        where similarity_keys.owner_id = gone.owner_id and similarity_keys.collected_id = gone.id;
        return null;
      end
    $$`,
    'drop table similarity_key',
    'drop table unlikened',
    ...closedToOthers('similarity_keys', 'similarity_waiting'),
  ]);
}
