import type { Option, Variant, Weight } from '@bowerbird/catalog/product';
import { variantDefaults } from '@bowerbird/catalog/stored/stored-product';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { ColumnMapping, MappedField } from '@bowerbird/contract/files/mapping';
import { cellFault } from '../formats/table/holds.ts';
import type { Line } from '../formats/table/line.ts';
import { unitOf, weightIn } from '../formats/weights.ts';
import { type Column, holdsOf, type Placed } from './columns.ts';
import { pairsOf, partsOf } from './lists.ts';

/** The variants of a product with the row of each, and what is wrong in their cells. */
export interface ReadVariants {
  options: Option[];
  variants: Variant[];
  lines: Line<Column>[];
  faults: FileFault[];
}

/** A row for each variant, or one row whose cells hold the values of all of them. */
interface Draft {
  line: Line<Column>;
  /** Option values by the option's name. */
  values: ReadonlyMap<string, string>;
  /** Which of several values in a cell is this variant's; null where the row is its own. */
  nth: { at: number; of: number } | null;
}

const variantsMax = 2048;
const ownFields = ['sku', 'barcode', 'price', 'compareAtPrice', 'cost', 'stock', 'weight'] as const;

/** Reads the variants of a product's rows. */
export function readVariants(
  lines: readonly Line<Column>[],
  placed: readonly Placed[],
  mapping: ColumnMapping,
): ReadVariants {
  const faults: FileFault[] = [];
  const names = optionNames(lines, placed, faults);
  const drafts =
    mapping.rows === 'products'
      ? lines.slice(0, 1).flatMap((line) => allCombinations(line, names, placed, faults))
      : variantLines(lines, placed).map((line) => ({ line, values: valuesOf(line, placed), nth: null }));
  faults.push(...optionFaults(drafts, names, placed));
  const options = names.map((name) => ({
    name,
    values: [...new Set(drafts.map(({ values }) => values.get(name) ?? ''))],
  }));
  const variants = drafts.map((draft, index) =>
    variantOf(draft, `v${index + 1}`, { names, placed, mapping, faults }),
  );
  return { options, variants, lines: drafts.map(({ line }) => line), faults };
}

/** Rows that only bring further images are no variants. */
function variantLines(lines: readonly Line<Column>[], placed: readonly Placed[]): Line<Column>[] {
  const own = placed.filter(
    ({ field }) =>
      field === 'optionValue' || field === 'options' || (ownFields as readonly string[]).includes(field),
  );
  const found = lines.filter((line) => own.some(({ key }) => line.word(key) !== ''));
  return found.length > 0 ? found : lines.slice(0, 1);
}

/** Returns the names of the options for which some row has a value, in the order of the columns. */
function optionNames(
  lines: readonly Line<Column>[],
  placed: readonly Placed[],
  faults: FileFault[],
): string[] {
  const names = new Set<string>();
  for (const { field, key, separators } of placed) {
    for (const line of lines) {
      if (field === 'optionValue' && line.word(key) !== '') {
        names.add(nameOf(lines, placed, key));
      } else if (field === 'options') {
        const pairs = pairsOf(line.text(key), separators);
        if (pairs === null) {
          faults.push(line.fault(key, 'cell.not-options'));
        }
        for (const [name] of pairs ?? []) {
          names.add(name);
        }
      }
    }
  }
  return [...names];
}

function nameOf(lines: readonly Line<Column>[], placed: readonly Placed[], key: Column): string {
  const own = placed.find((each) => each.key === key);
  const named = placed.find(({ field, option }) => field === 'optionName' && option === own?.option);
  const written = named && lines.map((line) => line.word(named.key)).find((word) => word !== '');
  return written || own?.name || own?.column.trim() || key;
}

function valuesOf(line: Line<Column>, placed: readonly Placed[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { field, key, separators } of placed) {
    if (field === 'optionValue') {
      values.set(nameOf([line], placed, key), line.word(key));
    } else if (field === 'options') {
      for (const [name, value] of pairsOf(line.text(key), separators) ?? []) {
        values.set(name, value);
      }
    }
  }
  return values;
}

/** Every combination of the values in one row's cells. */
function allCombinations(
  line: Line<Column>,
  names: readonly string[],
  placed: readonly Placed[],
  faults: FileFault[],
): Draft[] {
  let all: [string, string][][] = [[]];
  for (const { field, key, separators } of placed) {
    if (field !== 'optionValue' || line.word(key) === '') {
      continue;
    }
    const name = nameOf([line], placed, key);
    const values = [...new Set(partsOf(line.text(key), separators))];
    if (all.length * values.length > variantsMax) {
      faults.push(line.fault(key, 'product.too-many-variants'));
      return [];
    }
    all = all.flatMap((held) => values.map((value): [string, string][] => [...held, [name, value]]));
  }
  const pairs = names.length > 0 && all.length === 1 ? [...valuesOf(line, placed)] : [];
  return all.map((values, at) => ({
    line,
    values: new Map([...pairs, ...values]),
    nth: { at, of: all.length },
  }));
}

function optionFaults(
  drafts: readonly Draft[],
  names: readonly string[],
  placed: readonly Placed[],
): FileFault[] {
  const [first, second] = drafts;
  const column = placed.find(({ field }) => field === 'optionValue' || field === 'options')?.key ?? 'title';
  if (names.length === 0) {
    return first && second ? [second.line.fault(column, 'option.name-missing')] : [];
  }
  const combinations = new Set<string>();
  return drafts.flatMap(({ line, values }) => {
    const own = names.map((name) => values.get(name) ?? '');
    const key = JSON.stringify(own);
    const isTwice = combinations.has(key);
    combinations.add(key);
    const blank = names.filter((_, index) => own[index] === '');
    return [
      ...blank.map((name) => line.fault(columnOf(name, line, placed) ?? column, 'option.value-missing')),
      ...(isTwice ? [line.fault(column, 'option.combination-twice')] : []),
    ];
  });
}

function columnOf(name: string, line: Line<Column>, placed: readonly Placed[]): Column | undefined {
  return placed.find(({ field, key }) => field === 'optionValue' && nameOf([line], placed, key) === name)
    ?.key;
}

interface VariantContext {
  names: readonly string[];
  placed: readonly Placed[];
  mapping: ColumnMapping;
  faults: FileFault[];
}

function variantOf({ line, values, nth }: Draft, id: string, context: VariantContext): Variant {
  const { names, placed, mapping, faults } = context;
  const word = (field: MappedField): string => {
    const column = placed.find((each) => each.field === field);
    const parts = column && nth && nth.of > 1 ? partsOf(line.text(column.key), column.separators) : [];
    const several = parts.length > 1;
    if (several && parts.length !== nth?.of) {
      if (nth?.at === 0) {
        faults.push(line.fault(field, 'option.count-differs'));
      }
      return '';
    }
    const value = several ? (parts[nth?.at ?? 0] ?? '') : line.word(field);
    const code = cellFault(holdsOf(field), value);
    if (code === null) {
      return value;
    }
    if (several || nth === null || nth.at === 0) {
      faults.push(line.fault(field, code));
    }
    return '';
  };
  return {
    ...variantDefaults,
    id,
    sku: word('sku') || null,
    barcode: word('barcode') || null,
    optionValues: names.map((name) => values.get(name) ?? ''),
    price: word('price') || null,
    compareAtPrice: word('compareAtPrice') || null,
    cost: word('cost') || null,
    stock: quantityOf(word('stock')),
    weight: weightOf(word('weight'), word('weightUnit'), mapping),
    imageUrl: word('variantImage') || null,
    requiresShipping: word('requiresShipping').toLowerCase() !== 'false',
    taxable: word('taxable').toLowerCase() !== 'false',
  };
}

function quantityOf(word: string): number | null {
  return word === '' ? null : Math.trunc(Number(word));
}

function weightOf(value: string, unit: string, { defaults }: ColumnMapping): Weight | null {
  return value === '' ? null : weightIn(value, unitOf(unit) ?? defaults.weightUnit);
}
