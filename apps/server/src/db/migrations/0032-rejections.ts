import { type Kysely, sql } from 'kysely';

/**
 * Rejections by cause: what a product was rejected for and whether the store itself said so; the causes that a person lets a store
 * job pass; and a notice as soon as a store job pauses because its store rejects product after product for one cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

/** As in `0012-notifications`, which see. */
const lostAccess = [
  'store.access-denied',
  'store.credentials-wrong',
  'store.app-not-installed',
  'store.not-found',
  'store.frozen',
];
/** Reported by `rejections_to_tell`, for its store and at once, while other stores of the run may go on. */
const reportedOtherwise = [...lostAccess, 'listing.fails-alike'].map((code) => `'${code}'`).join(', ');

const statements: string[] = [
  'alter table listing_item add column cause text, add column answered boolean not null default false',
  `alter table listing_lane add column passed_causes jsonb not null default '[]'`,

  `create function rejections_to_tell() returns trigger language plpgsql as $$
    begin
      insert into notification_due (owner_id, user_ids, event, subject, params, link)
      select new.owner_id, case when run.created_by is null then null else array[run.created_by] end,
        'store-rejects-alike', new.run_id || ' ' || new.shop_id,
        jsonb_build_object('state', 'held', 'store', new.fault -> 'params' -> 'store', 'count', new.fault -> 'params' -> 'count',
          'reason', new.fault -> 'params' -> 'reason'),
        '/profile/basic/' || new.run_id
      from run where run.id = new.run_id and run.owner_id = new.owner_id;
      return null;
    end
  $$`,
  `create trigger rejections_to_tell after update of state on listing_lane for each row
    when (old.state is distinct from new.state and new.state = 'held'
      and new.fault ->> 'code' = 'listing.fails-alike')
    execute function rejections_to_tell()`,

  'drop trigger run_to_tell on run',
  `create trigger run_to_tell after update of state on run for each row
    when (old.state is distinct from new.state and (new.state in ('complete', 'partial', 'failed')
      or (new.state = 'held' and new.goes_on_at is null
        and coalesce(new.fault ->> 'code', '') not in (${reportedOtherwise}))))
    execute function run_to_tell()`,
];
