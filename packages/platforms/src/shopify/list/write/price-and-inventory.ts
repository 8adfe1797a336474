import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import { inventoryDiffers } from '../../../listing/inventory.ts';
import { sentPrice } from '../../../listing/sent-price.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, PriceAndInventory, StoreFault, ToReprice } from '../../../listing/writes.ts';
import { call, readData } from '../client.ts';
import { seenCost } from '../cost.ts';
import {
  attemptField,
  metafieldNamespace,
  priceAndInventoryQuery,
  setPriceAndInventory,
} from '../operations.ts';
import { understood } from '../understood.ts';
import { outcomeOfPriceAndInventory } from './price-and-inventory-outcome.ts';

/**
 * Reading a variant costs five points, and an array holds 250 (`readme.md`, Rate limits; Limits of a product); a larger
 * product is written whole.
 */
const variantsMax = 100;
const mutation = 10;
/** Spare variants to read, as the merchant may have added some. */
const more = 5;
/** Largest number of variants that one request may read with their option values and inventory quantities. */
const pageMax = 195;

/**
 * Writes of prices by `productVariantsBulkUpdate`, inventory by `inventorySetQuantities` and the attempt's mark by
 * `metafieldsSet`, as parts of one request that touches nothing else of the product. Quantities are set against those
 * just read: where an order or an older write of ours came in between, the store rejects them as stale and they are
 * read again, so that no late write wins (`readme.md`, Inventory).
 */
export const amounts: PriceAndInventory = {
  variantsMax,
  costOf: (product, former) => {
    const inventory = inventoryDiffers(product, former).length > 0;
    const prices = product.variants.some((variant, at) => arePricesOther(variant, former.variants[at]));
    const parts = 1 + Number(prices) + Number(inventory);
    return readCost(product, inventory) + parts * mutation + seenCost + 2;
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

async function updateOne(item: ToReprice, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const locationId = typeof store.prepared.locationId === 'string' ? store.prepared.locationId : null;
  const counted =
    locationId !== null && inventoryDiffers(item.product, item.former).length > 0 ? locationId : null;
  const before = await readFirst(item, counted, store, context);
  if ('outcome' in before) {
    return before;
  }
  const { prices, inventory, notes } = planOf(item, before.held, counted);
  const parts = { prices: prices.length > 0, inventory: inventory.length > 0 };
  const mark = {
    ownerId: item.storeProductId,
    namespace: metafieldNamespace,
    key: attemptField,
    type: 'single_line_text_field',
    value: item.attemptId,
  };
  const quantities = inventory.map(({ input }) => input);
  const answer = await call(
    setPriceAndInventory(parts),
    {
      marks: [mark],
      ...(parts.prices && { id: item.storeProductId, variants: prices.map(({ input }) => input) }),
      ...(parts.inventory && {
        request: item.attemptId,
        quantities: { name: 'available', reason: 'correction', quantities },
      }),
    },
    (1 + Number(parts.prices) + Number(parts.inventory)) * mutation + seenCost + 2,
    store,
    context,
    { gated: true },
  );
  return await outcomeOfPriceAndInventory(answer, {
    prices: parts.prices ? prices.map(({ at }) => at) : null,
    inventory: parts.inventory ? inventory.map(({ at }) => at) : null,
    notes,
  });
}

/** Returns what to set, each with its variant's index in our product, and what cannot be set. */
function planOf(item: ToReprice, store: readonly Held[], locationId: string | null) {
  const { product, former } = item;
  const held = new Map(store.map((each) => [nameOfHeld(each), each]));
  const byValues = mayBeSame(product);
  const counted = new Set(locationId === null ? [] : inventoryDiffers(product, former).map(({ id }) => id));
  const prices: { at: number; input: ReturnType<typeof priced> }[] = [];
  const inventory: { at: number; input: NonNullable<ReturnType<typeof quantityOf>> }[] = [];
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
      // Inventory is set only where a variant is already stocked at the location (`readme.md`, Writing products).
      if (!there.inventoryItem?.inventoryLevel) {
        notes.push(notKept(`variants.${at}.stock`, `${variant.optionValues.join(' / ')} is not stocked`));
      } else if (input) {
        inventory.push({ at, input });
      }
    }
  }
  return { prices, inventory, notes };
}

/**
 * Reads before the write, on the write's budget, so that nothing waits between the intent and the send gate. Where the
 * read fails, nothing was sent.
 */
async function readFirst(
  { storeProductId, product }: ToReprice,
  locationId: string | null,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ held: Held[] } | Outcome> {
  const ours = product.variants.length;
  const unpaced = { ...context, pace: async () => undefined };
  try {
    for (const first of [ours + more, pageMax]) {
      const variables = {
        id: storeProductId,
        first,
        values: mayBeSame(product),
        inventory: locationId !== null,
        locationId: locationId ?? 'gid://shopify/Location/0',
      };
      const cost = readCost(product, locationId !== null);
      const data = await readData(priceAndInventoryQuery, variables, cost, store, unpaced);
      const found = understood(Page.nullish(), data.product);
      if (!found) {
        return { outcome: 'missing' };
      }
      // Where the merchant added many variants, ours may come after them.
      if (!found.variants.pageInfo.hasNextPage || first === pageMax) {
        return { held: found.variants.nodes };
      }
    }
    return { held: [] };
  } catch (thrown) {
    return { outcome: 'unknown', because: `not sent: ${AppError.from(thrown).message}` };
  }
}

function readCost(product: Product, inventory: boolean): number {
  return 1 + (product.variants.length + more) * (1 + (inventory ? 3 : 0) + Number(mayBeSame(product)));
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

/**
 * Returns the inventory quantity to set; null where the store already holds it, or, for a write that landed late, where
 * that write's quantity did not land.
 */
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

/**
 * Reports whether the titles of two variants could be equal; then variants are distinguished by their option values,
 * for a point each.
 */
function mayBeSame({ variants }: Product): boolean {
  return variants.some(({ optionValues }) => optionValues.some((value) => value.includes(' / ')));
}

/**
 * Returns the title of a variant, made of its option values in order; for a product without options, the default title
 * of all such variants.
 */
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
