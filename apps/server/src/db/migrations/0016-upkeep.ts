import type { Kysely } from 'kysely';
import { execute, forProgramOnly } from './statements.ts';

/** What keeps an installation in order, over all merchants: deleting what is older than it is kept, and which keys are still needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...forgetting, sealedTotal]);
}

const forgetting = [
  // Deletes rows of all merchants, which the program's own role may not: a function with the rights of the tables' owner, which can do only
  // this, a part at a time.
  `create function forget_old(audit_days integer, notice_days integer, outbox_days integer, most integer)
    returns table (audit bigint, notices bigint, messages bigint)
    language sql volatile security definer set search_path = public, pg_temp as $$
      with old_audit as (
        delete from audit_event where id in (
          select id from audit_event where at < now() - make_interval(days => audit_days) order by at limit most)
        returning 1
      ), old_notices as (
        delete from notification where id in (
          select id from notification where at < now() - make_interval(days => notice_days) order by at limit most)
        returning 1
      ), old_messages as (
        delete from outbox where id in (
          select id from outbox
          where state <> 'waiting' and created_at < now() - make_interval(days => outbox_days)
          order by created_at limit most)
        returning 1
      )
      select (select count(*) from old_audit), (select count(*) from old_notices), (select count(*) from old_messages)
    $$`,
  ...forProgramOnly('forget_old(integer, integer, integer, integer)'),
];

/** As `seal/places.ts` lists them. */
const sealedColumns: [table: string, column: string, owner: string][] = [
  ['store', 'credentials', 'owner_id'],
  ['store', 'renewed', 'owner_id'],
  ['store_grant', 'credentials', 'owner_id'],
  ['source_access', 'credentials', 'owner_id'],
  ['outbox', 'sealed_values', 'null::uuid'],
  ['user', 'two_step', 'null::uuid'],
  ['two_step_setup', 'secret', 'null::uuid'],
  ['pairing', 'sealed_code', 'null::uuid'],
];

/**
 * How many rows each key seals, by column, over all merchants: which keys are still needed, and whose rows must be sealed again. A sealed
 * value holds the id of its key in its bytes 2 to 9.
 */
const sealedTotal = `create view sealed_total as ${sealedColumns
  .map(
    ([table, column, owner]) => `
      select '${table}.${column}' as place, ${owner} as owner_id,
        encode(substring(${column} from 2 for 8), 'hex') as key, count(*)::integer as total
      from "${table}" where ${column} is not null group by 2, 3`,
  )
  .join(' union all ')}`;
