import { partsOf, pathOf } from '@bowerbird/catalog/change/cell';
import { Image, OwnPrice, Variant } from '@bowerbird/catalog/product';
import type { ChangedCell } from '@bowerbird/contract/products/products';
import { safeParse } from 'zod/mini';
import {
  type DifferenceLine,
  descriptionText,
  differenceOf,
  fieldName,
  imageName,
  valueText,
} from './product-text.ts';
import type { Text } from './text.ts';

/** Option values of a product's variants, by which people know them, by id. */
export type VariantNames = Readonly<Record<string, readonly string[]>>;

/** Returns the option values of these variants by id. */
export function variantNames(variants: readonly Pick<Variant, 'id' | 'optionValues'>[]): VariantNames {
  return Object.fromEntries(variants.map(({ id, optionValues }) => [id, optionValues]));
}

/** Names the place of a cell: "Price of S / Red", "Title". */
export function cellName(text: Text, path: string, variants: VariantNames): string {
  const [field = '', key = '', part] = partsOf(path);
  if (field === 'seo') {
    return fieldName(text, key === 'title' ? 'seoTitle' : 'seoDescription');
  }
  if (field === 'inStores') {
    return ownCellName(text, path, variants);
  }
  if (field === 'marks') {
    return text.named(key === 'note' ? 'row.note' : `marks.${key}`);
  }
  if (field !== 'variants' || part === undefined) {
    return fieldName(text, field);
  }
  const cell = text.named(`products.variant.${part}`, {}, part);
  const name = variants[key]?.join(' / ') ?? '';
  return name === '' ? cell : text('products.difference.cell', { cell, name });
}

const cellOfAmount: Readonly<Record<string, string>> = { prices: 'price', compareAtPrices: 'compareAtPrice' };

function ownCellName(text: Text, path: string, variants: VariantNames): string {
  const [, , field = '', variantId] = partsOf(path);
  return cellName(
    text,
    variantId === undefined ? field : pathOf('variants', variantId, cellOfAmount[field] ?? field),
    variants,
  );
}

/** Names the places of cells, each once. */
export function cellNames(text: Text, paths: readonly string[], variants: VariantNames): string[] {
  return [...new Set(paths.map((path) => cellName(text, path, variants)))];
}

/** The cells of one field, as lines to show: at most eight, and how many more there are. */
export interface FieldLines {
  field: string;
  lines: DifferenceLine[];
  more: number;
}

const linesMax = 8;

/** Describes a change field by field, in the order of its cells. */
export function linesOfCells(
  text: Text,
  cells: readonly ChangedCell[],
  variants: VariantNames,
  {
    storeName = () => null,
    ruled = {},
  }: {
    storeName?: (shopId: string) => string | null;
    /** What a store's rules give where it has no own value, by the cell's path. */
    ruled?: Readonly<Record<string, unknown>>;
  } = {},
): FieldLines[] {
  const byField = Map.groupBy(cells, ({ path }) => partsOf(path)[0] ?? '');
  return [...byField].map(([field, own]) => {
    const lines = own.flatMap((cell) => linesOf(text, cell, variants, { storeName, ruled }));
    return { field, lines: lines.slice(0, linesMax), more: Math.max(0, lines.length - linesMax) };
  });
}

function linesOf(
  text: Text,
  { path, before, after }: ChangedCell,
  variants: VariantNames,
  {
    storeName,
    ruled,
  }: { storeName(shopId: string): string | null; ruled: Readonly<Record<string, unknown>> },
): DifferenceLine[] {
  const [field = '', key, part] = partsOf(path);
  if (key === undefined) {
    return field === 'tags' || field === 'variants' || field === 'images'
      ? [{ what: text('products.difference.order'), before: null, after: null }]
      : differenceOf(text, field, before, after).lines;
  }
  const line = (what: string, show: (value: unknown) => string | null) => [
    { what, before: show(before), after: show(after) },
  ];
  switch (field) {
    case 'variants':
      return part === undefined
        ? line((variantIn(before) ?? variantIn(after))?.optionValues.join(' / ') ?? '', (value) => {
            const variant = variantIn(value);
            return variant && (variant.price ?? (variant.optionValues.join(' / ') || key));
          })
        : line(cellName(text, path, variants), shown);
    case 'images':
      return line('', part === 'alt' ? shown : imageIn);
    case 'inStores':
      return line(inStore(text, cellName(text, path, variants), storeName(key)), (value) =>
        value === undefined ? byRules(text, path, ruled[path]) : ownShown(text, path, value),
      );
    case 'seo':
      return line(cellName(text, path, variants), shown);
    case 'marks':
      return line(cellName(text, path, variants), (value) =>
        key === 'colour' && typeof value === 'string' ? text.named(`marks.colour.${value}`) : shown(value),
      );
    case 'extra':
      return line(`${key}: ${part ?? ''}`, shown);
    default:
      return line('', shown);
  }
}

function variantIn(value: unknown): Variant | null {
  return safeParse(Variant, value).data ?? null;
}

function imageIn(value: unknown): string | null {
  const image = safeParse(Image, { alt: '', ...(typeof value === 'object' && value) }).data;
  return image === undefined ? null : imageName(image);
}

function inStore(text: Text, cell: string, store: string | null): string {
  return store === null ? cell : text('products.difference.inStore', { cell, store });
}

/** Formats an own value in a store: an amount with its currency, any other as the field of the product. */
function ownShown(text: Text, path: string, value: unknown): string | null {
  const own = safeParse(OwnPrice, value).data;
  return own ? `${own.amount} ${own.currency ?? ''}`.trim() : valueText(text, partsOf(path)[2] ?? '', value);
}

function byRules(text: Text, path: string, value: unknown): string {
  const shownValue = value === undefined ? null : ownShown(text, path, value);
  return shownValue === null
    ? text('products.difference.byRules')
    : text('products.inStores.byRules', { value: shownValue });
}

const textMax = 400;
const Weighed = Variant.shape.weight;

/** Formats any value on one line; null for nothing. */
function shown(value: unknown): string | null {
  if (value === undefined || value === null || value === '') {
    return null;
  }
  if (typeof value === 'string') {
    return (descriptionText(value) ?? value).slice(0, textMax);
  }
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.join(' / ');
  }
  const weight = safeParse(Weighed, value).data;
  return (weight ? `${weight.value} ${weight.unit}` : JSON.stringify(value)).slice(0, textMax);
}
