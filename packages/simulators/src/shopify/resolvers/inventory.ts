import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { type AdminContext, isoTime, locations, type View } from '../admin/admin-context.ts';
import { gid, numberOf } from '../admin/gid.ts';
import type { StoredProduct, StoredVariant } from '../admin/record.ts';
import { itemView, locationView } from './products/product-view.ts';

interface QuantitiesInput {
  name: string;
  reason: string;
  referenceDocumentUri?: string | null;
  quantities: {
    inventoryItemId: string;
    locationId: string;
    quantity: number;
    changeFromQuantity?: number | null;
  }[];
}

interface Change {
  item: string;
  location: string;
  delta: number;
  quantityAfterChange: number;
}

type Answer = { fault: [code: string, field: string[], message: string] } | { changes: Change[] };

/**
 * Simulates `inventorySetQuantities`: absolute quantities, each request applied once by its idempotency key
 * (`shopify/readme.md`, Inventory).
 */
export function inventorySetQuantities(
  { input }: { input: QuantitiesInput },
  context: AdminContext,
  info: GraphQLResolveInfo,
): View {
  const { ledger } = context;
  const key = idempotencyKey(info);
  const requested = JSON.stringify(input);
  const before = ledger.idempotent.get(key);
  if (before && before.requested !== requested) {
    const message = 'The same idempotency key was used with other parameters.';
    return view({ fault: ['IDEMPOTENCY_KEY_PARAMETER_MISMATCH', ['input'], message] }, input, context);
  }
  if (before) {
    // Only changes are ever kept under an idempotency key.
    return view({ changes: before.answer as Change[] }, input, context);
  }
  const answer = applied(input, context);
  if ('changes' in answer) {
    ledger.saveIdempotent(key, requested, answer.changes);
  }
  return view(answer, input, context);
}

function applied({ name, quantities }: QuantitiesInput, context: AdminContext): Answer {
  if (name !== 'available' && name !== 'on_hand') {
    return { fault: ['INVALID_NAME', ['input', 'name'], 'The quantity name must be available or on_hand.'] };
  }
  const planned = quantities.map((one) => ({ ...one, found: variantOfItem(one.inventoryItemId, context) }));
  for (const [place, { found, locationId, quantity, changeFromQuantity }] of planned.entries()) {
    const at = ['input', 'quantities', String(place)];
    const location = locations.find(({ id }) => gid('Location', id) === locationId);
    if (!found) {
      return {
        fault: ['INVALID_INVENTORY_ITEM', [...at, 'inventoryItemId'], 'The inventory item does not exist.'],
      };
    }
    if (!location) {
      return { fault: ['INVALID_LOCATION', [...at, 'locationId'], 'The location does not exist.'] };
    }
    if (quantity > 1_000_000_000) {
      return { fault: ['INVALID_QUANTITY_TOO_HIGH', [...at, 'quantity'], 'The quantity is too high.'] };
    }
    const held = found.variant.stock[location.id] ?? 0;
    if (changeFromQuantity !== null && changeFromQuantity !== undefined && changeFromQuantity !== held) {
      return {
        fault: ['CHANGE_FROM_QUANTITY_STALE', [...at, 'changeFromQuantity'], 'The quantity has changed.'],
      };
    }
  }
  return {
    changes: planned.map((one) => setStock(one.inventoryItemId, one.locationId, one.quantity, context)),
  };
}

function setStock(item: string, location: string, quantity: number, context: AdminContext): Change {
  const { ledger, now } = context;
  const found = variantOfItem(item, context);
  const place = locations.find(({ id }) => gid('Location', id) === location)?.id ?? 0;
  const held = found?.variant.stock[place] ?? 0;
  if (found) {
    const variants = found.product.variants.map((variant) =>
      variant === found.variant
        ? { ...variant, stock: { ...variant.stock, [place]: quantity }, updatedAt: now }
        : variant,
    );
    ledger.save({ ...found.product, variants }, 'app', 'stock', now);
  }
  return { item, location, delta: quantity - held, quantityAfterChange: quantity };
}

/** Returns the variant whose inventory item this global id names; null when there is none. */
export function variantOfItem(
  id: string,
  { ledger }: AdminContext,
): { product: StoredProduct; variant: StoredVariant } | null {
  const number = numberOf('InventoryItem', id) ?? -1;
  const product = ledger.productOfVariant(number);
  const variant = product?.variants.find(({ itemId }) => itemId === number);
  return product && variant ? { product, variant } : null;
}

function view(answer: Answer, input: QuantitiesInput, context: AdminContext): View {
  if ('fault' in answer) {
    const [code, field, message] = answer.fault;
    return { inventoryAdjustmentGroup: null, userErrors: [{ code, field, message }] };
  }
  const changes = answer.changes.map(({ item, location, delta, quantityAfterChange }) => ({
    name: input.name,
    delta,
    quantityAfterChange,
    item: () => {
      const found = variantOfItem(item, context);
      return found ? itemView(found.variant, found.product, context) : null;
    },
    location: () =>
      locations.filter(({ id }) => gid('Location', id) === location).map(locationView)[0] ?? null,
  }));
  const group = {
    id: gid('InventoryAdjustmentGroup', context.now),
    createdAt: isoTime(context.now),
    reason: input.reason,
    referenceDocumentUri: input.referenceDocumentUri ?? null,
    changes: () => changes,
  };
  return { inventoryAdjustmentGroup: group, userErrors: [] };
}

/** Returns the key of `@idempotent`, which this mutation requires since 2026-04 (`shopify/readme.md`, Inventory). */
function idempotencyKey({ fieldNodes, variableValues }: GraphQLResolveInfo): string {
  const directive = fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent');
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value;
  const key =
    value?.kind === 'StringValue'
      ? value.value
      : value?.kind === 'Variable'
        ? variableValues[value.name.value]
        : null;
  if (typeof key !== 'string' || key === '') {
    throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  return key;
}
