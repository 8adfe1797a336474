import { type Kysely, sql } from 'kysely';

/** What browser plugins delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table plugin_delivery (
    owner_id uuid not null references owner (id) on delete cascade,
    id uuid not null,
    run_id uuid not null references run (id) on delete cascade,
    token_id uuid,
    platform text not null,
    shop text not null,
    answer jsonb not null,
    at timestamptz not null default now(),
    primary key (owner_id, id)
  )`,
  'create index plugin_delivery_newest on plugin_delivery (owner_id, at)',
  'create index plugin_delivery_run on plugin_delivery (run_id)',
  'alter table plugin_delivery enable row level security',
  `create policy plugin_delivery_owner on plugin_delivery
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,

  // For "is this page collected already". A hash holds addresses of any length.
  'create index collected_url on collected using hash (url)',

  // What the plugin reads grows before the merchant's eyes: its runs tell nobody of an end they never had.
  `create or replace function run_to_tell() returns trigger language plpgsql as $$
    begin
      if new.ask ->> 'by' = 'plugin' then
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

  // Paired before this: from now on a browser that is not used ends.
  `update api_token set expires_at = now() + interval '90 days' where kind = 'plugin' and expires_at is null`,
];
