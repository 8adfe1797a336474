import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** Who is notified when an edit rule cannot be applied to products, and from which shops an edit set took values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create table edit_rule_alarm (
      rule_id uuid not null references edit_rule (id) on delete cascade,
      user_id uuid not null references "user" (id) on delete cascade,
      ${owner},
      notified_at timestamptz,
      primary key (rule_id, user_id)
    )`,
    ...closedToOthers('edit_rule_alarm'),
    `alter table edit_set add column shop_ids uuid[] not null default '{}'`,
  ]);
}
