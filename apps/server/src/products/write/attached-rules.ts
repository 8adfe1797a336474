import type { AttachedRule, RuleRejection } from '@bowerbird/catalog/edits/rule-steps';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { noteNotice } from '../../notifications/notify.ts';
import { whereFilter } from '../list/filter.ts';

/** An attached version of a rule, as the products that have it need it. */
export interface ProductRule extends AttachedRule {
  ruleId: string;
  /** Rules are applied in this order. */
  position: number;
}

/** Builds the rules of each row of `product`, in their order, as `attached.rules`; null: none. For a lateral join. */
export function attachedTo(ownerId: string) {
  return sql`(
    select jsonb_agg(${ruleColumns} order by attachment.position, attachment.id) as rules
    from rule_attachment as attachment
    join edit_rule_version as version
      on version.rule_id = attachment.rule_id and version.version = attachment.version
    where attachment.owner_id = ${ownerId} and attachment.id = any(product.rules)
  ) as attached`;
}

const ruleColumns = sql`jsonb_build_object('id', attachment.id, 'ruleId', attachment.rule_id,
  'position', attachment.position, 'steps', version.steps)`;

/** Returns one attachment as products need it; undefined when the owner has none with this id. */
export async function findProductRule(
  db: OwnerDb,
  ownerId: string,
  attachmentId: string,
): Promise<ProductRule | undefined> {
  const { rows } = await sql<{ rule: ProductRule }>`
    select ${ruleColumns} as rule from rule_attachment as attachment
    join edit_rule_version as version
      on version.rule_id = attachment.rule_id and version.version = attachment.version
    where attachment.owner_id = ${ownerId} and attachment.id = ${attachmentId}
  `.execute(db);
  return rows[0]?.rule;
}

/**
 * Returns the rules that new products get, by product: `insert` inserts them as they are without rules, the filters are
 * asked, and the inserted rows are taken back. Locks the attachments, so that none is detached before these products
 * are written.
 */
export async function rulesForNew(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
  insert: () => Promise<unknown>,
): Promise<Map<string, ProductRule[]>> {
  const attachments = await db
    .selectFrom('rule_attachment')
    .innerJoin('edit_rule', 'edit_rule.id', 'rule_attachment.rule_id')
    .innerJoin('edit_rule_version as version', (join) =>
      join
        .onRef('version.rule_id', '=', 'rule_attachment.rule_id')
        .onRef('version.version', '=', 'rule_attachment.version'),
    )
    .select(['rule_attachment.id', 'rule_attachment.rule_id', 'filter', 'position', 'steps'])
    .where('rule_attachment.owner_id', '=', ownerId)
    .where('detached_at', 'is', null)
    .where('filter', 'is not', null)
    .where('edit_rule.is_closed', '=', false)
    .orderBy('position')
    .orderBy('rule_attachment.id')
    .forShare('rule_attachment')
    .execute();
  const rules = new Map<string, ProductRule[]>();
  if (attachments.length === 0) {
    return rules;
  }
  await sql`savepoint without_rules`.execute(db);
  await insert();
  for (const { id, rule_id: ruleId, filter, position, steps } of attachments) {
    const matching = await db
      .selectFrom('own_product')
      .select('id')
      .where(sql<boolean>`id = any(${productIds}::uuid[])`)
      .where(whereFilter(ownerId, filter ?? {}))
      .execute();
    for (const product of matching) {
      const known = rules.get(product.id) ?? [];
      if (!known.some((rule) => rule.ruleId === ruleId)) {
        rules.set(product.id, [...known, { id, ruleId, position, steps }]);
      }
    }
  }
  await sql`rollback to savepoint without_rules`.execute(db);
  await sql`release savepoint without_rules`.execute(db);
  return rules;
}

/** The rules that could not be applied to a product; none: all could be. */
export interface RejectedRules {
  productId: string;
  rejections: readonly RuleRejection[];
}

/** Saves which rules cannot be applied to these locked products, in place of what was saved before. */
export async function saveRejections(
  db: OwnerDb,
  ownerId: string,
  products: readonly RejectedRules[],
): Promise<void> {
  if (products.length === 0) {
    return;
  }
  await db
    .deleteFrom('rule_rejection')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`product_id = any(${products.map(({ productId }) => productId)}::uuid[])`)
    .execute();
  const rows = products.flatMap(({ productId, rejections }) =>
    rejections.map(({ attachmentId, step, refusal }) => ({
      product_id: productId,
      attachment_id: attachmentId,
      owner_id: ownerId,
      step,
      fault: jsonText({ code: refusal.code, params: refusal.detail }),
    })),
  );
  if (rows.length > 0) {
    await db.insertInto('rule_rejection').values(rows).execute();
    await tellSubscribers(
      db,
      ownerId,
      rows.map(({ attachment_id }) => attachment_id),
    );
  }
}

/** Notifies those who subscribed to the rules of these attachments, each of them once in an hour. */
async function tellSubscribers(
  db: OwnerDb,
  ownerId: string,
  attachmentIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; user_ids: string[]; count: number }>`
    with notified as (
      update edit_rule_alarm set notified_at = now()
      from (
        select rule_id, user_id from edit_rule_alarm
        where owner_id = ${ownerId} and (notified_at is null or notified_at < now() - interval '1 hour')
          and rule_id in (
            select rule_id from rule_attachment
            where owner_id = ${ownerId} and id = any(${attachmentIds}::uuid[])
          )
        -- Another transaction that is about to notify them is enough.
        for update skip locked
      ) as due
      where edit_rule_alarm.rule_id = due.rule_id and edit_rule_alarm.user_id = due.user_id
      returning edit_rule_alarm.rule_id, edit_rule_alarm.user_id
    )
    select edit_rule.id, edit_rule.name, array_agg(notified.user_id) as user_ids, (
      select count(*)::integer from rule_rejection
      join rule_attachment on rule_attachment.id = rule_rejection.attachment_id
      where rule_attachment.rule_id = edit_rule.id
    ) as count
    from notified join edit_rule on edit_rule.id = notified.rule_id group by edit_rule.id
  `.execute(db);
  for (const { id, name, user_ids: userIds, count } of rows) {
    await noteNotice(db, {
      ownerId,
      userIds,
      event: 'rule-rejected',
      subject: id,
      params: { rule: name, count },
      link: `/products/rules/${id}`,
    });
  }
}
