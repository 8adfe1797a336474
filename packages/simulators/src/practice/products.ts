import { colours } from './colours.ts';
import { type Family, families, lines } from './families.ts';
import { goodText, lineIndexAt, type PracticeLanguage } from './good-text.ts';
import { backdropNames, imageName, views } from './images.ts';
import { chanceAt, wholeAt } from './random.ts';

/**
 * One invented product of the practice shop; the same for the same seed and index. Money in cents, weights in grams.
 */
export interface Good {
  index: number;
  handle: string;
  title: string;
  vendor: string;
  type: string;
  tags: string[];
  descriptionHtml: string;
  /** [] for a product without choices, which then has one variant without option values. */
  options: { name: string; values: string[] }[];
  variants: GoodVariant[];
  images: { name: string; alt: string }[];
  drawing: Family['drawing'];
}

export interface GoodVariant {
  optionValues: string[];
  sku: string | null;
  barcode: string | null;
  cents: number;
  compareAtCents: number | null;
  grams: number;
  stock: number;
  /** Index among the product's images. */
  image: number;
}

/** Number of products with a unique name; beyond it, names repeat with a number. */
export const namedProducts = families.length * lines.length;

/** SKUs that a spreadsheet would corrupt; some products have them to reveal the same error in our code. */
const treacherousSkus: Record<number, string> = {
  5: '0017',
  11: '90.750',
  17: '1e10',
  23: '00420',
  31: '3-4',
  41: '=A1+1',
};

/** Returns the product at this index of the catalog. */
export function goodAt(seed: number, index: number, language: PracticeLanguage = 'en'): Good {
  const family = familyAt(index);
  const shades = shadesAt(family, seed, index);
  const choices = choicesAt(family, seed, index);
  const text = goodText(family, index, language);
  const chinese = language === 'zh-CN';
  const colourNames = shades.map((shade) => (chinese ? colours[shade].chinese : colours[shade].name));
  const options: Good['options'] = [];
  if (shades.length > 1) {
    options.push({ name: chinese ? '颜色' : 'Colour', values: colourNames });
  }
  if (family.choice && choices.length > 1) {
    const [name, values] = chinese
      ? [family.choice.chinese, choices.map(([, value]) => value)]
      : [family.choice.name, choices.map(([value]) => value)];
    options.push({ name, values });
  }
  return {
    index,
    ...text,
    vendor: 'Glade Home',
    type: family.type,
    tags: [...family.tags, lineAt(index).toLowerCase(), ...(onSale(seed, index) ? ['sale'] : [])],
    options,
    variants: variantsAt(family, seed, index, options, shades),
    images: imagesAt(family, seed, index, shades, colourNames, text.title),
    drawing: family.drawing,
  };
}

/** Returns the family of the product at this index. */
export function familyAt(index: number): Family {
  return at(families, index);
}

/** Returns the line of the product at this index. */
export function lineAt(index: number): string {
  return at(lines, lineIndexAt(index));
}

/** Reports whether the product at this index is sold below its former price. */
export function onSale(seed: number, index: number): boolean {
  return chanceAt(seed, index, 3) < 0.22;
}

/** Returns the lowest price of the product at this index, in cents. */
export function centsAt(seed: number, index: number): number {
  const [low, high] = familyAt(index).cents;
  return Math.round(wholeAt(low, high, seed, index, 2) / 100) * 100 - 10;
}

function shadesAt(family: Family, seed: number, index: number): Family['colours'][number][] {
  const count = wholeAt(1, Math.min(4, family.colours.length), seed, index, 4);
  const first = wholeAt(0, family.colours.length - 1, seed, index, 5);
  return Array.from({ length: count }, (_, step) => at(family.colours, first + step));
}

function choicesAt(family: Family, seed: number, index: number): (readonly [string, string])[] {
  if (!family.choice || chanceAt(seed, index, 6) < 0.35) {
    return [];
  }
  return family.choice.values.slice(0, Math.min(3, family.choice.values.length));
}

function variantsAt(
  family: Family,
  seed: number,
  index: number,
  options: Good['options'],
  shades: readonly Family['colours'][number][],
): GoodVariant[] {
  const rows = options.reduce<string[][]>(
    (made, option) => made.flatMap((row) => option.values.map((value) => [...row, value])),
    [[]],
  );
  const perShade = rows.length / (shades.length > 1 ? shades.length : 1);
  const base = centsAt(seed, index);
  const grams = wholeAt(...family.grams, seed, index, 7);
  return rows.map((optionValues, place) => {
    const shade = Math.floor(place / perShade);
    const step = place % perShade;
    const cents = base + step * Math.max(200, Math.round(base / 1000) * 100);
    return {
      optionValues,
      sku: skuAt(family, seed, index, place, at(shades, shade)),
      barcode: chanceAt(seed, index, 8) < 0.7 ? barcodeAt(index, place) : null,
      cents,
      compareAtCents: onSale(seed, index) ? Math.round((cents * 1.25) / 100) * 100 : null,
      grams: grams + step * Math.round(grams / 8),
      stock: chanceAt(seed, index, place, 9) < 0.08 ? 0 : wholeAt(2, 120, seed, index, place, 10),
      image: shades.length > 1 ? shade : 0,
    };
  });
}

function skuAt(
  family: Family,
  seed: number,
  index: number,
  place: number,
  shade: Family['colours'][number],
): string | null {
  const treacherous = treacherousSkus[index];
  if (treacherous && place === 0) {
    return treacherous;
  }
  if (chanceAt(seed, index, 11) < 0.03) {
    return null;
  }
  return `GH-${family.code}-${String(index + 1).padStart(4, '0')}-${colours[shade].code}-${place + 1}`;
}

/** Returns an EAN-13 from the range reserved for use inside shops, with its check digit. */
function barcodeAt(index: number, place: number): string {
  const digits = `20${String(index).padStart(7, '0')}${String(place).padStart(3, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function imagesAt(
  family: Family,
  seed: number,
  index: number,
  shades: readonly Family['colours'][number][],
  colourNames: readonly string[],
  title: string,
): Good['images'] {
  const backdrop = wholeAt(0, backdropNames.length - 1, seed, index, 12);
  const fronts = shades.map((shade, place) => ({
    name: imageName(family.drawing, shade, at(backdropNames, backdrop + place), 'front'),
    // As in reality, some merchants leave the alt text empty.
    alt: chanceAt(seed, index, 14) < 0.12 ? '' : `${title}, ${at(colourNames, place)}`,
  }));
  const extra = views.slice(1, 1 + wholeAt(1, 3, seed, index, 13)).map((view, place) => ({
    name: imageName(family.drawing, at(shades, place), at(backdropNames, backdrop + place + 3), view),
    alt: '',
  }));
  return [...fronts, ...extra];
}

/** Returns the item at this index of a list that repeats endlessly. */
function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place % list.length];
  if (item === undefined) {
    throw new RangeError('An empty list has no item at any place');
  }
  return item;
}
