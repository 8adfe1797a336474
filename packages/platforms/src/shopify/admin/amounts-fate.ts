import { z } from 'zod';
import { shorten } from '../../listing/store-client.ts';
import type { Fate, StoreFault } from '../../listing/writes.ts';
import type { Answer } from './client.ts';
import { faultOf, type UserError } from './faults.ts';
import { StoreProduct, seenOf } from './seen.ts';
import { UserErrors, unanswered } from './write-fate.ts';

const Errors = z.object({ userErrors: UserErrors });
const Marked = z.object({
  metafields: z.array(z.object({ owner: z.unknown() })).nullish(),
  userErrors: UserErrors,
});

/** What was sent: our variants' places, in the order of the request; null for a part that was left out. */
interface SentParts {
  prices: number[] | null;
  pieces: number[] | null;
  notes: StoreFault[];
}

/**
 * Refusals of pieces that say what they are: anything else (stale, an idempotency key at work) is read and sent anew
 * (`readme.md`, Inventory).
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

/** What became of a request that sets prices and pieces. Each part may be refused by itself; a doubt about one is a doubt of all. */
export async function fateOfAmounts(answer: Answer, { prices, pieces, notes }: SentParts): Promise<Fate> {
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const priced = prices && Errors.safeParse(answer.data.productVariantsBulkUpdate);
  const counted = pieces && Errors.safeParse(answer.data.inventorySetQuantities);
  const marked = Marked.safeParse(answer.data.metafieldsSet);
  if (priced?.success === false || counted?.success === false || !marked.success) {
    return { fate: 'doubt', because: 'an answer in another shape' };
  }
  const ofPrices = priced?.data.userErrors ?? [];
  const ofPieces = counted?.data.userErrors ?? [];
  if (ofPrices.some(({ code }) => code === 'PRODUCT_DOES_NOT_EXIST')) {
    return { fate: 'missing' };
  }
  const unsure = [...ofPieces.filter(({ code }) => !sure.has(code ?? '')), ...ofPrices.filter(isGone)];
  if (unsure.length > 0) {
    return { fate: 'doubt', because: said(unsure) };
  }
  if (ofPrices.length + ofPieces.length > 0) {
    const faults = [
      ...ofPrices.map((error) => named(error, 'variants', prices ?? [])),
      ...ofPieces.map((error) => ({ ...named(error, 'quantities', pieces ?? []), field: 'variants.stock' })),
    ];
    return { fate: 'refused', faults, answer: said([...ofPrices, ...ofPieces]) };
  }
  const product = StoreProduct.safeParse(marked.data.metafields?.[0]?.owner);
  if (!product.success) {
    return { fate: 'doubt', because: said(marked.data.userErrors) || 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = await seenOf(product.data);
  return { fate: 'applied', storeProductId, version, hash, address, notes };
}

/** A variant that was there when it was read: what is there now is read again. */
function isGone({ code }: UserError): boolean {
  return code === 'PRODUCT_VARIANT_DOES_NOT_EXIST';
}

/** With our variant's place in its field, where the store names the request's. */
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
