import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, owner } from './statements.ts';

/** Runs, and the notifications of runs that ended or need their merchant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...table, ...closedToOthers('run'), ...views, ...notifications]);
}

const table = [
  `create table run (
    id uuid primary key,
    ${owner},
    kind text not null,
    state text not null,
    wanted text not null default 'go' check (wanted in ('go', 'pause', 'cancel')),
    title text not null,
    request jsonb not null,
    done integer not null default 0,
    total integer,
    failed integer not null default 0,
    seconds_left real,
    fault jsonb,
    beginnings integer not null default 0,
    holds integer not null default 0,
    done_before integer not null default 0,
    worked_ms integer not null default 0,
    version integer not null default 1,
    ${createdBy},
    created_at timestamptz not null default now(),
    started_at timestamptz,
    goes_on_at timestamptz,
    ended_at timestamptz
  )`,
  'create index run_owner_newest on run (owner_id, created_at desc, id desc)',
  `create index run_open on run (owner_id) where state not in ('complete', 'partial', 'failed', 'cancelled')`,
  `create function run_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('run_changed', new.owner_id || ' ' || new.id || ' ' || new.version);
      return null;
    end
  $$`,
  'create trigger run_changed after insert or update of version on run for each row execute function run_changed()',
];

const views = [
  // The runs of all merchants that should be worked on: two ids and a time, for the worker that starts all of them. What a run is about
  // stays behind row-level security. `offset 0` keeps PostgreSQL from writing through the view.
  `create view open_run as select id, owner_id, goes_on_at from run
    where state in ('waiting', 'running') or (state in ('held', 'scheduled') and goes_on_at is not null)
    offset 0`,
  // Totals over all merchants, for administrators: without an id or a name.
  `create view run_total as select kind, state, count(*)::integer as count from run
    where state not in ('complete', 'partial', 'failed', 'cancelled') group by kind, state offset 0`,
];

/** A run that waits for one of these is not reported by `notify_of_run`: the store is, once, while other stores of the run may go on. */
const reportedOtherwise = [
  'store.access-denied',
  'store.credentials-wrong',
  'store.app-not-installed',
  'store.not-found',
  'store.frozen',
  'listing.fails-similar',
]
  .map((code) => `'${code}'`)
  .join(', ');

const notifications = [
  // What the plugin collects appears while the merchant watches: the end of such a run is not reported.
  `create function notify_of_run() returns trigger language plpgsql as $$
    begin
      if new.request ->> 'by' = 'plugin' then
        return null;
      end if;
      insert into notification_due (owner_id, user_ids, event, subject, params, link) values (
        new.owner_id,
        case when new.created_by is null then null else array[new.created_by] end,
        case when new.state = 'complete' then 'run-ended' else 'run-needs-you' end,
        new.id::text,
        jsonb_build_object('kind', new.kind, 'title', new.title, 'state', new.state, 'done', new.done,
          'failed', new.failed),
        '/profile/basic/' || new.id);
      return null;
    end
  $$`,
  `create trigger notify_of_run after update of state on run for each row
    when (old.state is distinct from new.state and (new.state in ('complete', 'partial', 'failed')
      or (new.state = 'held' and new.goes_on_at is null
        and coalesce(new.fault ->> 'code', '') not in (${reportedOtherwise}))))
    execute function notify_of_run()`,
];
