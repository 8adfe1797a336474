import { type Kysely, sql } from 'kysely';

/**
 * Keeps that a merchant confirmed products without a known cost. What a merchant lets a person allow for one run covers the
 * new reasons too where it covered the old ones that are closest to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  'alter table risk_settings add column margin_unknown_at timestamptz',
  'alter table risk_settings add column margin_unknown_by uuid references "user" (id) on delete set null',
  ...[
    ['risk.price-jump', 'risk.price-drop'],
    ['risk.margin', 'risk.margin-unknown'],
  ].map(
    ([known, added]) => `
      update risk_settings
      set content = jsonb_set(content, '{releasable}', content -> 'releasable' || '["${added}"]')
      where content -> 'releasable' @> '["${known}"]' and not content -> 'releasable' @> '["${added}"]'`,
  ),
];
