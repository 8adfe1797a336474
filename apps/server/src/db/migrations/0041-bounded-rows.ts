import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** Nobody fills a table without end: of the browsers a person signed in with, the newest hundred are known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create or replace function notify_of_sign_in() returns trigger language plpgsql security definer
      set search_path = public, pg_temp as $$
      declare
        agent bytea := sha256(convert_to(regexp_replace(new.user_agent, '[0-9._]+', '', 'g'), 'UTF8'));
        others boolean := exists (select from known_device where user_id = new.user_id);
      begin
        insert into known_device (user_id, device) values (new.user_id, agent) on conflict do nothing;
        if found and others then
          delete from known_device where user_id = new.user_id and device in (
            select device from known_device where user_id = new.user_id order by at desc offset 100);
          insert into notification_due (owner_id, user_ids, event, subject, params, link)
          select owner_id, array[id], 'new-sign-in', new.id::text,
            jsonb_build_object('agent', new.user_agent, 'ip', coalesce(new.ip, '')), '/account/settings/security'
          from "user" where id = new.user_id;
        end if;
        return null;
      end
    $$`,
    // What a source's categories were was written with every look and never read.
    'drop table category',
  ]);
}
