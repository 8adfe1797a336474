/** One row of a file with its row number as a spreadsheet counts: the first row is 1, and empty lines count. */
export interface CsvRow {
  number: number;
  cells: string[];
}

/** Error for a file whose last quoted cell is never closed. All rows before that row were returned. */
export class CsvCutOff extends Error {
  override readonly name = 'CsvCutOff';
  readonly row: number;

  constructor(row: number) {
    super(`The quoted cell that begins in row ${row} never ends`);
    this.row = row;
  }
}

/**
 * Parses CSV chunk by chunk: RFC 4180, and the variations that programs write. It accepts mixed LF and CRLF, a byte
 * order mark, line breaks inside quotes, rows with too few or too many cells (returned as they are, so that the error
 * can be reported with its position) and text after a closing quote. Empty lines are skipped. Memory use: one chunk and
 * one unfinished row.
 */
export class CsvReader {
  readonly #separator: string;
  #rest = '';
  #number = 0;
  #begun = false;

  constructor(separator = ',') {
    this.#separator = separator;
  }

  /** Takes the next chunk and returns the rows that it completes. */
  push(piece: string): CsvRow[] {
    return this.#read(piece, false);
  }

  /** Returns the last row when the file does not end with a line break. Throws `CsvCutOff` for an unclosed quote. */
  end(): CsvRow[] {
    return this.#read('', true);
  }

  #read(piece: string, isLast: boolean): CsvRow[] {
    let text = this.#rest + piece;
    if (!this.#begun && text !== '') {
      this.#begun = true;
      text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
    const rows: CsvRow[] = [];
    const separators = new Separators(text, this.#separator);
    let position = 0;
    while (position < text.length) {
      const cells: string[] = [];
      const next = readRow(text, position, separators, isLast, cells);
      if (next === unfinished) {
        break;
      }
      this.#number += 1;
      if (next === cutOff) {
        throw new CsvCutOff(this.#number);
      }
      if (cells.length > 0) {
        rows.push({ number: this.#number, cells });
      }
      position = next;
    }
    this.#rest = text.slice(position);
    return rows;
  }
}

/** Returns all rows of a text. Throws `CsvCutOff` for an unclosed quote. */
export function readCsv(text: string, separator = ','): CsvRow[] {
  const reader = new CsvReader(separator);
  const rows = reader.push(text);
  return rows.concat(reader.end());
}

const unfinished = -1;
const cutOff = -2;

/** Reads the row at `start` into `cells` and returns the position after the row. An empty line leaves `cells` empty. */
function readRow(
  text: string,
  start: number,
  separators: Separators,
  isLast: boolean,
  cells: string[],
): number {
  let position = start;
  // Searched once per row, not once per cell. The position only moves on past quoted line breaks.
  let lineEnd = text.indexOf('\n', position);
  for (;;) {
    let quoted = '';
    if (text.charCodeAt(position) === 34) {
      const close = closingQuote(text, position + 1);
      if (close === -1) {
        return isLast ? cutOff : unfinished;
      }
      const inside = text.slice(position + 1, close);
      quoted = inside.includes('"') ? inside.replaceAll('""', '"') : inside;
      position = close + 1;
      if (lineEnd !== -1 && lineEnd < position) {
        lineEnd = text.indexOf('\n', position);
      }
    } else if (cells.length === 0 && isLineEnd(text, position, lineEnd)) {
      return lineEnd + 1;
    }
    const limit = lineEnd === -1 ? text.length : lineEnd;
    const next = separators.from(position);
    if (next < limit) {
      cells.push(quoted + text.slice(position, next));
      position = next + separators.length;
      continue;
    }
    if (lineEnd === -1 && !isLast) {
      return unfinished;
    }
    const end = lineEnd !== -1 && text.charCodeAt(limit - 1) === 13 && limit > position ? limit - 1 : limit;
    cells.push(quoted + text.slice(position, end));
    return lineEnd === -1 ? limit : limit + 1;
  }
}

/** Caches the position of the next separator, so that it is searched only once even when it is many rows ahead. */
class Separators {
  readonly #text: string;
  readonly #separator: string;
  #found = -1;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
  }

  get length(): number {
    return this.#separator.length;
  }

  from(position: number): number {
    if (this.#found < position) {
      const found = this.#text.indexOf(this.#separator, position);
      this.#found = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#found;
  }
}

function isLineEnd(text: string, position: number, lineEnd: number): boolean {
  return position === lineEnd || (position + 1 === lineEnd && text.charCodeAt(position) === 13);
}

function closingQuote(text: string, from: number): number {
  let position = text.indexOf('"', from);
  while (position !== -1 && text.charCodeAt(position + 1) === 34) {
    position = text.indexOf('"', position + 2);
  }
  return position;
}
