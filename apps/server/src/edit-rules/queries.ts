import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { isSame } from '@bowerbird/catalog/merge/same';
import { AppError } from '@bowerbird/contract/errors';
import type { EditRuleDetail } from '@bowerbird/contract/products/edit-rules';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { requirePlace } from '../db/places.ts';
import { namesOf } from '../runs/names.ts';
import { findRules } from './list.ts';

/** A rule as a person wrote it. */
interface WrittenRule {
  name: string;
  description: string;
  steps: EditStep[];
  userId: string;
}

/** The merchant and the person who asks. */
export interface Caller {
  ownerId: string;
  userId: string;
}

/** Returns a rule that was not deleted, locked if wanted; throws `not-found`. */
export async function getRuleRow(db: OwnerDb, ownerId: string, id: string, lock?: 'share' | 'update') {
  const found = await db
    .selectFrom('edit_rule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(lock === 'share', (query) => query.forKeyShare())
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `edit rule ${id}`);
  }
  return found;
}

/** Returns a rule with its versions and attachments; throws `not-found`. */
export async function getRule(db: OwnerDb, { ownerId, userId }: Caller, id: string): Promise<EditRuleDetail> {
  const {
    items: [rule],
  } = await findRules(db, ownerId, { id, userId, sort: 'number', direction: 'asc', limit: 1 });
  if (!rule) {
    throw new AppError('not-found', `edit rule ${id}`);
  }
  const versions = await db
    .selectFrom('edit_rule_version')
    .select(['version', 'steps', 'at', 'user_id'])
    .where('owner_id', '=', ownerId)
    .where('rule_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  const names = await namesOf(
    db,
    ownerId,
    versions.flatMap(({ user_id }) => user_id ?? []),
  );
  return {
    ...rule,
    versions: versions.map(({ version, steps, at, user_id }) => ({
      version,
      steps,
      at: at.toISOString(),
      by: user_id === null ? null : (names.get(user_id) ?? null),
    })),
    attachments: await attachmentsOf(db, ownerId, id),
  };
}

async function attachmentsOf(
  db: OwnerDb,
  ownerId: string,
  ruleId: string,
): Promise<EditRuleDetail['attachments']> {
  const rows = await db
    .with('held', (cte) =>
      cte
        .selectFrom('product')
        .innerJoinLateral(sql<{ id: string }>`unnest(product.rules)`.as<'rule'>(sql`rule (id)`), (join) =>
          join.onTrue(),
        )
        .select(['rule.id', sql<number>`count(*)::integer`.as('products')])
        .where('product.owner_id', '=', ownerId)
        .groupBy('rule.id'),
    )
    .selectFrom('rule_attachment as attachment')
    .leftJoin('held', 'held.id', 'attachment.id')
    .select((eb) => [
      'attachment.id',
      'attachment.version',
      'attachment.filter',
      'attachment.attached_at',
      'attachment.detached_at',
      sql<number>`coalesce(held.products, 0)`.as('products'),
      eb
        .selectFrom('rule_rejection')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('attachment_id', '=', 'attachment.id')
        .as('rejected'),
    ])
    .where('attachment.owner_id', '=', ownerId)
    .where('attachment.rule_id', '=', ruleId)
    .where((eb) => eb.or([eb('detached_at', 'is', null), eb('held.products', '>', 0)]))
    .orderBy('position')
    .orderBy('attachment.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    filter: row.filter,
    attachedAt: row.attached_at.toISOString(),
    detachedAt: row.detached_at?.toISOString() ?? null,
    products: row.products,
    rejected: row.rejected ?? 0,
  }));
}

/** Saves a new rule with its first version; returns its id. Throws `edit-rule.too-many`. */
export async function insertRule(
  db: OwnerDb,
  ownerId: string,
  { name, description, steps, userId }: WrittenRule,
): Promise<string> {
  requireOfSnapshot(steps);
  // Two rules that are saved at once also get two numbers by this.
  await requirePlace(db, ownerId, 'edit_rule', sql`deleted_at is null`);
  const id = v7();
  await sql`
    insert into edit_rule (id, owner_id, number, name, description)
    select ${id}::uuid, ${ownerId}::uuid, coalesce(max(number), 0) + 1, ${name}, ${description}
    from edit_rule where owner_id = ${ownerId}
  `.execute(db);
  await insertVersion(db, ownerId, { id, version: 1, steps, userId });
  return id;
}

/** Saves a rule; other steps are a new version. Throws `edit-rule.changed-meanwhile` and `edit-rule.too-many-versions`. */
export async function updateRule(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { name, description, steps, version, userId }: WrittenRule & { version: number },
): Promise<void> {
  requireOfSnapshot(steps);
  const row = await getRuleRow(db, ownerId, id, 'update');
  if (row.version !== version) {
    throw new AppError('edit-rule.changed-meanwhile', `rule ${id} has version ${row.version}`);
  }
  const newest = await db
    .selectFrom('edit_rule_version')
    .select('steps')
    .where('owner_id', '=', ownerId)
    .where('rule_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const next = isSame(newest.steps, steps) ? version : version + 1;
  if (next > version) {
    await requirePlace(db, ownerId, 'edit_rule_version', sql`rule_id = ${id}`);
    await insertVersion(db, ownerId, { id, version: next, steps, userId });
  }
  await db
    .updateTable('edit_rule')
    .set({ name, description, version: next, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Closes or opens a rule; throws `not-found`. */
export async function closeRule(db: OwnerDb, ownerId: string, id: string, isClosed: boolean): Promise<void> {
  await getRuleRow(db, ownerId, id, 'update');
  await db
    .updateTable('edit_rule')
    .set({ is_closed: isClosed, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a rule that no product has or would get; throws `edit-rule.attached` for another. */
export async function deleteRule(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { name } = await getRuleRow(db, ownerId, id, 'update');
  const attachments = await attachmentsOf(db, ownerId, id);
  if (attachments.length > 0) {
    const count = attachments.reduce((sum, { products }) => sum + products, 0);
    throw new AppError('edit-rule.attached', `rule ${id} has ${count} products`, {
      params: { rule: name, count },
    });
  }
  await db
    .updateTable('edit_rule')
    .set({ deleted_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

async function insertVersion(
  db: OwnerDb,
  ownerId: string,
  { id, version, steps, userId }: { id: string; version: number; steps: EditStep[]; userId: string },
): Promise<void> {
  await db
    .insertInto('edit_rule_version')
    .values({ rule_id: id, version, owner_id: ownerId, steps: jsonText(steps), user_id: userId })
    .execute();
}

/**
 * A series depends on the products before, and so cannot give the same product twice the same; own values in stores are
 * set by people and no part of what a source says.
 */
function requireOfSnapshot(steps: readonly EditStep[]): void {
  if (steps.some(({ edit }) => edit.kind === 'code-series')) {
    throw new AppError('edit-rule.series', 'a rule cannot number products');
  }
  if (steps.some(({ inStore, edit }) => inStore !== undefined || edit.kind === 'clear-own-values')) {
    throw new AppError('edit-rule.in-store', 'a rule makes products of snapshots, whatever the store');
  }
}
