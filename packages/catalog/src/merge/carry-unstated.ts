import { comparePrices } from '../pricing/price.ts';
import type { Image, Product, ProductField, Variant, Weight } from '../product.ts';
import { imageIdentity } from '../stored/image-identity.ts';
import { isSame } from './same.ts';

/** Fields that some ways of reading a source give and others do not. */
const cells = [
  'sku',
  'barcode',
  'stock',
  'available',
  'weight',
  'imageUrl',
] as const satisfies readonly (keyof Variant)[];
const fields = [
  'vendor',
  'productType',
  'currency',
  'descriptionHtml',
  'tags',
  'attributes',
  'images',
  'seo',
] as const satisfies readonly ProductField[];

type Cells = Partial<Pick<Variant, (typeof cells)[number] | 'price' | 'compareAtPrice'>>;

/**
 * Values that an earlier snapshot had and the last one did not, or wrote differently: by field, and for variants by our
 * id and field.
 */
export type Unstated = { [Field in (typeof fields)[number]]?: Product[Field] } & {
  variants?: Record<string, Cells>;
};

/** Returns a snapshot with its missing values filled in from the last snapshot that had them. */
export function withUnstated(snapshot: Product, unstated: Unstated): Product {
  const { variants: ofVariants = {}, ...stated } = unstated;
  return {
    ...snapshot,
    ...stated,
    variants: snapshot.variants.map((variant) => ({ ...variant, ...ofVariants[variant.id] })),
  };
}

/**
 * Compares a snapshot with an earlier one, both with our variant ids, and fills in what it lacks. A source is read by
 * its feed one day and by its pages the next, and each gives different fields. A value that this snapshot does not give
 * at all does not count as removed, and the same amount or weight written differently counts as the same. Availability
 * and quantity never contradict each other in the result.
 */
export function carryUnstated(before: Product, now: Product): { snapshot: Product; unstated: Unstated } {
  const known = new Map(before.variants.map((variant) => [variant.id, variant]));
  const unstated: Unstated = {};
  for (const field of fields) {
    if (isNothing(now[field]) && !isNothing(before[field])) {
      Object.assign(unstated, { [field]: before[field] });
    }
  }
  const images = now.images.map((image) => asKnown(before.images, image));
  if (!isSame(images, now.images)) {
    unstated.images = images;
  }
  const addresses = new Set((unstated.images ?? now.images).map(imageIdentity));
  for (const variant of now.variants) {
    const was = known.get(variant.id);
    const kept = was ? { ...writtenAs(was, variant), ...keptCells(was, variant, addresses) } : {};
    if (Object.keys(kept).length > 0) {
      unstated.variants = { ...unstated.variants, [variant.id]: kept };
    }
  }
  return { snapshot: withUnstated(now, unstated), unstated };
}

/** Reports whether a snapshot gives no value for a field. */
function isNothing(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).every((inner) => inner === null)
    : value === null || value === '';
}

function asKnown(known: readonly Image[], image: Image): Image {
  const was = known.find((each) => imageIdentity(each) === imageIdentity(image));
  return was
    ? {
        ...image,
        alt: image.alt === '' ? was.alt : image.alt,
        width: image.width ?? was.width,
        height: image.height ?? was.height,
      }
    : image;
}

function keptCells(was: Variant, now: Variant, images: ReadonlySet<string>): Cells {
  const kept: Cells = Object.fromEntries(
    cells.filter((cell) => now[cell] === null && was[cell] !== null).map((cell) => [cell, was[cell]]),
  );
  if (!images.has(kept.imageUrl ?? '')) {
    delete kept.imageUrl;
  }
  if (kept.available !== undefined && now.stock !== null) {
    // A variant that was available without stock stays available.
    kept.available = now.stock > 0 || (was.available === true && was.stock !== null && was.stock <= 0);
  }
  if (kept.stock !== undefined && now.available === false) {
    kept.stock = 0;
  }
  if (now.available === true && (kept.stock ?? 1) <= 0) {
    // The variant is available again, but the quantity is unknown.
    delete kept.stock;
  }
  return kept;
}

/** Keeps the earlier notation for values that are equal. */
function writtenAs(was: Variant, now: Variant): Cells {
  const written: Cells = {};
  for (const amount of ['price', 'compareAtPrice'] as const) {
    const [before, after] = [was[amount], now[amount]];
    if (before !== null && after !== null && before !== after && comparePrices(before, after) === 0) {
      written[amount] = before;
    }
  }
  if (!isSame(was.weight, now.weight) && isSameWeight(was.weight, now.weight)) {
    written.weight = was.weight;
  }
  return written;
}

const grams = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;

function isSameWeight(one: Weight | null, other: Weight | null): boolean {
  if (one === null || other === null) {
    return false;
  }
  const [first, second] = [one, other].map(({ value, unit }) => Number(value) * grams[unit]);
  // Shops round when they convert units.
  return first !== undefined && second !== undefined && Math.abs(first - second) <= 0.0005 * first;
}
