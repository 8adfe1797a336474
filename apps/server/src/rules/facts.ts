import type { Product } from '@bowerbird/catalog/product';
import type { RiskFacts } from '@bowerbird/catalog/risk/risks';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { bodyOf, contentIn } from '../db/listing-content.ts';

/** What is known of a product in one shop, and of its source's prices. */
export interface Reported extends Pick<RiskFacts, 'isThere' | 'listed'> {
  source: { currency: string | null; variants: { optionValues: string[]; price: string | null }[] } | null;
}

export const nothingReported: Reported = { isThere: false, listed: null, source: null };

/** Returns what the risk check must know of these products, by id; a product that is not found counts as missing. */
export async function findReported(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  productIds: readonly string[],
): Promise<Map<string, Reported>> {
  const [listed, sources] = [
    await findListed(db, ownerId, shopId, productIds),
    await findSources(db, ownerId, productIds),
  ];
  return new Map(
    productIds.map((id) => [id, { ...nothingReported, ...listed.get(id), source: sources.get(id) ?? null }]),
  );
}

/** Returns whether each is in the shop, and the prices last sent there, if still known. */
async function findListed(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  productIds: readonly string[],
): Promise<Map<string, Pick<Reported, 'isThere' | 'listed'>>> {
  const { rows } = await sql<{
    product_id: string;
    there: boolean;
    body: Buffer | null;
  }>`
    select listing.product_id, listing.store_product_id is not null and listing.state <> 'gone' as there,
      ${bodyOf('attempt')} as body
    from listing
    left join listing_attempt as attempt
      on attempt.id = listing.listed_attempt and attempt.owner_id = listing.owner_id
    where listing.owner_id = ${ownerId} and listing.shop_id = ${shopId}
      and listing.product_id = any(${productIds}::uuid[])
  `.execute(db);
  return new Map(
    rows.map(({ product_id, there, body }) => {
      const sent = there ? contentIn(body) : null;
      return [product_id, { isThere: there, listed: sent && pricesOf(sent) }];
    }),
  );
}

function pricesOf({ currency, variants }: Product): NonNullable<Reported['listed']> {
  return { currency, prices: Object.fromEntries(variants.map(({ id, price }) => [id, price])) };
}

/** Returns the last snapshot of each from its source; of several sources, the newest snapshot. */
export async function findSources(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<Map<string, NonNullable<Reported['source']>>> {
  const { rows } = await sql<{
    product_id: string;
    currency: string | null;
    variants: { optionValues: string[]; price: string | null }[];
  }>`
    select distinct on (product_id) product_id, content ->> 'currency' as currency,
      (select coalesce(jsonb_agg(jsonb_build_object('optionValues', variant -> 'optionValues', 'price', variant ->> 'price')), '[]')
        from json_array_elements(content -> 'variants') as variant) as variants
    from collected
    where owner_id = ${ownerId} and product_id = any(${productIds}::uuid[])
    order by product_id, changed_at desc
  `.execute(db);
  return new Map(rows.map(({ product_id, currency, variants }) => [product_id, { currency, variants }]));
}
