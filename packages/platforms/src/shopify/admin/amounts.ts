import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import { piecesOther } from '../../listing/pieces.ts';
import { sentPrice } from '../../listing/sent-price.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Amounts, Fate, StoreFault, ToReprice } from '../../listing/writes.ts';
import { fateOfAmounts } from './amounts-fate.ts';
import { ask, readData } from './client.ts';
import { seenCost } from './cost.ts';
import { amountsQuery, attemptField, metafieldNamespace, setAmounts } from './operations.ts';
import { understood } from './understood.ts';

/**
 * Five points of each are read, and an array holds 250 (`readme.md`, Rate limits; Limits of a product); a larger product is
 * written whole.
 */
const variantsMax = 100;
const mutation = 10;
/** The merchant may have added some variants of his own. */
const more = 5;
/** As many as one request may ask for with their values and pieces. */
const pageMax = 195;

/**
 * Prices by `productVariantsBulkUpdate`, pieces by `inventorySetQuantities`, the attempt's mark by `metafieldsSet`: parts of one
 * request, which names nothing else of the product. Pieces are set against what was just read: where an order or an older write
 * of ours came in between, the store refuses them as stale and they are read anew, so that no late one wins (`readme.md`,
 * Inventory).
 */
export const amounts: Amounts = {
  variantsMax,
  costOf: (product, former) => {
    const pieces = piecesOther(product, former).length > 0;
    const prices = product.variants.some((variant, at) => arePricesOther(variant, former.variants[at]));
    const parts = 1 + Number(prices) + Number(pieces);
    return readCost(product, pieces) + parts * mutation + seenCost + 2;
  },
  update: (items, store, context) => Promise.all(items.map((item) => updateOne(item, store, context))),
};

const Held = z.object({
  id: z.string(),
  title: z.string(),
  selectedOptions: z.array(z.object({ value: z.string() })).nullish(),
  inventoryItem: z
    .object({
      id: z.string(),
      inventoryLevel: z.object({ quantities: z.array(z.object({ quantity: z.number() })) }).nullish(),
    })
    .nullish(),
});
type Held = z.infer<typeof Held>;
const Page = z.object({
  variants: z.object({ nodes: z.array(Held), pageInfo: z.object({ hasNextPage: z.boolean() }) }),
});

async function updateOne(item: ToReprice, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const locationId = typeof store.prepared.locationId === 'string' ? store.prepared.locationId : null;
  const counted =
    locationId !== null && piecesOther(item.product, item.former).length > 0 ? locationId : null;
  const before = await readFirst(item, counted, store, context);
  if ('fate' in before) {
    return before;
  }
  const { prices, pieces, notes } = planOf(item, before.held, counted);
  const parts = { prices: prices.length > 0, pieces: pieces.length > 0 };
  const mark = {
    ownerId: item.storeProductId,
    namespace: metafieldNamespace,
    key: attemptField,
    type: 'single_line_text_field',
    value: item.attemptId,
  };
  const quantities = pieces.map(({ input }) => input);
  const answer = await ask(
    setAmounts(parts),
    {
      marks: [mark],
      ...(parts.prices && { id: item.storeProductId, variants: prices.map(({ input }) => input) }),
      ...(parts.pieces && {
        request: item.attemptId,
        quantities: { name: 'available', reason: 'correction', quantities },
      }),
    },
    (1 + Number(parts.prices) + Number(parts.pieces)) * mutation + seenCost + 2,
    store,
    context,
    { gated: true },
  );
  return await fateOfAmounts(answer, {
    prices: parts.prices ? prices.map(({ at }) => at) : null,
    pieces: parts.pieces ? pieces.map(({ at }) => at) : null,
    notes,
  });
}

/** What is to be set, each with its variant's place in our product, and what cannot be. */
function planOf(item: ToReprice, store: readonly Held[], locationId: string | null) {
  const { product, former } = item;
  const held = new Map(store.map((each) => [nameOfHeld(each), each]));
  const byValues = mayBeAlike(product);
  const counted = new Set(locationId === null ? [] : piecesOther(product, former).map(({ id }) => id));
  const prices: { at: number; input: ReturnType<typeof priced> }[] = [];
  const pieces: { at: number; input: NonNullable<ReturnType<typeof quantityOf>> }[] = [];
  const notes: StoreFault[] = [];
  for (const [at, variant] of product.variants.entries()) {
    const there = held.get(nameOf(variant, byValues));
    if (!there) {
      notes.push(notKept(`variants.${at}`, `${variant.optionValues.join(' / ')} is not there any more`));
      continue;
    }
    if (arePricesOther(variant, former.variants[at])) {
      prices.push({ at, input: priced(there.id, variant) });
    }
    if (locationId !== null && counted.has(variant.id)) {
      const input = quantityOf(variant, there, item, locationId);
      // Stock is set only where a variant is stocked already (`readme.md`, Writing products).
      if (!there.inventoryItem?.inventoryLevel) {
        notes.push(notKept(`variants.${at}.stock`, `${variant.optionValues.join(' / ')} is not stocked`));
      } else if (input) {
        pieces.push({ at, input });
      }
    }
  }
  return { prices, pieces, notes };
}

/** A read on the way to the write, paid for with it: nothing waits between the intent and the gate. Where it fails, nothing was sent. */
async function readFirst(
  { storeProductId, product }: ToReprice,
  locationId: string | null,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ held: Held[] } | Fate> {
  const ours = product.variants.length;
  const unpaced = { ...context, pace: async () => undefined };
  try {
    for (const first of [ours + more, pageMax]) {
      const variables = {
        id: storeProductId,
        first,
        values: mayBeAlike(product),
        pieces: locationId !== null,
        locationId: locationId ?? 'gid://shopify/Location/0',
      };
      const cost = readCost(product, locationId !== null);
      const data = await readData(amountsQuery, variables, cost, store, unpaced);
      const found = understood(Page.nullish(), data.product);
      if (!found) {
        return { fate: 'missing' };
      }
      // Where he added many, ours may stand behind them.
      if (!found.variants.pageInfo.hasNextPage || first === pageMax) {
        return { held: found.variants.nodes };
      }
    }
    return { held: [] };
  } catch (thrown) {
    return { fate: 'doubt', because: `not sent: ${AppError.from(thrown).message}` };
  }
}

function readCost(product: Product, pieces: boolean): number {
  return 1 + (product.variants.length + more) * (1 + (pieces ? 3 : 0) + Number(mayBeAlike(product)));
}

function arePricesOther(variant: Variant, former: Variant | undefined): boolean {
  return (
    variant.price !== former?.price ||
    variant.compareAtPrice !== former.compareAtPrice ||
    variant.cost !== former.cost
  );
}

function priced(id: string, variant: Variant) {
  const { compareAtPrice, cost } = variant;
  return { id, price: sentPrice(variant), compareAtPrice, ...(cost !== null && { inventoryItem: { cost } }) };
}

/** What is to be set of pieces; null where they are there, or, of what landed late, where they did not land. */
function quantityOf(variant: Variant, held: Held, { former, landedLate }: ToReprice, locationId: string) {
  const changeFromQuantity = held.inventoryItem?.inventoryLevel?.quantities[0]?.quantity ?? null;
  const quantity = Math.max(0, variant.stock ?? 0);
  const landed = former.variants.find(({ id }) => id === variant.id)?.stock;
  return !held.inventoryItem ||
    changeFromQuantity === quantity ||
    (landedLate && changeFromQuantity !== landed)
    ? null
    : { inventoryItemId: held.inventoryItem.id, locationId, quantity, changeFromQuantity };
}

/** Whether the titles of two variants could be the same: then they are told apart by their values, for a point each. */
function mayBeAlike({ variants }: Product): boolean {
  return variants.some(({ optionValues }) => optionValues.some((value) => value.includes(' / ')));
}

/** A title is the values of a variant in their order; of a product without options, the one that all such bear. */
function nameOf({ optionValues }: Variant, byValues: boolean): string {
  const values = optionValues.length === 0 ? ['Default Title'] : optionValues;
  return byValues ? JSON.stringify(values) : values.join(' / ');
}

function nameOfHeld({ title, selectedOptions }: Held): string {
  return selectedOptions ? JSON.stringify(selectedOptions.map(({ value }) => value)) : title;
}

function notKept(field: string, said: string): StoreFault {
  return { code: 'store.field-not-kept', params: { field }, field, said };
}
