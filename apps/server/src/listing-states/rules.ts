import { AppError } from '@bowerbird/contract/errors';
import type { DriftKind, DriftRule, DriftSide } from '@bowerbird/contract/listing/states';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { getStore } from '../stores/queries.ts';
import { type Decision, decide } from './differences/decide.ts';

/** Returns the owner's rules, newest first. */
export async function listRules(db: OwnerDb, ownerId: string): Promise<DriftRule[]> {
  const rows = await db
    .selectFrom('drift_rule as rule')
    .leftJoin('store', (join) =>
      join.onRef('store.shop_id', '=', 'rule.shop_id').on('store.removed_at', 'is', null),
    )
    .select(['rule.id', 'rule.kind', 'rule.side', 'rule.created_at', 'store.id as store_id', 'store.name'])
    .where('rule.owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('rule.shop_id', 'is', null), eb('store.id', 'is not', null)]))
    .orderBy('rule.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    storeId: row.store_id,
    storeName: row.name,
    side: row.side,
    createdAt: row.created_at.toISOString(),
  }));
}

/**
 * Saves a rule that decides drift of a kind from now on, in one store or in all; a former rule for the same is
 * replaced.
 */
export async function saveRule(
  db: OwnerDb,
  ownerId: string,
  { kind, storeId, side }: { kind: DriftKind; storeId: string | null; side: DriftSide },
): Promise<void> {
  const shopId = storeId === null ? null : (await getStore(db, ownerId, storeId)).shop.id;
  await db
    .insertInto('drift_rule')
    .values({ id: v7(), owner_id: ownerId, kind, shop_id: shopId, side })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'kind', 'shop_id']).doUpdateSet({ side, created_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteRule(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('drift_rule')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `rule ${id}`);
  }
}

/** Returns the rules that apply in a shop; one of its own takes precedence over one for all shops. */
async function rulesOf(db: OwnerDb, ownerId: string, shopId: string): Promise<Map<DriftKind, DriftSide>> {
  const rows = await db
    .selectFrom('drift_rule')
    .select(['kind', 'side'])
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('shop_id', 'is', null), eb('shop_id', '=', shopId)]))
    .orderBy(sql`shop_id is not null`)
    .execute();
  return new Map(rows.map(({ kind, side }) => [kind, side]));
}

/** Reports whether a rule is about inventory, which no look-up returns: then every product must be read. */
export async function readsAll(db: OwnerDb, ownerId: string, shopId: string): Promise<boolean> {
  return (await rulesOf(db, ownerId, shopId)).has('stock');
}

/** Decides by rule what a comparison found in these listings. */
export async function applyRules(
  services: Services,
  ownerId: string,
  shopId: string,
  listingIds: readonly string[],
): Promise<void> {
  const decisions = await asOwner(services.db, ownerId, async (db) => {
    const rules = await rulesOf(db, ownerId, shopId);
    if (rules.size === 0) {
      return [];
    }
    const snapshots = await db
      .selectFrom('listing_comparison')
      .select(['listing_id', 'differences'])
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`listing_id = any(${listingIds}::uuid[]) and kinds && ${[...rules.keys()]}::text[]`)
      .execute();
    return snapshots.flatMap(({ listing_id, differences }): Decision[] => {
      const bySide = Map.groupBy(differences, ({ kind }) => rules.get(kind));
      return [...bySide].flatMap(([side, found]) =>
        side === undefined ? [] : [{ listingId: listing_id, side, keys: found.map(({ key }) => key) }],
      );
    });
  });
  if (decisions.length > 0) {
    await decide(services, { ownerId, userId: null }, decisions);
  }
}
