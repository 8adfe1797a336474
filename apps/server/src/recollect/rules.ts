import type { SourceRules } from '@bowerbird/catalog/merge/merge-source';
import type { ProductField } from '@bowerbird/catalog/product';
import type { MergeRule, MergeSide } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requirePlace } from '../db/places.ts';
import type { MergeRuleTable } from '../db/tables/recollect.ts';

/** Standing rules for conflicts, for each shop. */
export interface Rules {
  of(shop: string): SourceRules;
}

/** Used for existing conflicts: only their answers count. */
export const noRules: Rules = { of: () => ({}) };

/** Returns a merchant's rules; the rule of a shop takes precedence over the rule for all shops. */
export async function readRules(db: OwnerDb, ownerId: string): Promise<Rules> {
  const rows = await rulesOf(db, ownerId);
  return {
    of(shop) {
      const rules: SourceRules = {};
      for (const wanted of [null, shop]) {
        for (const { field, side } of rows.filter((row) => row.shop === wanted)) {
          rules[field] = side;
        }
      }
      return rules;
    },
  };
}

export async function listRules(db: OwnerDb, ownerId: string): Promise<MergeRule[]> {
  return (await rulesOf(db, ownerId)).map(toRule);
}

/** Saves a rule, replacing the one for the same field and source. Throws `merge-rule.too-many`. */
export async function saveRule(
  db: OwnerDb,
  ownerId: string,
  { field, shop, side }: { field: ProductField; shop: string | null; side: MergeSide },
): Promise<MergeRule> {
  await requirePlace(
    db,
    ownerId,
    'merge_rule',
    sql`(field, shop) is distinct from (${field}, ${shop}::text)`,
  );
  const row = await db
    .insertInto('merge_rule')
    .values({ id: v7(), owner_id: ownerId, field, shop, side })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'field', 'shop']).doUpdateSet({ side, created_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRule(row);
}

export async function deleteRule(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('merge_rule')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `rule ${id}`);
  }
}

async function rulesOf(db: OwnerDb, ownerId: string): Promise<Selectable<MergeRuleTable>[]> {
  return await db
    .selectFrom('merge_rule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
}

function toRule({ id, field, shop, side, created_at }: Selectable<MergeRuleTable>): MergeRule {
  return { id, field, shop, side, createdAt: created_at.toISOString() };
}
