import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { AppError } from '@bowerbird/contract/errors';
import type { StoreRules } from '@bowerbird/contract/listing/rules';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { columnText, jsonText } from '../db/json-text.ts';
import { requirePlace } from '../db/places.ts';
import { rememberChoices } from './store-categories/rows.ts';

/** Returns the owner's rules by name, each with the stores that use it. */
export async function findStoreRules(db: OwnerDb, ownerId: string): Promise<StoreRules[]> {
  const rows = await db
    .selectFrom('store_rules')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy(sql`lower(name)`)
    .execute();
  const uses = await db
    .selectFrom('store')
    .innerJoin('shop', 'shop.id', 'store.shop_id')
    .select(['store.id', 'shop.rules_id'])
    .where('store.owner_id', '=', ownerId)
    .where('store.removed_at', 'is', null)
    .where('shop.rules_id', 'is not', null)
    .orderBy('store.id')
    .execute();
  return rows.map(({ id, name, content, revision, updated_at }) => ({
    id,
    name,
    rules: ListingRules.parse(content),
    revision,
    storeIds: uses.filter(({ rules_id }) => rules_id === id).map((store) => store.id),
    updatedAt: updated_at.toISOString(),
  }));
}

export async function getStoreRules(db: OwnerDb, ownerId: string, id: string): Promise<StoreRules> {
  const found = (await findStoreRules(db, ownerId)).find((rules) => rules.id === id);
  if (!found) {
    throw new AppError('not-found', `store rules ${id}`);
  }
  return found;
}

/** Saves new rules; throws `rules.name-taken` if the name is in use, `rules.too-many` past 200. */
export async function insertStoreRules(
  db: OwnerDb,
  ownerId: string,
  { name, rules }: { name: string; rules: ListingRules },
): Promise<string> {
  await requirePlace(db, ownerId, 'store_rules');
  await requireName(db, ownerId, name, null);
  const id = v7();
  await db
    .insertInto('store_rules')
    .values({ id, owner_id: ownerId, name: columnText(name), content: jsonText(rules) })
    .execute();
  await rememberCategories(db, ownerId, rules);
  return id;
}

export async function updateStoreRules(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { name, rules, revision }: { name: string; rules: ListingRules; revision: number },
): Promise<void> {
  const before = await getStoreRules(db, ownerId, id);
  await requireName(db, ownerId, name, id);
  const { numUpdatedRows } = await db
    .updateTable('store_rules')
    .set({
      name: columnText(name),
      content: jsonText(rules),
      revision: revision + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new AppError('rules.changed-meanwhile', `store rules ${id} are not at revision ${revision}`);
  }
  await rememberCategories(db, ownerId, rules);
  const shops = await db
    .selectFrom('shop')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('rules_id', '=', id)
    .execute();
  const shopIds = shops.map((shop) => shop.id);
  await rememberChoices(db, ownerId, shopIds, { rules, before: before.rules });
}

/** Deletes rules. Rules that a shop is listed with are kept, even while no store is connected to it. */
export async function deleteStoreRulesRow(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await getStoreRules(db, ownerId, id);
  const users = await db
    .selectFrom('shop')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('rules_id', '=', id)
    .execute();
  const [user] = users;
  if (user) {
    throw new AppError('rules.in-use', `store rules ${id} are in use`, { params: { store: user.name } });
  }
  await db.deleteFrom('store_rules').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}

/** Uses these rules for listing to a shop from now on. */
export async function setShopRules(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  rulesId: string | null,
): Promise<void> {
  const chosen = rulesId === null ? null : await getStoreRules(db, ownerId, rulesId);
  const { numUpdatedRows } = await db
    .updateTable('shop')
    .set({ rules_id: rulesId })
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .where('rules_id', 'is distinct from', rulesId)
    .executeTakeFirst();
  if (chosen !== null && numUpdatedRows > 0n) {
    await rememberChoices(db, ownerId, [shopId], { rules: chosen.rules, before: null });
  }
}

async function requireName(
  db: OwnerDb,
  ownerId: string,
  name: string,
  exceptId: string | null,
): Promise<void> {
  const found = await db
    .selectFrom('store_rules')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`lower(name) = lower(${columnText(name)})`)
    .executeTakeFirst();
  if (found && found.id !== exceptId) {
    throw new AppError('rules.name-taken', 'another has this name', { params: { name } });
  }
}

/** Most choices that are remembered of a merchant; those that were made longest ago are forgotten. */
const rememberedMax = 5000;

/** Remembers where these rules put categories, to suggest it later. */
async function rememberCategories(db: OwnerDb, ownerId: string, { categories }: ListingRules): Promise<void> {
  const chosen = categories.map.flatMap(({ from, to }) =>
    to === null ? [] : [{ from_key: pathKey(from), to_key: pathKey(to), from_path: from, to_path: to }],
  );
  const distinct = [...new Map(chosen.map((one) => [one.from_key + one.to_key, one])).values()];
  if (distinct.length === 0) {
    return;
  }
  await sql`
    insert into category_memory (owner_id, from_key, to_key, from_path, to_path)
    select ${ownerId}, from_key, to_key, from_path, to_path
    from jsonb_to_recordset(${jsonText(distinct)}::jsonb)
      as one (from_key text, to_key text, from_path jsonb, to_path jsonb)
    on conflict (owner_id, from_key, to_key) do update set chosen_at = now()
  `.execute(db);
  await sql`
    delete from category_memory where owner_id = ${ownerId} and (from_key, to_key) in (
      select from_key, to_key from category_memory where owner_id = ${ownerId}
      order by chosen_at desc offset ${rememberedMax})
  `.execute(db);
}

/** Returns earlier category choices, newest first. */
export async function findCategoryMemory(
  db: OwnerDb,
  ownerId: string,
): Promise<{ from: string[]; to: string[] }[]> {
  const rows = await db
    .selectFrom('category_memory')
    .select(['from_path', 'to_path'])
    .where('owner_id', '=', ownerId)
    .orderBy('chosen_at', 'desc')
    .limit(rememberedMax)
    .execute();
  return rows.map(({ from_path, to_path }) => ({ from: from_path, to: to_path }));
}
