import { comparePrices } from './price.ts';
import type { Picture, Product, ProductField, Variant, Weight } from './product.ts';
import { isSame } from './same.ts';

/** What one way of reading a source tells and another does not. */
const cells = [
  'sku',
  'barcode',
  'stock',
  'available',
  'weight',
  'pictureUrl',
] as const satisfies readonly (keyof Variant)[];
const fields = [
  'vendor',
  'productType',
  'currency',
  'descriptionHtml',
  'tags',
  'attributes',
  'pictures',
  'seo',
] as const satisfies readonly ProductField[];

type Cells = Partial<Pick<Variant, (typeof cells)[number] | 'price' | 'compareAtPrice'>>;

/**
 * Told by an earlier reading and not by the last, or written otherwise there: by field, and of the variants by our id
 * and cell.
 */
export type Untold = { [Field in (typeof fields)[number]]?: Product[Field] } & {
  variants?: Record<string, Cells>;
};

/** A reading with what it did not tell itself, as it was told last. */
export function withUntold(reading: Product, untold: Untold): Product {
  const { variants: ofVariants = {}, ...told } = untold;
  return {
    ...reading,
    ...told,
    variants: reading.variants.map((variant) => ({ ...variant, ...ofVariants[variant.id] })),
  };
}

/**
 * A reading after an earlier one, both under our ids of the variants. A source is read by its feed one day and by its
 * pages the next, and each tells something else: what this reading does not tell at all is not thereby gone, and the same
 * amount or weight written another way is the same. What can be bought and how many there are never contradict.
 */
export function toldAgain(before: Product, now: Product): { reading: Product; untold: Untold } {
  const known = new Map(before.variants.map((variant) => [variant.id, variant]));
  const untold: Untold = {};
  for (const field of fields) {
    if (isNothing(now[field]) && !isNothing(before[field])) {
      Object.assign(untold, { [field]: before[field] });
    }
  }
  const pictures = now.pictures.map((picture) => asKnown(before.pictures, picture));
  if (!isSame(pictures, now.pictures)) {
    untold.pictures = pictures;
  }
  const addresses = new Set((untold.pictures ?? now.pictures).map(({ url }) => url));
  for (const variant of now.variants) {
    const was = known.get(variant.id);
    const kept = was ? { ...writtenAs(was, variant), ...keptCells(was, variant, addresses) } : {};
    if (Object.keys(kept).length > 0) {
      untold.variants = { ...untold.variants, [variant.id]: kept };
    }
  }
  return { reading: withUntold(now, untold), untold };
}

/** A field of which a reading says nothing at all. */
function isNothing(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).every((inner) => inner === null)
    : value === null || value === '';
}

function asKnown(known: readonly Picture[], picture: Picture): Picture {
  const was = known.find(({ url }) => url === picture.url);
  return was
    ? {
        ...picture,
        alt: picture.alt === '' ? was.alt : picture.alt,
        width: picture.width ?? was.width,
        height: picture.height ?? was.height,
      }
    : picture;
}

function keptCells(was: Variant, now: Variant, pictures: ReadonlySet<string>): Cells {
  const kept: Cells = Object.fromEntries(
    cells.filter((cell) => now[cell] === null && was[cell] !== null).map((cell) => [cell, was[cell]]),
  );
  if (!pictures.has(kept.pictureUrl ?? '')) {
    delete kept.pictureUrl;
  }
  if (kept.available !== undefined && now.stock !== null) {
    // What was sold on without any in stock is sold on.
    kept.available = now.stock > 0 || (was.available === true && was.stock !== null && was.stock <= 0);
  }
  if (kept.stock !== undefined && now.available === false) {
    kept.stock = 0;
  }
  if (now.available === true && (kept.stock ?? 1) <= 0) {
    // There are some again, nobody says how many.
    delete kept.stock;
  }
  return kept;
}

/** What says the same is written as it was. */
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
  // Shops round when they turn one unit into another.
  return first !== undefined && second !== undefined && Math.abs(first - second) <= 0.0005 * first;
}
