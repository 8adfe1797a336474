import { createHash } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { ExpectedListing } from '@bowerbird/contract/listing/prices';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { rulesMark } from '../../rules/rules-mark.ts';
import type { StoreWithShop } from '../../stores/queries.ts';

/**
 * What a run would send, as one short text that changes with it: products, their prices and inventory, the stores'
 * rules, the risk check. The text after some pages is all that is needed to continue with the others.
 */
export interface SelectionMark {
  /** Adds products, page by page, in the order of their ids. */
  add(db: OwnerDb, ids: readonly string[]): Promise<void>;
  text(): string;
}

/** Begins the mark of a listing to these stores. */
export async function beginMark(
  db: OwnerDb,
  ownerId: string,
  stores: readonly StoreWithShop[],
  { released = [], remedies = [] }: Pick<ListingOptions, 'released' | 'remedies'>,
): Promise<SelectionMark> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([released.toSorted(), remedies.toSorted()]));
  for (const { store, shop } of stores.toSorted((one, other) => one.store.id.localeCompare(other.store.id))) {
    hash.update(JSON.stringify([store.id, shop.currency, await rulesMark(db, ownerId, shop.id)]));
  }
  return resumeMark(ownerId, hash.digest('base64url'));
}

/** Resumes a mark whose text so far is this one. */
export function resumeMark(ownerId: string, text: string): SelectionMark {
  let now = text;
  return {
    async add(db, ids) {
      for (const line of await amountsOf(db, ownerId, ids)) {
        now = createHash('sha256').update(`${now} ${line}`).digest('base64url');
      }
    },
    text: () => now,
  };
}

/** Throws `selection.changed` or `listing.changed-since-check` when a run would list other than what a person saw. */
export function requireExpected(
  expected: ExpectedListing,
  now: { products: number; mark: SelectionMark },
): void {
  if (now.products !== expected.products) {
    throw selectionChanged(expected.products, now.products);
  }
  if (now.mark.text() !== expected.mark) {
    throw new AppError(
      'listing.changed-since-check',
      'prices, rules or the risk check changed since the check',
    );
  }
}

/** Returns the error of a selection that holds a different number of products than a person saw. */
export function selectionChanged(expected: number, count: number): AppError {
  return new AppError('selection.changed', `selected ${count}, not ${expected}`, {
    params: { expected, count },
  });
}

/** Returns one line for each product with everything that its prices in a store are computed from, and its own values. */
async function amountsOf(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', id, md5(concat_ws('|', content ->> 'currency',
      jsonb_path_query_array(content, '$.variants[*].price'),
      jsonb_path_query_array(content, '$.variants[*].compareAtPrice'),
      jsonb_path_query_array(content, '$.variants[*].cost'), content -> 'inStores'))) as line
    from product where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id
  `.execute(db);
  return rows.map(({ line }) => line);
}
