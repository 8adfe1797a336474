import type { ColumnMapping, MappedColumn, MappedField } from '@bowerbird/contract/files/mapping';
import { headerKey } from '../formats/table/header.ts';
import { unitOf } from '../formats/weights.ts';
import type { TableRow } from '../text/table-row.ts';
import { headerWords } from './header-words/header-words.ts';
import { pairsOf } from './lists.ts';

/** A column of a file with what it may be. */
export interface SuggestedColumn {
  column: string;
  /** Which of several columns of the same name, from 1. */
  nth: number;
  /** Null for a column that nothing is known of. */
  field: MappedField | null;
  option?: number;
  /** How sure it is, 0 to 1. */
  certainty: number;
  /** The first values, each once. */
  samples: string[];
}

/** A mapping that a header and the first rows suggest, and why. */
export interface SuggestedMapping {
  mapping: ColumnMapping;
  columns: SuggestedColumn[];
}

const samplesMax = 5;
const repeatable: ReadonlySet<MappedField> = new Set<MappedField>([
  'images',
  'tags',
  'categories',
  'attribute',
  'optionValue',
  'optionName',
]);

/** Suggests a mapping by the words of a header in six languages and by how the values below it are written. */
export function suggestMapping(header: readonly string[], rows: readonly TableRow[]): SuggestedMapping {
  const columns = header.map((cell, place): SuggestedColumn => {
    const values = [...new Set(rows.map(({ cells }) => cells[place]?.trim() ?? ''))].filter(
      (value) => value !== '',
    );
    const name = cell.trim();
    const nth = header.slice(0, place + 1).filter((each) => headerKey(each) === headerKey(cell)).length;
    const best = bestField(name, values);
    return { column: name, nth, ...best, samples: values.slice(0, samplesMax) };
  });
  keepOneOfEach(columns);
  numberOptions(columns);
  const key = keyColumn(columns, header, rows);
  const mapped = columns.flatMap((each): MappedColumn[] => (each.field === null ? [] : [columnOf(each)]));
  const title = columns.find(({ field }) => field === 'title')?.column ?? header[0] ?? '';
  return {
    mapping: {
      by: 'columns',
      rows: key === null ? 'products' : 'variants',
      key: key === null ? [] : [key],
      columns: mapped.length > 0 ? mapped : [{ column: title, field: 'title' }],
      defaults: {
        status: 'draft',
        weightUnit: weightUnitOf(columns),
        currency: currencyOf(header, rows),
      },
    },
    columns,
  };
}

function columnOf({ column, nth, field, option }: SuggestedColumn): MappedColumn {
  return {
    column,
    ...(nth > 1 && { nth }),
    field: field ?? 'attribute',
    ...(option !== undefined && { option }),
  };
}

/** Words for the product that a variant belongs to, such as 款号. */
const keyWords = new Set<string>();
/** Every other word with the fields that it can name. */
const byWord = new Map<string, { field: MappedField; certainty: number }[]>();
for (const { word, names } of headerWords()) {
  if (names === 'key') {
    keyWords.add(word);
  } else {
    byWord.set(word, [...(byWord.get(word) ?? []), { field: names, certainty: 0.9 }]);
  }
}
const longWords = [...byWord].sort(([left], [right]) => right.length - left.length);

/** Returns a header without signs, units and what stands in brackets. */
function plainHeader(name: string): string {
  return headerKey(
    name.replace(/[（([【][^）)\]】]{0,60}[）)\]】]/g, ' ').replace(/[*＊:：_\-/#.'"]+/g, ' '),
  );
}

function bestField(
  name: string,
  values: readonly string[],
): { field: MappedField | null; certainty: number } {
  const plain = plainHeader(name);
  const numbered = plain.replace(/\s?\d{1,2}(?=\s|$)/, '').trim();
  const whole = byWord.get(plain) ?? byWord.get(numbered);
  const [known] = whole ?? partOf(plain);
  // A word for the product as a whole, such as 货号, gives way to a surer column of the same field.
  const found = known && keyWords.has(plain) ? { ...known, certainty: 0.8 } : known;
  if (found) {
    return agrees(found.field, values) ? found : { ...found, certainty: found.certainty / 3 };
  }
  return byValues(values);
}

/** Returns how many cells of a row are words of headers, whole. */
export function knownHeaders(cells: readonly string[]): number {
  return cells.filter((cell) => {
    const plain = plainHeader(cell);
    return cell.length < 60 && (byWord.has(plain) || keyWords.has(plain));
  }).length;
}

function partOf(plain: string): { field: MappedField; certainty: number }[] {
  const hit = longWords.find(([word]) =>
    /^\P{ASCII}/u.test(word) ? plain.includes(word) : ` ${plain} `.includes(` ${word} `),
  );
  return hit ? hit[1].map(({ field }) => ({ field, certainty: 0.6 })) : [];
}

const isUrl = (value: string) => /^(?:https?:)?\/\/\S/i.test(value);
const isNumber = (value: string) => /\d/.test(value) && !/\p{L}{4}/u.test(value);

/** Reports whether values can be of a field at all. */
function agrees(field: MappedField, values: readonly string[]): boolean {
  if (values.length === 0) {
    return true;
  }
  const most = (test: (value: string) => boolean) => values.filter(test).length * 2 >= values.length;
  switch (field) {
    case 'images':
    case 'variantImage':
      return most(isUrl);
    case 'price':
    case 'compareAtPrice':
    case 'cost':
    case 'stock':
    case 'weight':
      return most(isNumber);
    case 'options':
      return most((value) => pairsOf(value) !== null);
    default:
      return true;
  }
}

function byValues(values: readonly string[]): { field: MappedField | null; certainty: number } {
  const all = (test: (value: string) => boolean) => values.length > 0 && values.every(test);
  if (all(isUrl) && all((value) => /\.(?:jpe?g|png|webp|gif|avif)\b/i.test(value))) {
    return { field: 'images', certainty: 0.5 };
  }
  if (all((value) => /^\d{12,14}$/.test(value))) {
    return { field: 'barcode', certainty: 0.4 };
  }
  return { field: null, certainty: 0 };
}

/** Of a field that a product has once, the surest column keeps it; the others are left to be decided. */
function keepOneOfEach(columns: SuggestedColumn[]): void {
  const best = new Map<MappedField, SuggestedColumn>();
  for (const column of columns) {
    if (column.field !== null && !repeatable.has(column.field)) {
      const held = best.get(column.field);
      if (held && held.certainty >= column.certainty) {
        column.field = null;
      } else {
        if (held) {
          held.field = null;
        }
        best.set(column.field, column);
      }
    }
  }
}

/** Options are numbered as their columns stand; a number in the header counts: `Option2 Value`. */
function numberOptions(columns: SuggestedColumn[]): void {
  const values = columns.filter(({ field }) => field === 'optionValue').slice(0, 10);
  for (const column of columns) {
    if (column.field === 'optionValue' && !values.includes(column)) {
      column.field = 'attribute';
    }
  }
  const numbers = new Set<number>();
  for (const column of values) {
    const written = Number(/\d{1,2}/.exec(column.column)?.[0] ?? 0);
    let number = written >= 1 && written <= 10 && !numbers.has(written) ? written : 1;
    while (numbers.has(number)) {
      number += 1;
    }
    numbers.add(number);
    column.option = number;
  }
  for (const column of columns) {
    if (column.field === 'optionName') {
      const written = Number(/\d{1,2}/.exec(column.column)?.[0] ?? 1);
      if (numbers.has(written)) {
        column.option = written;
      } else {
        column.field = null;
      }
    }
  }
}

/** Returns the column by which rows are variants of one product: its values repeat. Null where each row is a product. */
function keyColumn(
  columns: readonly SuggestedColumn[],
  header: readonly string[],
  rows: readonly TableRow[],
): string | null {
  const hasOptions = columns.some(({ field }) => field === 'optionValue' || field === 'options');
  const candidates = columns.filter(
    ({ column, field, nth }) =>
      nth === 1 &&
      (keyWords.has(plainHeader(column)) || field === 'handle' || field === 'title' || field === 'sku'),
  );
  const inOrder = candidates.toSorted((left, right) => rank(left) - rank(right));
  const cellsOf = ({ column }: SuggestedColumn) => {
    const place = header.findIndex((cell) => cell.trim() === column);
    return rows.map(({ cells }) => cells[place]?.trim() ?? '');
  };
  const title = columns.find(({ field }) => field === 'title');
  const titles = title && cellsOf(title);
  const repeats = inOrder.find((candidate) => {
    const values = cellsOf(candidate);
    const filled = values.filter((value) => value !== '');
    return candidate.field === 'sku'
      ? hasOptions && titles !== undefined && namesProducts(values, titles)
      : filled.length > 0 && (new Set(filled).size < filled.length || filled.length < values.length);
  });
  const found = repeats ?? (hasOptions ? inOrder.find(({ field }) => field !== 'sku') : undefined);
  if (found?.field === 'sku') {
    // A code that several rows share is the product's, not a variant's.
    found.field = null;
  }
  return found?.column ?? null;
}

/** Reports whether codes are those of products: some repeat, and the rows of one code have one title, where they have any. */
function namesProducts(codes: readonly string[], titles: readonly string[]): boolean {
  const titleOf = new Map<string, string>();
  let repeats = false;
  for (const [at, code] of codes.entries()) {
    const title = titles[at] ?? '';
    const held = titleOf.get(code);
    if (code === '' || (held !== undefined && held !== '' && title !== '' && held !== title)) {
      return false;
    }
    repeats ||= held !== undefined;
    titleOf.set(code, held || title);
  }
  return repeats;
}

function rank({ column, field }: SuggestedColumn): number {
  return keyWords.has(plainHeader(column)) ? 0 : field === 'handle' ? 1 : field === 'sku' ? 2 : 3;
}

const unitInHeader = /(?:^|[\s（([【_/-])(g|gr|kg|oz|lbs?|克|千克|公斤|磅|盎司)\s?[）)\]】]?$/iu;
/** Weights that are kilograms are seldom larger: most are 80 or 280 grams. */
const kilogramsMax = 50;

/** Returns the unit that the header names; where it names none, grams for numbers that are too large for kilograms. */
function weightUnitOf(columns: readonly SuggestedColumn[]): ColumnMapping['defaults']['weightUnit'] {
  const weights = columns.find(({ field }) => field === 'weight');
  const name = weights?.column.trim().toLowerCase() ?? '';
  const written = unitInHeader.exec(name)?.[1] ?? (/grams?\b|gramas?\b/.exec(name) ? 'g' : '');
  const local = { 克: 'g', 千克: 'kg', 公斤: 'kg', 磅: 'lb', 盎司: 'oz', gr: 'g', lbs: 'lb' } as const;
  const unit = unitOf(written) ?? local[written as keyof typeof local];
  if (unit !== undefined && unit !== null) {
    return unit;
  }
  const numbers = (weights?.samples ?? []).map((value) => Number.parseFloat(value.replace(',', '.')));
  return numbers.length > 0 && numbers.every((value) => value > kilogramsMax) ? 'g' : 'kg';
}

const currencySigns: readonly [RegExp, string][] = [
  [/R\$|\bBRL\b|reais/i, 'BRL'],
  [/NT\$|\bTWD\b|新台幣|新台币/i, 'TWD'],
  [/HK\$|\bHKD\b|港幣|港币/i, 'HKD'],
  [/\bUSD\b|US\$|美元|美金/i, 'USD'],
  [/\bCNY\b|\bRMB\b|人民币|人民幣|[（(]元[）)]/i, 'CNY'],
  [/€|\bEUR\b|欧元|歐元/i, 'EUR'],
  [/£|\bGBP\b|英镑|英鎊/i, 'GBP'],
  [/\bJPY\b|日元|日圓/i, 'JPY'],
];

/** Returns the currency that a header or a price names; signs that several currencies share name none. */
function currencyOf(header: readonly string[], rows: readonly TableRow[]): string | null {
  const texts = [...header, ...rows.slice(0, 20).flatMap(({ cells }) => cells)].filter(
    (cell) => cell.length < 40,
  );
  return currencySigns.find(([sign]) => texts.some((text) => sign.test(text)))?.[1] ?? null;
}
