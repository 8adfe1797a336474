import type {
  ColumnMapping,
  FileMapping,
  MappedColumn,
  MappedField,
} from '@bowerbird/contract/files/mapping';

/** A column of the file with cells that show what it is. */
export interface FileColumn {
  /** Its header; may be blank. */
  name: string;
  /** Which of several columns of the same name, from 1. */
  nth: number;
  /** Its place in the file, from 1. */
  place: number;
  /** Its first cells that are not blank, each once. */
  samples: string[];
}

const samplesMax = 3;

/** Returns the columns of a file; those without a header and without cells are left out. */
export function columnsOf(
  header: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): FileColumn[] {
  const seen = new Map<string, number>();
  return header.flatMap((name, index) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const cells = rows.map(({ cells: all }) => all[index]?.trim() ?? '').filter(Boolean);
    const samples = [...new Set(cells)].slice(0, samplesMax);
    return name.trim() === '' && samples.length === 0 ? [] : [{ name, nth, place: index + 1, samples }];
  });
}

function isOf(column: FileColumn, mapped: MappedColumn): boolean {
  return mapped.column === column.name && (mapped.nth ?? 1) === column.nth;
}

/** Returns what a column is mapped to; null: it is not imported. */
export function mappedOf(mapping: ColumnMapping, column: FileColumn): MappedColumn | null {
  return mapping.columns.find((mapped) => isOf(column, mapped)) ?? null;
}

/** Fields that several columns can fill together. */
const shared: ReadonlySet<MappedField> = new Set([
  'images',
  'tags',
  'categories',
  'attribute',
  'optionName',
  'optionValue',
]);

/** A field as it is chosen: an option's with its number. */
export type FieldChoice = MappedField | `optionName:${number}` | `optionValue:${number}`;

export function choiceOf({ field, option }: MappedColumn): FieldChoice {
  return field === 'optionName' || field === 'optionValue' ? `${field}:${option ?? 1}` : field;
}

function fieldOf(choice: FieldChoice): Pick<MappedColumn, 'field' | 'option'> {
  const [field, option] = choice.split(':');
  // Cast: the part before the colon is a field, by the type of a choice.
  return option === undefined
    ? { field: choice as MappedField }
    : { field: field as MappedField, option: Number(option) };
}

/**
 * Maps a column to a field; null: it is not imported. A field that only one column can fill is taken from the column that
 * had it.
 */
export function withField(
  mapping: ColumnMapping,
  column: FileColumn,
  choice: FieldChoice | null,
): ColumnMapping {
  const others = mapping.columns.filter(
    (mapped) =>
      !isOf(column, mapped) &&
      (choice === null || shared.has(fieldOf(choice).field) || choiceOf(mapped) !== choice),
  );
  const own: MappedColumn[] =
    choice === null
      ? []
      : [{ column: column.name, ...(column.nth > 1 ? { nth: column.nth } : {}), ...fieldOf(choice) }];
  return { ...mapping, columns: [...others, ...own] };
}

/** Names the option or attribute that a column fills; '' leaves it the column's own name. */
export function withName(mapping: ColumnMapping, column: FileColumn, name: string): ColumnMapping {
  return {
    ...mapping,
    columns: mapping.columns.map((mapped) => {
      if (!isOf(column, mapped)) {
        return mapped;
      }
      const { name: _, ...rest } = mapped;
      return name.trim() === '' ? rest : { ...rest, name };
    }),
  };
}

/** Returns an empty mapping of columns. */
export function emptyMapping(): ColumnMapping {
  return {
    by: 'columns',
    rows: 'variants',
    key: [],
    columns: [],
    defaults: { status: 'draft', weightUnit: 'g', currency: null },
  };
}

export function columnMappingOf({ products }: FileMapping): ColumnMapping | null {
  return products.by === 'columns' ? products : null;
}

/** Returns the columns of this mapping that the file does not have. */
export function missingOf(mapping: ColumnMapping, columns: readonly FileColumn[]): string[] {
  return mapping.columns
    .filter((mapped) => !columns.some((column) => isOf(column, mapped)))
    .map(({ column }) => column);
}
