import { z } from 'zod';
import { shorten } from '../../../listing/store/client.ts';
import type { Outcome, StoreFault } from '../../../listing/writes.ts';
import type { Answer } from '../client.ts';
import { faultOf, type UserError } from '../faults.ts';
import { StoreProduct, seenOf } from '../seen.ts';
import { UserErrors, unanswered } from './outcome.ts';

const Errors = z.object({ userErrors: UserErrors });
const Marked = z.object({
  metafields: z.array(z.object({ owner: z.unknown() })).nullish(),
  userErrors: UserErrors,
});

/** What was sent: the indexes of our variants, in the order of the request; null for a part that was left out. */
interface SentParts {
  prices: number[] | null;
  inventory: number[] | null;
  notes: StoreFault[];
}

/**
 * Rejections of inventory quantities that state a definite reason. For anything else (stale, an idempotency key in use)
 * the quantities are read and sent again (`readme.md`, Inventory).
 */
const sure = new Set([
  'INVALID_INVENTORY_ITEM',
  'INVALID_LOCATION',
  'INVALID_NAME',
  'INVALID_QUANTITY_NEGATIVE',
  'INVALID_QUANTITY_TOO_HIGH',
  'INVALID_QUANTITY_TOO_LOW',
  'NON_MUTABLE_INVENTORY_ITEM',
]);

/**
 * Returns the outcome of a request that sets prices and inventory. Each part may be rejected by itself; an unknown
 * outcome of one makes the whole unknown.
 */
export async function outcomeOfPriceAndInventory(
  answer: Answer,
  { prices, inventory, notes }: SentParts,
): Promise<Outcome> {
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const priced = prices && Errors.safeParse(answer.data.productVariantsBulkUpdate);
  const counted = inventory && Errors.safeParse(answer.data.inventorySetQuantities);
  const marked = Marked.safeParse(answer.data.metafieldsSet);
  if (priced?.success === false || counted?.success === false || !marked.success) {
    return { outcome: 'unknown', because: 'an answer in another shape' };
  }
  const ofPrices = priced?.data.userErrors ?? [];
  const ofInventory = counted?.data.userErrors ?? [];
  if (ofPrices.some(({ code }) => code === 'PRODUCT_DOES_NOT_EXIST')) {
    return { outcome: 'missing' };
  }
  const unclear = [...ofInventory.filter(({ code }) => !sure.has(code ?? '')), ...ofPrices.filter(isGone)];
  if (unclear.length > 0) {
    return { outcome: 'unknown', because: said(unclear) };
  }
  if (ofPrices.length + ofInventory.length > 0) {
    const faults = [
      ...ofPrices.map((error) => named(error, 'variants', prices ?? [])),
      ...ofInventory.map((error) => ({
        ...named(error, 'quantities', inventory ?? []),
        field: 'variants.stock',
      })),
    ];
    return { outcome: 'refused', faults, answer: said([...ofPrices, ...ofInventory]) };
  }
  const product = StoreProduct.safeParse(marked.data.metafields?.[0]?.owner);
  if (!product.success) {
    return { outcome: 'unknown', because: said(marked.data.userErrors) || 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = await seenOf(product.data);
  return { outcome: 'applied', storeProductId, version, hash, address, notes };
}

/**
 * Reports whether a variant that existed when it was read does not exist any more; then the variants are read again.
 */
function isGone({ code }: UserError): boolean {
  return code === 'PRODUCT_VARIANT_DOES_NOT_EXIST';
}

/** Returns the error with our variant's index in its field, where the store names the request's index. */
function named(error: UserError, list: string, places: readonly number[]): StoreFault {
  const path = error.field ?? [];
  const at = path.indexOf(list);
  const place = at < 0 ? undefined : places[Number(path[at + 1])];
  return place === undefined
    ? { ...faultOf(error), field: 'variants' }
    : faultOf({ ...error, field: ['variants', String(place), ...path.slice(at + 2)] });
}

function said(errors: readonly UserError[]): string {
  return shorten(errors.map(({ code, message }) => `${code ?? 'no code'}: ${message}`).join('; '));
}
