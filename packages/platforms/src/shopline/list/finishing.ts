import { termName } from '../../listing/besides.ts';
import type { Finishing, FinishingStep } from '../../listing/finishing.ts';
import { piecesOther } from '../../listing/pieces.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate, ToUpdate } from '../../listing/writes.ts';
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
      ...(await stockDue(item, wantedPieces(item, isNew), store, context)),
      ...(await collectionsDue(item, isNew, store, context)),
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

/** Pieces to be set, by choices, with those that must be there for it where only what landed late is set back. */
type Wanted = Map<string, { pieces: number; over?: number }>;

/** Of a new product those of every variant; of another those that we changed, as all others are the store's to count. */
function wantedPieces({ product, former, landedLate }: ToUpdate, isNew: boolean): Wanted {
  const before = new Map(former?.variants.map(({ id, stock }) => [id, stock]));
  // A new variant has none.
  const isAny = product.variants.some(({ stock }) => (stock ?? 0) > 0);
  const some = isNew && isAny ? product.variants : former ? piecesOther(product, former) : [];
  return new Map(
    some.map(({ id, optionValues, stock }) => {
      const over = landedLate ? { over: before.get(id) ?? -1 } : {};
      return [choicesOf(optionValues), { pieces: Math.max(0, stock ?? 0), ...over }];
    }),
  );
}

/** Variants whose pieces are not yet what the product says. */
async function stockDue(
  { storeProductId, landedLate }: ToUpdate,
  wanted: Wanted,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const { locationId } = store.prepared;
  if (typeof locationId !== 'string' || wanted.size === 0) {
    return [];
  }
  const held = await productAt(storeProductId, store, context);
  return itemsOf(held?.variants)
    .filter(isObject)
    .flatMap((variant) => {
      const itemId = textOf(variant.inventory_item_id);
      const { pieces, over } = wanted.get(heldChoices(variant)) ?? {};
      const there = wholeOf(variant.inventory_quantity);
      const isDue = pieces !== undefined && there !== pieces && (!landedLate || there === over);
      return itemId !== null && isDue
        ? [{ kind: 'stock' as const, storeProductId, itemId, locationId, pieces }]
        : [];
    });
}

/** Collections that the product is not in yet; of one that was shown, those it was not written with last: what a merchant took it out of stays so. */
async function collectionsDue(
  { product, storeProductId, terms, former }: ToUpdate,
  isNew: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const before = new Set(isNew || !former ? [] : termsOf(former).map(termName));
  const wanted = termsOf(product)
    .map(termName)
    .flatMap((name) => (before.has(name) ? [] : (terms?.get(name) ?? [])));
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
