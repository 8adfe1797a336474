import { isSame } from '@bowerbird/catalog/merge/same';
import { inStore } from '@bowerbird/catalog/own-values/in-store';
import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { Decided, Difference } from '../../db/tables/listing-states.ts';
import { type OwnCodes, withOwnCodes } from '../../listing/ledger/own-codes.ts';
import { isSameCell } from '../../listing/states/differences.ts';
import { kindOf, placeOf, valueAt } from '../../listing/states/keys.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { findRuling } from '../../rules/ruling.ts';

/** A product of ours, and what it becomes on its way into one store. */
export interface Ours {
  own: Product;
  shopId: string;
  /** By the store's rules and with its own values there, under the handle, SKUs and barcodes it has there. */
  ready: Product;
  revision: number;
}

/** Returns these products as they would be sent to a shop now; a deleted one is left out. */
export async function findOurs(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  productIds: readonly string[],
): Promise<Map<string, Ours>> {
  const { rules } = await findRuling(db, ownerId, shopId);
  const { rows } = await sql<{ product_id: string; own_codes: OwnCodes | null }>`
    select product_id, own_codes from listing
    where owner_id = ${ownerId} and shop_id = ${shopId} and product_id = any(${productIds}::uuid[])
  `.execute(db);
  const codes = new Map(rows.map((row) => [row.product_id, row.own_codes]));
  const found = await productsByIds(db, ownerId, productIds);
  return new Map(
    found.map(({ id, revision, product }) => {
      const named = withOwnCodes(product, codes.get(id) ?? null);
      return [id, { own: product, shopId, ready: inStore(named, rules, shopId).product, revision }];
    }),
  );
}

/** Returns our value of what a key names; null for what is no field of ours. */
export function oursAt(ours: Ours | undefined, key: string): unknown {
  return key === 'variants'
    ? (ours?.ready.variants.map(({ optionValues }) => optionValues.join(' / ')) ?? null)
    : ours && (valueAt(ours.ready, key) ?? null);
}

/**
 * Returns the differences that are not decided: neither decided for these very values, nor values that our product now
 * holds too. A field that was passed over when another one was pushed is still to be decided, although it was sent as
 * the store has it.
 */
export function undecided(
  differences: readonly Difference[],
  decided: Record<string, Decided>,
  ours: Ours | undefined,
): Difference[] {
  return differences.filter(({ key, store }) => {
    const entry = decided[key];
    const own = oursAt(ours, key);
    const isDecided =
      entry !== undefined &&
      entry.how !== 'open' &&
      isSame(entry.store, store) &&
      isSame(entry.ours ?? null, own ?? null);
    return !isDecided && !isSameValue(key, own, store);
  });
}

function isSameValue(key: string, ours: unknown, store: unknown): boolean {
  if (key === 'other' || key === 'status') {
    return false;
  }
  const cell = placeOf(key)?.cell;
  return cell === undefined ? isSame(ours, store) : ours !== undefined && isSameCell(cell, ours, store);
}

/**
 * Returns the differences including those passed over when another field was pushed, as long as the store still holds
 * the value.
 */
export function withPassedOver(
  differences: readonly Difference[],
  decided: Record<string, Decided>,
  store: Product,
): Difference[] {
  const known = new Set(differences.map(({ key }) => key));
  return [
    ...differences,
    ...Object.entries(decided)
      .filter(
        ([key, entry]) =>
          entry.how === 'open' && !known.has(key) && isSame(valueAt(store, key) ?? null, entry.store ?? null),
      )
      .map(([key, entry]) => ({
        key,
        kind: kindOf(key),
        sent: entry.ours,
        store: entry.store,
      })),
  ];
}

/** Returns the kinds of the undecided differences, each once, sorted. */
export function kindsOf(differences: readonly Difference[]): string[] {
  return [...new Set(differences.map(({ kind }) => kind))].sort();
}
