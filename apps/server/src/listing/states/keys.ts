import type { Product, Variant } from '@bowerbird/catalog/product';
import { Product as ProductShape } from '@bowerbird/catalog/product';
import type { DriftKind } from '@bowerbird/contract/listing/states';
import { z } from 'zod';

/**
 * A field of a product, or a cell of one of its variants, as one name: `title`, `variants.v1.price`. Two more name no
 * field: `variants`, the set of variants, and `other`, what no store returns in terms of our fields.
 */
export type DriftKey = string;

const fieldKinds = {
  title: 'title',
  descriptionHtml: 'description',
  vendor: 'vendor',
  productType: 'productType',
  tags: 'tags',
} as const satisfies Partial<Record<keyof Product, DriftKind>>;
export type DriftFieldName = keyof typeof fieldKinds;
export const driftFields = Object.keys(fieldKinds) as DriftFieldName[];

export const driftCells = [
  'price',
  'compareAtPrice',
  'stock',
  'sku',
  'barcode',
] as const satisfies readonly (keyof Variant)[];
export type DriftCell = (typeof driftCells)[number];

/** The cells that are sent where prices and inventory go alone. */
export const amountCells = ['price', 'compareAtPrice', 'stock'] as const;

export function cellKey(variantId: string, cell: DriftCell): DriftKey {
  return `variants.${variantId}.${cell}`;
}

interface Place {
  variantId: string;
  cell: DriftCell;
}

/** Returns the variant and the cell that a key names; null for a field. */
export function placeOf(key: DriftKey): Place | null {
  const [, variantId, name] = /^variants\.(.+)\.(\w+)$/.exec(key) ?? [];
  const cell = driftCells.find((each) => each === name);
  return variantId === undefined || cell === undefined ? null : { variantId, cell };
}

export function kindOf(key: DriftKey): DriftKind {
  const place = placeOf(key);
  if (place) {
    return place.cell;
  }
  const field = driftFields.find((each) => each === key);
  return field ? fieldKinds[field] : key === 'status' || key === 'variants' ? key : 'other';
}

export function isAmount(key: DriftKey): boolean {
  const cell = placeOf(key)?.cell;
  return cell !== undefined && (amountCells as readonly string[]).includes(cell);
}

/** Returns a product's value at a key; undefined where it has no such variant, and for what is no field. */
export function valueAt(product: Product, key: DriftKey): unknown {
  const place = placeOf(key);
  if (place) {
    return product.variants.find(({ id }) => id === place.variantId)?.[place.cell];
  }
  const field = driftFields.find((each) => each === key);
  return field && product[field];
}

/**
 * Returns the product with this value at the key; the product itself where the key names nothing of it or the value
 * does not fit.
 */
export function withValue(product: Product, key: DriftKey, value: unknown): Product {
  const place = placeOf(key);
  const field = driftFields.find((each) => each === key);
  if (field) {
    const fit = z.safeParse(ProductShape.shape[field], value);
    return fit.success ? { ...product, [field]: fit.data } : product;
  }
  if (!place) {
    return product;
  }
  const variants = product.variants.map((variant) =>
    variant.id === place.variantId ? withCell(variant, place.cell, value) : variant,
  );
  const read = z.safeParse(ProductShape.shape.variants, variants);
  return read.success ? { ...product, variants } : product;
}

function withCell(variant: Variant, cell: DriftCell, value: unknown): Variant {
  return {
    ...variant,
    [cell]: value,
    // Availability follows from the inventory quantity.
    ...(cell === 'stock' && typeof value === 'number' && { available: value > 0 }),
  };
}
