import { firstRiskSettings, RiskSettings } from '@bowerbird/catalog/risk/gate';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';

/** The risk check that applies to a merchant's products before any store, and the merchant's standing confirmations. */
export interface Guard {
  settings: RiskSettings;
  /** Who confirmed that products without a known cost are listed, and when; null without a confirmation. */
  marginUnknown: { at: string; by: string | null } | null;
}

/** Returns the owner's current risk settings; the defaults if nothing was set. */
export async function findGuard(db: OwnerDb, ownerId: string): Promise<Guard> {
  const row = await db
    .selectFrom('risk_settings')
    .leftJoin('user', 'user.id', 'risk_settings.margin_unknown_by')
    .select(['risk_settings.content', 'risk_settings.margin_unknown_at', 'user.name'])
    .where('risk_settings.owner_id', '=', ownerId)
    .executeTakeFirst();
  return {
    settings: row ? RiskSettings.parse(row.content) : firstRiskSettings,
    marginUnknown: row?.margin_unknown_at ? { at: row.margin_unknown_at.toISOString(), by: row.name } : null,
  };
}

/** Saves what is checked from now on. Confirmations are kept. */
export async function saveRiskSettingsRow(
  db: OwnerDb,
  ownerId: string,
  settings: RiskSettings,
): Promise<void> {
  const content = jsonText(settings);
  await db
    .insertInto('risk_settings')
    .values({ owner_id: ownerId, content })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ content, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Confirms that products without a known cost are listed, or withdraws the confirmation. */
export async function confirmUnknownMargin(
  db: OwnerDb,
  ownerId: string,
  { confirmed, userId }: { confirmed: boolean; userId: string | null },
): Promise<void> {
  const values = {
    margin_unknown_at: confirmed ? sql<Date>`now()` : null,
    margin_unknown_by: confirmed ? userId : null,
  };
  await db
    .insertInto('risk_settings')
    .values({ owner_id: ownerId, content: jsonText(firstRiskSettings), ...values })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
