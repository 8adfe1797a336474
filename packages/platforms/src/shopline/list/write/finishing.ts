import type { Variant } from '@bowerbird/catalog/product';
import { type Term, termName } from '../../../listing/dependencies.ts';
import type { Finishing, FinishingStep } from '../../../listing/finishing.ts';
import { inventoryDiffers } from '../../../listing/inventory.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, ToUpdate } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { call, read } from '../connection/client.ts';
import { productAt } from '../look.ts';
import { decoded } from '../seen.ts';
import { terms, termsOf } from '../terms.ts';
import { choicesOf, heldChoices } from './content.ts';
import { refused, unanswered } from './write.ts';

/**
 * Inventory and collections, which no create accepts (`readme.md`, Writing products): each by a call of its own with
 * absolute values, so that a repeated call has no further effect.
 */
export const finishing: Finishing = {
  stepsOf: (product) =>
    product.variants.filter(({ stock }) => (stock ?? 0) > 0).length + termsOf(product).length,

  async due(item, isNew, store, context) {
    return [
      ...(await stockDue(item, isNew, store, context)),
      ...(await collectionsDue(item, isNew, store, context)),
    ];
  },

  async send(step, store, context) {
    const isLeaving = step.kind === 'leave-collection';
    const method = isLeaving ? 'DELETE' : 'POST';
    const answer = await call({ method, path: pathOf(step), json: bodyOf(step) }, store, context, {
      gated: true,
    });
    if (answer.kind !== 'said') {
      return unanswered(answer);
    }
    // A collection that does not exist no longer contains the product.
    if (answer.status >= 300 && !(isLeaving && answer.status === 404)) {
      return refused(answer.status, answer.body, 'by-id');
    }
    const applied: Outcome = {
      outcome: 'applied',
      storeProductId: step.storeProductId,
      version: '',
      hash: '',
      address: null,
      notes: [],
    };
    return applied;
  },
};

/**
 * Inventory to be set, by choices; with the quantity that must be there beforehand when only a late arrival is being
 * corrected.
 */
type Wanted = Map<string, { inventory: number; over?: number }>;

/**
 * Returns inventory to be set: of a new product, that of every variant; of another, only what we changed, because the
 * store counts all others. A variant whose choices are missing in `former` was newly created by the store, without
 * inventory.
 */
function wantedInventory({ product, former, landedLate }: ToUpdate, isNew: boolean): Wanted {
  const before = new Map(former?.variants.map(({ id, stock }) => [id, stock]));
  const choicesBefore = new Set(former?.variants.map(({ optionValues }) => choicesOf(optionValues)));
  const isAdded = ({ optionValues }: Variant) => !choicesBefore.has(choicesOf(optionValues));
  const changed = new Set(former ? inventoryDiffers(product, former) : []);
  const isWanted = (variant: Variant) =>
    isNew || changed.has(variant) || (former && variant.stock !== null && isAdded(variant));
  return new Map(
    product.variants.filter(isWanted).map((variant) => {
      // A late write removed the variants that it did not contain; they were added again, without inventory.
      const over = landedLate ? { over: isAdded(variant) ? 0 : (before.get(variant.id) ?? -1) } : {};
      return [choicesOf(variant.optionValues), { inventory: Math.max(0, variant.stock ?? 0), ...over }];
    }),
  );
}

/** Returns variants whose inventory differs from the product's. */
async function stockDue(
  item: ToUpdate,
  isNew: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const { product, former, storeProductId, landedLate, key } = item;
  const { locationId } = store.prepared;
  // A new variant has no inventory.
  const isAny = product.variants.some(({ stock }) => (stock ?? 0) > 0);
  const mayBeNew = isAny && !isNew && !former;
  const given = wantedInventory(item, isNew && isAny);
  if (typeof locationId !== 'string' || (given.size === 0 && !mayBeNew)) {
    return [];
  }
  const held = await productAt(storeProductId, store, context);
  const wanted = mayBeNew && held !== null && isAsMade(held, key) ? wantedInventory(item, true) : given;
  return itemsOf(held?.variants)
    .filter(isObject)
    .flatMap((variant) => {
      const itemId = textOf(variant.inventory_item_id);
      const { inventory, over } = wanted.get(heldChoices(variant)) ?? {};
      const there = wholeOf(variant.inventory_quantity);
      const isDue = inventory !== undefined && there !== inventory && (!landedLate || there === over);
      return itemId !== null && isDue
        ? [{ kind: 'stock' as const, storeProductId, itemId, locationId, inventory }]
        : [];
    });
}

/**
 * Reports whether a draft still has the key as its handle: then it was never published; its creation was interrupted,
 * or our records of it were lost.
 */
function isAsMade({ status, handle }: UnreadObject, key: string): boolean {
  const name = decoded(textOf(handle) ?? '');
  return textOf(status) === 'draft' && (name === key || name.replace(/-\d+$/, '') === key);
}

/**
 * Returns collections that the product must still enter; for a published product, only those it was not last written
 * with, so that a merchant's removal stays. Also returns those that it was last written with and should leave; all
 * others are the merchant's own.
 */
async function collectionsDue(
  { product, storeProductId, terms: ids, former }: ToUpdate,
  isNew: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const earlier = former ? termsOf(former) : [];
  const before = new Set(isNew ? [] : earlier.map(termName));
  const wanted = termsOf(product)
    .map(termName)
    .flatMap((name) => (before.has(name) ? [] : (ids?.get(name) ?? [])));
  const now = new Set(termsOf(product).map(({ path }) => path.join().toLowerCase()));
  const dropped = await findTerms(
    earlier.filter(({ path }) => !now.has(path.join().toLowerCase())),
    store,
    context,
  );
  if (wanted.length === 0 && dropped.length === 0) {
    return [];
  }
  const { body } = await read(
    { path: 'products/collects.json', query: { product_id: storeProductId, limit: '250' } },
    store,
    context,
  );
  const inside = new Set(
    itemsOf(isObject(body) ? body.collects : null).map((each) =>
      isObject(each) ? idOf(each.collection_id) : null,
    ),
  );
  return [
    ...wanted
      .filter((id) => !inside.has(id))
      .map((collectionId) => ({ kind: 'collection' as const, storeProductId, collectionId })),
    ...dropped
      .filter((id) => inside.has(id))
      .map((collectionId) => ({ kind: 'leave-collection' as const, storeProductId, collectionId })),
  ];
}

async function findTerms(
  requested: readonly Term[],
  store: StoreAccess,
  context: ListerContext,
): Promise<string[]> {
  const ids = requested.length > 0 ? await terms.find(requested, store, context) : [];
  return ids.filter((id) => id !== null);
}

function pathOf(step: FinishingStep): string {
  return step.kind === 'stock'
    ? 'inventory_levels/set.json'
    : `products/custom_collections/${encodeURIComponent(step.collectionId)}/products.json`;
}

function bodyOf(step: FinishingStep): object {
  return step.kind === 'stock'
    ? { inventory_item_id: step.itemId, location_id: step.locationId, available: step.inventory }
    : { product_ids: [step.storeProductId] };
}
