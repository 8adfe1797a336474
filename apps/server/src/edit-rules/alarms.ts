import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { type Caller, getRuleRow } from './queries.ts';

/** Notifies the caller of this rule from now on, or no longer; throws `edit-rule.alarm-closed` for a closed rule. */
export async function setAlarm(
  db: OwnerDb,
  { ownerId, userId }: Caller,
  ruleId: string,
  on: boolean,
): Promise<void> {
  const rule = await getRuleRow(db, ownerId, ruleId);
  if (!on) {
    await db
      .deleteFrom('edit_rule_alarm')
      .where('owner_id', '=', ownerId)
      .where('rule_id', '=', ruleId)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  if (rule.is_closed) {
    throw new AppError('edit-rule.alarm-closed', `rule ${rule.number}`, { params: { rule: rule.name } });
  }
  await sql`
    insert into edit_rule_alarm (rule_id, user_id, owner_id) values (${ruleId}, ${userId}, ${ownerId})
    on conflict do nothing
  `.execute(db);
}
