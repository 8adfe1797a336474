import type { EditStep, StepContext } from '@bowerbird/catalog/edits/edit-steps';
import { ListingRules, noRules } from '@bowerbird/catalog/listing-rules/rules';
import { withoutOwnValues } from '@bowerbird/catalog/own-values/in-store';
import { ownCells, withOwnValue } from '@bowerbird/catalog/own-values/own-cells';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

/**
 * Returns the product with the own values that were sent for it in place of those it has; unchanged where none were sent,
 * so that a program that does not know of them takes nothing away. Throws `not-found` for a shop that the owner does not have.
 */
export async function withSentOwnValues(
  db: OwnerDb,
  ownerId: string,
  product: Product,
  sent: Product['inStores'],
): Promise<Product> {
  if (sent === undefined) {
    return product;
  }
  const shopIds = Object.keys(sent);
  const known = await findShopRules(db, ownerId, shopIds);
  const unknown = shopIds.find((id) => !known.has(id) && product.inStores?.[id] === undefined);
  if (unknown !== undefined) {
    throw new AppError('not-found', `shop ${unknown}`);
  }
  return shopIds.reduce(
    (held, shopId) =>
      ownCells({ inStores: sent }, shopId).reduce(
        (each, [path, value]) => withOwnValue(each, shopId, path, value),
        held,
      ),
    withoutOwnValues(product),
  );
}

/** Returns the rules of the stores that these steps are for; without one of the owner's shops, steps in it are refused. */
export async function findRulesInStores(
  db: OwnerDb,
  ownerId: string,
  steps: readonly EditStep[],
): Promise<NonNullable<StepContext['rulesIn']>> {
  const shopIds = [...new Set(steps.flatMap(({ inStore }) => inStore ?? []))];
  const rules = await findShopRules(db, ownerId, shopIds);
  return (shopId) => rules.get(shopId) ?? null;
}

async function findShopRules(
  db: OwnerDb,
  ownerId: string,
  shopIds: readonly string[],
): Promise<Map<string, ListingRules>> {
  if (shopIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom('shop')
    .leftJoin('store_rules', 'store_rules.id', 'shop.rules_id')
    .select(['shop.id', 'store_rules.content'])
    .where('shop.owner_id', '=', ownerId)
    .where(sql<boolean>`shop.id = any(${shopIds}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, content }) => [id, content === null ? noRules : ListingRules.parse(content)]),
  );
}
