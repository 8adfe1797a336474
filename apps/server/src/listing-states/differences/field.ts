import { isSame } from '@bowerbird/catalog/merge/same';
import type { DriftField } from '@bowerbird/contract/listing/states';
import type { Difference } from '../../db/tables/listing-states.ts';
import { isAmount, placeOf, valueAt } from '../../listing/states/keys.ts';
import { hasOwnAt } from '../../listing/states/own-keys.ts';
import { type Ours, oursAt } from './ours.ts';

/** Returns what can be done about a difference. */
export function possible(
  { key, kind }: Difference,
  ours: Ours | undefined,
  setsStock: boolean,
): Pick<DriftField, 'canPush' | 'canPull' | 'because'> {
  if (!ours) {
    return { canPush: false, canPull: false, because: 'not-ours' };
  }
  if (kind === 'other' || kind === 'variants' || kind === 'status') {
    return { canPush: true, canPull: false, because: kind === 'other' ? 'unread' : 'not-ours' };
  }
  const canPull = isOwnValue(key, ours);
  if (kind === 'stock' && !setsStock) {
    return { canPush: false, canPull, because: 'not-written' };
  }
  return { canPush: true, canPull, because: canPull ? null : 'by-rule' };
}

/**
 * Sent exactly as it is in our product: if the store's value is pulled back into the product, no rule of the store
 * changes it again. That holds for what the product has of its own in that store, too: no rule changes it.
 */
function isOwnValue(key: string, { own, shopId, ready }: Ours): boolean {
  if (hasOwnAt(own, shopId, key)) {
    return true;
  }
  const isSameMoney = own.currency === ready.currency || !isAmount(key) || placeOf(key)?.cell === 'stock';
  return isSameMoney && isSame(valueAt(own, key), valueAt(ready, key));
}

/** Returns a difference as it is displayed. */
export function fieldOf(difference: Difference, ours: Ours | undefined, setsStock: boolean): DriftField {
  const { key, kind, sent, store } = difference;
  const place = placeOf(key);
  const variant = place && ours?.ready.variants.find(({ id }) => id === place.variantId);
  return {
    key,
    kind,
    variant: variant?.optionValues ?? (place ? [] : null),
    sent: sent ?? null,
    store: kind === 'other' ? null : (store ?? null),
    ours: kind === 'status' ? (sent ?? null) : (oursAt(ours, key) ?? null),
    ...possible(difference, ours, setsStock),
  };
}
