import { lastUsed, type RowDialect, type Weight, weightOf } from '../../collecting/pages/variant-rows.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';

const weightUnits = new Set(['g', 'kg', 'oz', 'lb']);

/** How Shopify sends a variant's inventory and weight, and a product without options. */
export const shopifyRows: RowDialect = {
  stockOf: (variant) => (variant.inventory_management === null ? null : wholeOf(variant.inventory_quantity)),

  weightOf(variant): Weight {
    const unit = textOf(variant.weight_unit);
    const weight = amountIn(variant.weight);
    if (unit !== null && weightUnits.has(unit) && weight !== null) {
      return weightOf(weight, unit as 'g' | 'kg' | 'oz' | 'lb');
    }
    const grams = amountIn(variant.grams);
    return grams === null ? null : weightOf(grams, 'g');
  },

  /** A product without options arrives with one option Title and one variant Default Title. */
  hasNoChoice(product, variants) {
    const [only] = variants;
    const named = itemsOf(product.options)[0];
    const name = textOf(isObject(named) ? named.name : named);
    if (variants.length !== 1 || !isObject(only) || (name !== 'Title' && name !== null)) {
      return false;
    }
    const used = lastUsed(only);
    return used === 0 || (used === 1 && only.option1 === 'Default Title');
  },
};

/** Returns an amount that is sent as a number, or as a number in text by shops behind another front. */
function amountIn(sent: unknown): number | null {
  if (typeof sent === 'number') {
    return sent;
  }
  const text = textOf(sent);
  return text !== null && /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
}

/**
 * Returns, by variant id, what the single-product form contains and we do not model; null when it contains nothing
 * unusual.
 */
export function variantDetails(
  variants: readonly { id: string }[],
  sent: unknown,
): Record<string, unknown> | null {
  const rows = itemsOf(sent);
  const details: Record<string, unknown> = {};
  for (const [at, { id }] of variants.entries()) {
    const row = rows[at];
    if (isObject(row)) {
      keepDetails(details, id, row);
    }
  }
  return Object.keys(details).length === 0 ? null : details;
}

function keepDetails(details: Record<string, unknown>, id: string, variant: UnreadObject): void {
  // The feed sends none of these, and its variants pass here a million at a time.
  if (variant.inventory_policy === undefined && variant.fulfillment_service === undefined) {
    return;
  }
  const unusual = Object.fromEntries(
    detailKeys.flatMap((key) => {
      const value = textOf(variant[key]);
      return value === null || usualDetails.has(value) ? [] : [[key, value]];
    }),
  );
  if (Object.keys(unusual).length > 0) {
    details[id] = unusual;
  }
}

const detailKeys = ['inventory_policy', 'inventory_management', 'fulfillment_service', 'tax_code'] as const;
const usualDetails = new Set(['deny', 'shopify', 'manual']);
