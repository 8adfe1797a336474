import type { Kysely } from 'kysely';
import { closedToOthersAndMerchants, execute } from './statements.ts';

/** Mail and text messages, and notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...messages,
    ...notifications,
    ...closedToOthersAndMerchants('notification', 'notification_due'),
    ...accountTriggers,
  ]);
}

const messages = [
  `create table outbox (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    channel text not null check (channel in ('mail', 'sms')),
    recipient text not null,
    template text not null,
    language text not null,
    sealed_values bytea not null,
    state text not null default 'waiting' check (state in ('kept', 'waiting', 'sent', 'failed')),
    fault jsonb,
    tries integer not null default 0,
    created_at timestamptz not null default now(),
    next_try_at timestamptz not null default now(),
    sent_at timestamptz
  )`,
  'create index outbox_newest on outbox (created_at desc, id desc)',
  `create index outbox_due on outbox (next_try_at) where state = 'waiting'`,
  // Counts the invitations that a merchant has sent lately.
  `create index outbox_invitations on outbox (owner_id, created_at)
    where template in ('invitation', 'invitation-known')`,
];

const notifications = [
  `create table notification (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    due_id uuid not null,
    event text not null,
    subject text not null,
    params jsonb not null,
    link text,
    shown boolean not null,
    at timestamptz not null default now(),
    read_at timestamptz,
    mailed_at timestamptz,
    unique (user_id, event, subject)
  )`,
  'create index notification_newest on notification (user_id, at desc, id desc) where shown',
  'create index notification_unread on notification (user_id) where shown and read_at is null',
  'create index notification_at on notification (at)',
  `create function notification_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('notice', new.user_id::text);
      return null;
    end
  $$`,
  `create trigger notification_changed after insert or update on notification for each row
    when (new.shown and new.read_at is null)
    execute function notification_changed()`,

  // Written in the transaction of the change that it reports, so that a killed process loses none. Deleted once everybody is notified.
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
  // Ids and a time of all merchants, for the worker that notifies everybody. What is notified stays behind row-level security.
  'create view open_notification as select id, owner_id, at from notification_due offset 0',
];

/**
 * Accounts change before anybody acts for a merchant, so these functions write with the rights of the tables' owner. `pg_temp` is named last:
 * where it is not named it is searched first ("search_path" in PostgreSQL's manual), and a trigger of a session's temporary table would run
 * with those rights.
 */
const ownersTrigger = 'returns trigger language plpgsql security definer set search_path = public, pg_temp';

const accountTriggers = [
  // Versions are removed from the user agent, so that an updated browser is no new one. The first browser of a user is no news.
  `create function notify_of_sign_in() ${ownersTrigger} as $$
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
  'create trigger notify_of_sign_in after insert on session for each row execute function notify_of_sign_in()',

  // What protects an account and what the account may do, whichever way it was changed.
  `create function notify_of_person() ${ownersTrigger} as $$
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
  `create trigger notify_of_person after update of password_hash, email, phone, two_step, role_id on "user"
    for each row execute function notify_of_person()`,

  `create function notify_of_plugin() ${ownersTrigger} as $$
    begin
      insert into notification_due (owner_id, user_ids, event, subject, params, link)
      select owner_id, array[id], 'plugin-paired', new.id::text, jsonb_build_object('device', new.name),
        '/account/settings/binding'
      from "user" where id = new.user_id;
      return null;
    end
  $$`,
  `create trigger notify_of_plugin after insert on api_token for each row when (new.kind = 'plugin')
    execute function notify_of_plugin()`,
];
