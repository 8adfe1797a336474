import { rowLimits } from '@bowerbird/contract/row-limits';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';

const { db } = await testDatabase();

/** Why a merchant's rows of these tables need no number of their own. */
const reasons = {
  perProduct: 'At most so many of a product or collected product, whose number the plan limits.',
  perRow: 'At most so many of a row that is limited itself, or of a merchant or a person.',
  history:
    'Records what was done: a row for each call that did something, at the pace of calls, or for each product of it.',
  ends: 'Deleted by itself, days after it has ended.',
  plan: 'The plan limits it.',
  perStore: 'At most so many of a store, which the plan limits and which had to accept its credentials.',
  oldestGo: 'Beyond a number, the oldest is deleted.',
  paced: 'Codes and letters are limited by the hour, and deleted once they have ended.',
  own: 'Has a limit of its own kind, with a test of its own.',
} as const;

const unlimited: Record<string, keyof typeof reasons> = {
  announcement_dismissed: 'perRow',
  audit_event: 'history',
  category_memory: 'oldestGo',
  collect_batch: 'perProduct',
  collect_run: 'history',
  collect_skip: 'history',
  collected: 'plan',
  collected_count: 'perProduct',
  collected_version: 'perProduct',
  copy_run: 'history',
  drift_rule: 'perRow',
  edit_figure: 'perProduct',
  edit_rule_alarm: 'perRow',
  edit_series: 'perRow',
  edit_set: 'history',
  export_file: 'history',
  exported_file: 'history',
  exported_page: 'perProduct',
  file_watch_file: 'perRow',
  followed_change: 'perProduct',
  guesses_notified: 'perRow',
  import: 'history',
  import_bytes: 'perRow',
  import_fault: 'perRow',
  import_file: 'own',
  import_item: 'perRow',
  import_page: 'perRow',
  invitation: 'paced',
  invoice_data: 'perRow',
  known_browser: 'oldestGo',
  known_device: 'oldestGo',
  legal_acceptance: 'history',
  listing: 'perProduct',
  listing_attempt: 'history',
  listing_bulk: 'history',
  listing_comparison: 'perProduct',
  listing_item: 'history',
  listing_narrowing: 'history',
  listing_preparation: 'history',
  listing_run: 'history',
  listing_schedule_place: 'perRow',
  listing_store_job: 'history',
  mark_change: 'history',
  merge_conflict: 'perProduct',
  merge_decided: 'perProduct',
  notification: 'history',
  notification_due: 'history',
  outbox: 'ends',
  own_value_digest: 'perProduct',
  pairing: 'perRow',
  plan_order: 'history',
  platform_pin: 'perRow',
  plugin_delivery: 'history',
  product_change: 'history',
  product_count: 'perProduct',
  product_count_change: 'perProduct',
  product_text: 'perProduct',
  quota_listed: 'perProduct',
  quota_month: 'perRow',
  recollect_run: 'history',
  recovery_code: 'perRow',
  risk_settings: 'perRow',
  rule_change: 'history',
  rule_rejection: 'perProduct',
  run: 'history',
  run_page: 'history',
  session: 'oldestGo',
  shop: 'perStore',
  shop_image: 'perProduct',
  shop_turn: 'perStore',
  similarity: 'perProduct',
  similarity_keys: 'perProduct',
  similarity_waiting: 'perProduct',
  source_alert: 'perProduct',
  store: 'plan',
  store_audit: 'history',
  store_category_choice: 'oldestGo',
  store_category_tree: 'perStore',
  store_comparison: 'perStore',
  store_following: 'perStore',
  store_grant: 'ends',
  store_resource_attempt: 'history',
  stored_product: 'plan',
  subscription: 'perRow',
  table_look: 'perRow',
  task_person: 'perRow',
  task_run: 'history',
  team_mark: 'perProduct',
  two_step_setup: 'perRow',
  unfreeze_request: 'history',
  user: 'plan',
};

describe('what a merchant creates', () => {
  it('has a number at which it ends, or a written reason: every table with rows of merchants or people', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('owner_id', 'user_id')
    `.execute(db);
    const settled = [...Object.keys(rowLimits), ...Object.keys(unlimited)];

    expect(rows.map(({ name }) => name).toSorted()).toEqual(settled.toSorted());
  });
});
