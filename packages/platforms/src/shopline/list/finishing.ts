import type { Fate, Finishing, FinishingStep, ListerContext, StoreAccess, ToUpdate } from '../../platform.ts';
import { termName } from '../../platform.ts';
import { idOf, isObject, itemsOf, textOf, wholeOf } from '../../unread.ts';
import { ask, read } from './client.ts';
import { choicesOf, heldChoices } from './content.ts';
import { productAt } from './look.ts';
import { termsOf } from './terms.ts';
import { refused, unanswered } from './write.ts';

/**
 * Pieces and collections, which no create takes (platform notes 3.4, 3.5): each by a call of its own, absolute, so
 * that what was sent twice is done once.
 */
export const finishing: Finishing = {
  stepsOf: (product) =>
    product.variants.filter(({ stock }) => (stock ?? 0) > 0).length + termsOf(product).length,

  async due(item, isNew, store, context) {
    return [
      ...(isNew ? await stockDue(item, store, context) : []),
      ...(await collectionsDue(item, store, context)),
    ];
  },

  async send(step, store, context) {
    const answer = await ask({ method: 'POST', path: pathOf(step), json: bodyOf(step) }, store, context, {
      gated: true,
    });
    if (answer.kind !== 'said') {
      return unanswered(answer);
    }
    if (answer.status >= 300) {
      return refused(answer.status, answer.body, 'by-id');
    }
    const applied: Fate = {
      fate: 'applied',
      storeProductId: step.storeProductId,
      version: '',
      hash: '',
      address: null,
      notes: [],
    };
    return applied;
  },
};

/** Variants whose pieces are not yet what the product says. */
async function stockDue(
  { product, storeProductId }: ToUpdate,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const { locationId } = store.prepared;
  const wanted = new Map(
    product.variants.map(({ optionValues, stock }) => [choicesOf(optionValues), Math.max(0, stock ?? 0)]),
  );
  if (typeof locationId !== 'string' || ![...wanted.values()].some((pieces) => pieces > 0)) {
    return [];
  }
  const held = await productAt(storeProductId, store, context);
  return itemsOf(held?.variants)
    .filter(isObject)
    .flatMap((variant) => {
      const itemId = textOf(variant.inventory_item_id);
      const pieces = wanted.get(heldChoices(variant));
      const isDue = pieces !== undefined && wholeOf(variant.inventory_quantity) !== pieces;
      return itemId !== null && isDue
        ? [{ kind: 'stock' as const, storeProductId, itemId, locationId, pieces }]
        : [];
    });
}

/** Collections that the product is not in yet. */
async function collectionsDue(
  { product, storeProductId, terms }: ToUpdate,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const wanted = termsOf(product).flatMap((term) => terms?.get(termName(term)) ?? []);
  if (wanted.length === 0) {
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
  return wanted
    .filter((id) => !inside.has(id))
    .map((collectionId) => ({ kind: 'collection', storeProductId, collectionId }));
}

function pathOf(step: FinishingStep): string {
  return step.kind === 'stock'
    ? 'inventory_levels/set.json'
    : `products/custom_collections/${encodeURIComponent(step.collectionId)}/products.json`;
}

function bodyOf(step: FinishingStep): object {
  return step.kind === 'stock'
    ? { inventory_item_id: step.itemId, location_id: step.locationId, available: step.pieces }
    : { product_ids: [step.storeProductId] };
}
