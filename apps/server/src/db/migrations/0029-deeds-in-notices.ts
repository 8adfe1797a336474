import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** A notice of a bulk edit, or of its undo, names what was done and to how many products. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // What the texts `notice.deed.` need of a step; the whole step may hold a description of a megabyte.
    `create function deed_of_run(kind text, request jsonb, total bigint) returns jsonb
      language sql immutable parallel safe as $$
        select case
          when kind not in ('edit', 'undo') or jsonb_typeof(request -> 'steps') is distinct from 'array' then '{}'::jsonb
          else jsonb_strip_nulls(jsonb_build_object(
            'deed', case
              when edit is null then 'grid'
              when edit ->> 'kind' <> 'set-field' then edit ->> 'kind'
              when edit ->> 'field' = 'status' then 'set-status'
              when edit ->> 'field' = 'descriptionHtml' then 'set-description'
              when edit ->> 'field' = 'currency' then 'set-currency'
              when edit ->> 'value' is null then 'clear-text'
              else 'set-text'
            end,
            'figure', case
              when edit ->> 'kind' in ('percent-to-price', 'add-to-price', 'add-to-stock') then
                case when figure like '-%' then figure else '+' || figure end
              else figure
            end,
            'inStore', case when step ? 'inStore' then 1 end,
            'more', nullif(jsonb_array_length(request -> 'steps') - 1, -1),
            'total', total))
        end
        from (select request -> 'steps' -> 0 as step, request -> 'steps' -> 0 -> 'edit' as edit) as first,
          lateral (select left(coalesce(edit ->> 'percent', edit ->> 'by', edit ->> 'amount', edit ->> 'margin',
            edit -> 'exchange' ->> 'to'), 20) as figure) as main
      $$`,
    `create or replace function notify_of_run() returns trigger language plpgsql as $$
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
            'failed', new.failed) || deed_of_run(new.kind, new.request, coalesce(new.total, new.done)),
          '/profile/basic/' || new.id);
        return null;
      end
    $$`,
  ]);
}
