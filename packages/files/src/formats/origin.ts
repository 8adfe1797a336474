import type { Origin, OriginField } from './format.ts';
import type { Line } from './table/line.ts';

/** Returns where a product's parts stand, by the lines that they were read from and a format's column of each field. */
export function originOf<Column extends string>(
  first: Line<Column>,
  variants: ReadonlyMap<string, Line<Column>>,
  images: readonly number[],
  columns: Readonly<Partial<Record<OriginField, Column>>>,
): Origin {
  return {
    row: first.number,
    variants: Object.fromEntries([...variants].map(([id, line]) => [id, line.number])),
    images,
    columnOf(field) {
      const column = columns[field];
      return column !== undefined && first.has(column) ? first.columnName(column) : null;
    },
  };
}
