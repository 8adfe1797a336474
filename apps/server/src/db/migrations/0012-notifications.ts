import { type Kysely, sql } from 'kysely';

/** What people are told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

/** A notice of administrators has no owner: only a connection that acts for nobody sees it. */
const ofOwner = `owner_id is not distinct from nullif(current_setting('app.owner', true), '')::uuid`;

const lostAccess = [
  'store.access-denied',
  'store.credentials-wrong',
  'store.app-not-installed',
  'store.not-found',
  'store.frozen',
]
  .map((code) => `'${code}'`)
  .join(', ');

const statements = [
  `create table notification (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    event text not null,
    subject text not null,
    params jsonb not null,
    link text,
    due_id uuid not null,
    shown boolean not null,
    at timestamptz not null default now(),
    read_at timestamptz,
    mailed_at timestamptz,
    unique (user_id, event, subject)
  )`,
  `create index notification_newest on notification (user_id, at desc, id desc) where shown`,
  `create index notification_unread on notification (user_id) where shown and read_at is null`,
  `alter table notification enable row level security`,
  `create policy notification_owner on notification using (${ofOwner})`,

  // Written with what it tells of, in one transaction, so that no kill loses it; gone once everybody has been told.
  `create table notification_due (
    id uuid primary key default gen_random_uuid(),
    owner_id uuid references owner (id) on delete cascade,
    user_ids uuid[],
    except_user_id uuid,
    event text not null,
    subject text not null,
    params jsonb not null,
    link text,
    at timestamptz not null default now()
  )`,
  `alter table notification_due enable row level security`,
  `create policy notification_due_owner on notification_due using (${ofOwner})`,
  // Two ids, for the program that tells everybody. What is told stays behind row-level security.
  `create view open_notification as select id, owner_id, at from notification_due offset 0`,

  `create function run_to_tell() returns trigger language plpgsql as $$
    begin
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
  // Held for want of a store's access: its store is told of, once for all its runs.
  `create trigger run_to_tell after update of state on run for each row
    when (old.state is distinct from new.state and (new.state in ('complete', 'partial', 'failed')
      or (new.state = 'held' and new.goes_on_at is null and coalesce(new.fault ->> 'code', '') not in (${lostAccess}))))
    execute function run_to_tell()`,

  `create function store_to_tell() returns trigger language plpgsql as $$
    begin
      insert into notification_due (owner_id, event, subject, params, link) values (
        new.owner_id, 'store-access-lost', new.id::text,
        jsonb_build_object('store', new.name, 'state', new.state), '/list/card');
      return null;
    end
  $$`,
  `create trigger store_to_tell after update of state on store for each row
    when (new.removed_at is null and old.state = 'ready' and new.state in ('lost', 'rights-missing'))
    execute function store_to_tell()`,

  `create function notification_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('notice', new.user_id::text);
      return null;
    end
  $$`,
  `create trigger notification_changed after insert or update on notification for each row
    when (new.shown and new.read_at is null)
    execute function notification_changed()`,

  // Browsers a person has signed in with, by a hash of what they say they are.
  `create table known_device (
    user_id uuid not null references "user" (id) on delete cascade,
    device bytea not null,
    at timestamptz not null default now(),
    primary key (user_id, device)
  )`,
  // A browser is known by what it says it is without its version, so that an update is not a new one. The very first
  // is no news. A session begins before anybody acts for a merchant: the function writes as the tables' owner.
  `create function sign_in_to_tell() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      agent bytea := sha256(convert_to(regexp_replace(new.user_agent, '[0-9._]+', '', 'g'), 'UTF8'));
      others boolean := exists (select from known_device where user_id = new.user_id);
    begin
      insert into known_device (user_id, device) values (new.user_id, agent) on conflict do nothing;
      if found and others then
        insert into notification_due (owner_id, user_ids, event, subject, params, link)
        select owner_id, array[id], 'new-sign-in', new.id::text,
          jsonb_build_object('agent', new.user_agent, 'ip', coalesce(new.ip, '')), '/account/settings/security'
        from "user" where id = new.user_id;
      end if;
      return null;
    end
  $$`,
  `create trigger sign_in_to_tell after insert on session for each row execute function sign_in_to_tell()`,

  // What a person's account is guarded by and what it may do, whichever way it was changed. People change before anybody
  // acts for a merchant, too: so do these functions write as the tables' owner.
  `create function person_to_tell() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      what text := case
        when old.password_hash is distinct from new.password_hash then 'password'
        when old.email is distinct from new.email then 'email'
        when old.phone is distinct from new.phone then 'phone'
        when old.two_step is null and new.two_step is not null then 'two-step-on'
        when old.two_step is not null and new.two_step is null then 'two-step-off' end;
    begin
      if what is not null then
        insert into notification_due (owner_id, user_ids, event, subject, params, link) values (new.owner_id,
          array[new.id], 'security-changed', gen_random_uuid()::text, jsonb_build_object('state', what),
          '/account/settings/security');
      end if;
      if old.role_id <> new.role_id then
        insert into notification_due (owner_id, user_ids, event, subject, params)
        select new.owner_id, array[new.id], 'role-changed', new.id::text,
          jsonb_build_object('role', case when role.owner_id is null then role.id else role.name end)
        from role where role.id = new.role_id;
      end if;
      return null;
    end
  $$`,
  `create trigger person_to_tell after update of password_hash, email, phone, two_step, role_id on "user"
    for each row execute function person_to_tell()`,
  `create function plugin_to_tell() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into notification_due (owner_id, user_ids, event, subject, params, link)
      select owner_id, array[id], 'plugin-paired', new.id::text, jsonb_build_object('device', new.name),
        '/account/settings/binding'
      from "user" where id = new.user_id;
      return null;
    end
  $$`,
  `create trigger plugin_to_tell after insert on api_token for each row when (new.kind = 'plugin')
    execute function plugin_to_tell()`,
];
