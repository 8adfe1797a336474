import { type Kysely, sql } from 'kysely';

/**
 * Forgets what is older than it is kept. It goes through what all merchants have, which the program's own role may not:
 * so it is a function of the owner of the tables, which can do this one thing, a part at a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create index audit_event_at on audit_event (at)`,
  `create index notification_at on notification (at)`,
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
  `revoke execute on function forget_old(integer, integer, integer, integer) from public`,
  `grant execute on function forget_old(integer, integer, integer, integer) to bowerbird_app`,
];
