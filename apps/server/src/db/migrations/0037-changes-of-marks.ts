import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** What a marking of the team replaced, so that it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create table mark_change (
      -- That of its run; a marking of one product has no run.
      set_id uuid not null,
      product_id uuid not null references stored_product (id) on delete cascade,
      ${owner},
      run_id uuid references run (id) on delete cascade,
      user_id uuid references "user" (id) on delete set null,
      -- The marking that it undid.
      undoes uuid,
      at timestamptz not null default now(),
      -- By field: group, colour, assignee, note.
      before jsonb not null,
      after jsonb not null,
      undone text[] not null default '{}',
      primary key (set_id, product_id)
    )`,
    'create index mark_change_product on mark_change (owner_id, product_id)',
    'create index mark_change_run on mark_change (run_id) where run_id is not null',
    ...closedToOthers('mark_change'),
    // A notice of an undo of marks says so.
    `do $$
      begin
        execute replace(pg_get_functiondef('deed_of_run(text, jsonb, bigint)'::regprocedure),
          'when edit is null then ''grid''', 'when request ? ''marks'' then ''marks'' when edit is null then ''grid''');
      end
    $$`,
  ]);
}
