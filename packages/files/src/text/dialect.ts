import { carried, type Encoding } from './encoding.ts';

/** Which cells a file puts in quotes: those that need it, those with white space too, or all. */
export const quotings = ['needed', 'spaces', 'all'] as const;
export type Quoting = (typeof quotings)[number];

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export const lineEnds = ['\n', '\r\n', '\r'] as const;
export type DialectLineEnd = (typeof lineEnds)[number];

/** How a CSV file is written. With it and the texts of unusual rows, a file is given back byte for byte. */
export interface Dialect {
  encoding: Encoding;
  /** The file begins with a byte order mark. */
  mark: boolean;
  separator: Separator;
  lineEnd: DialectLineEnd;
  quoting: Quoting;
}

/** Returns what `CsvReader` needs to know of a dialect. */
export function readingOf({ encoding, separator, lineEnd }: Dialect) {
  return { encoding, separator, newline: lineEnd === '\r' ? ('\r' as const) : ('\n' as const) };
}

/**
 * Returns a row as this dialect writes it, in carried form with its line end; null if the encoding has no bytes for one
 * of its characters.
 */
export function writtenRow(cells: readonly string[], dialect: Dialect): string | null {
  const written = cells.map((cell) => writtenCell(cell, dialect));
  if (written.includes(null)) {
    return null;
  }
  const row = written.join(dialect.separator);
  // A single empty cell would give an empty line, which is no row.
  return (cells.length === 1 && row === '' ? '""' : row) + dialect.lineEnd;
}

/** Returns a cell as this dialect writes it, in carried form; null if the encoding cannot hold it. */
export function writtenCell(
  value: string,
  { encoding, separator, quoting }: Dialect,
  quoted = quoting === 'all',
): string | null {
  const text = carried(value, encoding);
  if (text === null) {
    return null;
  }
  const must =
    quoted || text.includes(separator) || (quoting === 'spaces' ? /["\s\uFEFF]/ : /["\r\n\uFEFF]/).test(text);
  return must ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the cells of a row's text as they stand in it, with their quotes, and its line end. */
export function writtenCells(text: string, separator: string): { cells: string[]; end: string } {
  const end = /(?:\r\n|\n|\r)?$/.exec(text)?.[0] ?? '';
  const body = text.slice(0, text.length - end.length);
  const cells: string[] = [];
  let start = 0;
  for (;;) {
    let position = start;
    if (body.charCodeAt(start) === 34) {
      position = start + 1;
      for (;;) {
        const close = body.indexOf('"', position);
        if (close === -1) {
          position = body.length;
          break;
        }
        position = close + 1;
        if (body.charCodeAt(position) !== 34) {
          break;
        }
        position += 1;
      }
    }
    const next = body.indexOf(separator, position);
    if (next === -1) {
      cells.push(body.slice(start));
      return { cells, end };
    }
    cells.push(body.slice(start, next));
    start = next + separator.length;
  }
}

/**
 * Returns the text of a row with one cell changed, every other byte as it was. The cell keeps its quotes if it had some.
 * A cell beyond the row's end is added with the empty cells before it. Null if the encoding cannot hold the value.
 */
export function withCell(text: string, place: number, value: string, dialect: Dialect): string | null {
  const { cells, end } = writtenCells(text, dialect.separator);
  const isQuoted = cells[place]?.startsWith('"') ?? dialect.quoting === 'all';
  const written = writtenCell(value, dialect, isQuoted);
  if (written === null) {
    return null;
  }
  while (cells.length < place) {
    cells.push('');
  }
  cells[place] = written;
  return cells.join(dialect.separator) + end;
}
