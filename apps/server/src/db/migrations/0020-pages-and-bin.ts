import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** One way of working through many products, steps in place of edits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...pages, ...steps]);
}

const pages = [
  // Claims and changes of rules go through their items page by page as bulk edits do.
  'alter table edit_page rename to run_page',
  'alter index edit_page_pkey rename to run_page_pkey',
  'alter index edit_page_owner rename to run_page_owner',
  'alter policy edit_page_owner on run_page rename to run_page_owner',
  `alter table rule_change drop column reached, drop column counts, drop column kept, drop column kept_ids`,
  // Their pages are fixed when they go on.
  `update run set total = null
    where kind in ('claim', 'rule') and state not in ('complete', 'partial', 'failed', 'cancelled')`,
];

const steps = [
  `update edit_set set steps = (
      select jsonb_agg(jsonb_build_object('edit', edit) order by place)
      from jsonb_array_elements(edits) with ordinality as each (edit, place))
    where steps is null and edits <> '[]'`,
  'alter table edit_set drop column edits',
];
