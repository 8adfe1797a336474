/**
 * The columns by which a file that was exported here is known when it comes back, whatever it is called then and whatever else was
 * edited in it: the product's id, its id at its source, and the export. No platform's format has them.
 */
export const idColumns = {
  id: 'Bowerbird ID',
  sourceId: 'Bowerbird Source ID',
  exportId: 'Bowerbird Export',
} as const;

/** Columns that a file may have. */
export type IdColumn = keyof typeof idColumns;

const byName = new Map(
  Object.entries(idColumns).map(([column, name]) => [name.toLowerCase(), column as IdColumn]),
);

/** Returns the places of these columns in a header. */
export function idColumnPlaces(header: readonly string[]): ReadonlyMap<number, IdColumn> {
  return new Map(
    header.flatMap((cell, place) => {
      const column = byName.get(cell.trim().replace(/\s+/g, ' ').toLowerCase());
      return column === undefined ? [] : [[place, column] as const];
    }),
  );
}

/** Returns a header without the names of these columns; the places of the others stay. */
export function withoutIdColumns(header: readonly string[]): readonly string[] {
  const own = idColumnPlaces(header);
  return own.size === 0 ? header : header.map((cell, place) => (own.has(place) ? '' : cell));
}
