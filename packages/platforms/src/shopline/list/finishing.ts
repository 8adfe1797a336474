import type { Variant } from '@bowerbird/catalog/product';
import { type Term, termName } from '../../listing/besides.ts';
import type { Finishing, FinishingStep } from '../../listing/finishing.ts';
import { piecesOther } from '../../listing/pieces.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate, ToUpdate } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../unread.ts';
import { ask, read } from './client.ts';
import { choicesOf, heldChoices } from './content.ts';
import { productAt } from './look.ts';
import { decoded } from './seen.ts';
import { terms, termsOf } from './terms.ts';
import { refused, unanswered } from './write.ts';

/**
 * Pieces and collections, which no create takes (`readme.md`, Writing products): each by a call of its own, absolute, so
 * that what was sent twice is done once.
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
    const answer = await ask({ method, path: pathOf(step), json: bodyOf(step) }, store, context, {
      gated: true,
    });
    if (answer.kind !== 'said') {
      return unanswered(answer);
    }
    // A collection that is not there holds the product no more.
    if (answer.status >= 300 && !(isLeaving && answer.status === 404)) {
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

/**
 * Of a new product those of every variant; of another those that we changed, as all others are the store's to count. A variant whose
 * choices `former` does not have is one that the store made anew, with no pieces.
 */
function wantedPieces({ product, former, landedLate }: ToUpdate, isNew: boolean): Wanted {
  const before = new Map(former?.variants.map(({ id, stock }) => [id, stock]));
  const choicesBefore = new Set(former?.variants.map(({ optionValues }) => choicesOf(optionValues)));
  const isAdded = ({ optionValues }: Variant) => !choicesBefore.has(choicesOf(optionValues));
  const changed = new Set(former ? piecesOther(product, former) : []);
  const isWanted = (variant: Variant) =>
    isNew || changed.has(variant) || (former && variant.stock !== null && isAdded(variant));
  return new Map(
    product.variants.filter(isWanted).map((variant) => {
      // What landed late took out the variants that it does not have; they were added again, with no pieces.
      const over = landedLate ? { over: isAdded(variant) ? 0 : (before.get(variant.id) ?? -1) } : {};
      return [choicesOf(variant.optionValues), { pieces: Math.max(0, variant.stock ?? 0), ...over }];
    }),
  );
}

/** Variants whose pieces are not yet what the product says. */
async function stockDue(
  item: ToUpdate,
  isNew: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<FinishingStep[]> {
  const { product, former, storeProductId, landedLate, key } = item;
  const { locationId } = store.prepared;
  // A new variant has none.
  const isAny = product.variants.some(({ stock }) => (stock ?? 0) > 0);
  const mayBeNew = isAny && !isNew && !former;
  const given = wantedPieces(item, isNew && isAny);
  if (typeof locationId !== 'string' || (given.size === 0 && !mayBeNew)) {
    return [];
  }
  const held = await productAt(storeProductId, store, context);
  const wanted = mayBeNew && held !== null && isAsMade(held, key) ? wantedPieces(item, true) : given;
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

/** A draft that still has the key for its handle was never shown: it was cut off while it was made, or our records of it were lost. */
function isAsMade({ status, handle }: UnreadObject, key: string): boolean {
  const name = decoded(textOf(handle) ?? '');
  return textOf(status) === 'draft' && (name === key || name.replace(/-\d+$/, '') === key);
}

/**
 * Collections that the product is not in yet; of one that was shown, those it was not written with last: what a merchant took it out of
 * stays so. And those that it was written with last and is not to be in any more; all others are the merchant's own.
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
  asked: readonly Term[],
  store: StoreAccess,
  context: ListerContext,
): Promise<string[]> {
  const ids = asked.length > 0 ? await terms.find(asked, store, context) : [];
  return ids.filter((id) => id !== null);
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
