import { decoded, type Encoding, needsDecoding } from './encoding.ts';
import type { CellNote, NotedRow } from './table-row.ts';

/** A row of a CSV file. */
export interface CsvRow extends NotedRow {
  /** The row as it stands in the file, in carried form (`encoding.ts`), with its line end. */
  text: string;
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

export interface CsvReading {
  separator?: string;
  /** What ends a row: CR only in the files of old programs, in which no LF ends one. */
  newline?: '\n' | '\r';
  /** The encoding of a carried text; left out for text that is decoded already. */
  encoding?: Encoding;
}

/** Longest row, in characters of the carried form: a quote that was never closed must not fill the memory. */
const rowMax = 32 * 1024 * 1024;
/** Below this length an unfinished row is tried again with each chunk; above it, each time its length has doubled. */
const retryEachChunk = 1 << 20;

/**
 * Takes CSV apart chunk by chunk: RFC 4180, and the variations that programs write. It accepts mixed LF and CRLF, a byte
 * order mark, line breaks inside quotes, rows with too few or too many cells (returned as they are, so that the error
 * can be reported with its position) and text after a closing quote. The texts of the rows, put together, are the file
 * without its byte order mark. Memory use: one chunk and one unfinished row.
 */
export class CsvReader {
  readonly #separator: string;
  readonly #newline: number;
  readonly #encoding: Encoding | undefined;
  #rest = '';
  #waiting: string[] = [];
  #length = 0;
  #tryAt = 0;
  #number = 0;
  #begun = false;

  constructor({ separator = ',', newline = '\n', encoding }: CsvReading = {}) {
    this.#separator = separator;
    this.#newline = newline.charCodeAt(0);
    this.#encoding = encoding;
  }

  /** Takes the next chunk and returns the rows that it completes. Throws `CsvCutOff` if a row grows without end. */
  push(chunk: string): CsvRow[] {
    this.#waiting.push(chunk);
    this.#length += chunk.length;
    return this.#length < this.#tryAt ? [] : this.#read(false);
  }

  /** Returns the last row when the file does not end with a line break. Throws `CsvCutOff` for an unclosed quote. */
  end(): CsvRow[] {
    return this.#read(true);
  }

  #read(isLast: boolean): CsvRow[] {
    let text = this.#rest + this.#waiting.join('');
    this.#waiting = [];
    if (!this.#begun && text !== '') {
      this.#begun = true;
      text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
    const rows: CsvRow[] = [];
    const scan = new Scan(text, this.#separator, this.#newline);
    let position = 0;
    while (position < text.length) {
      const cells: string[] = [];
      const next = scan.row(position, isLast, cells);
      if (next === unfinished && text.length - position <= rowMax) {
        break;
      }
      this.#number += 1;
      if (next < 0) {
        throw new CsvCutOff(this.#number);
      }
      rows.push(this.#finished(cells, text.slice(position, next), scan.takeAfterQuote()));
      position = next;
    }
    this.#rest = text.slice(position);
    this.#length = this.#rest.length;
    this.#tryAt = this.#length > retryEachChunk ? 2 * this.#length : 0;
    return rows;
  }

  #finished(cells: string[], text: string, afterQuote: readonly number[]): CsvRow {
    const number = this.#number;
    const encoding = this.#encoding;
    const mustDecode = encoding !== undefined && (wide(encoding) || needsDecoding(text));
    if (!mustDecode && afterQuote.length === 0 && !text.includes('\0')) {
      return { number, cells, text, notes: none };
    }
    const notes = afterQuote.map((place): CellNote => ({ place, kind: 'text-after-quote' }));
    const values = cells.map((cell, place) => {
      const { value, sound } =
        mustDecode && encoding ? decoded(cell, encoding) : { value: cell, sound: true };
      if (!sound) {
        notes.push({ place, kind: 'not-in-encoding' });
      }
      if (cell.includes('\0')) {
        notes.push({ place, kind: 'nul' });
      }
      return value;
    });
    return { number, cells: values, text, notes };
  }
}

const none: readonly CellNote[] = [];

function wide(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

/** Returns all rows of a text. Throws `CsvCutOff` for an unclosed quote. */
export function readCsv(text: string, reading: CsvReading = {}): CsvRow[] {
  const reader = new CsvReader(reading);
  const rows = reader.push(text);
  return rows.concat(reader.end());
}

const unfinished = -1;
const cutOff = -2;
const quote = 34;
const carriageReturn = 13;

/**
 * Finds rows in a text. The position of the next separator is kept, so that it is searched only once even when it is
 * many rows ahead.
 */
class Scan {
  readonly #text: string;
  readonly #separator: string;
  readonly #newline: number;
  readonly #newlineText: string;
  #found = -1;
  #afterQuote: number[] = [];

  constructor(text: string, separator: string, newline: number) {
    this.#text = text;
    this.#separator = separator;
    this.#newline = newline;
    this.#newlineText = String.fromCharCode(newline);
  }

  /** Returns the places of the last row's cells that go on after their closing quote. */
  takeAfterQuote(): readonly number[] {
    const found = this.#afterQuote;
    if (found.length > 0) {
      this.#afterQuote = [];
    }
    return found;
  }

  /**
   * Reads the row at `start` into `cells` and returns the position after the row, or `unfinished` or `cutOff`. An empty
   * line leaves `cells` empty.
   */
  row(start: number, isLast: boolean, cells: string[]): number {
    const text = this.#text;
    let position = start;
    // Searched once per row, not once per cell. The position only moves on past quoted line breaks.
    let lineEnd = text.indexOf(this.#newlineText, position);
    for (;;) {
      let quoted = '';
      let isQuoted = false;
      if (text.charCodeAt(position) === quote) {
        const close = closingQuote(text, position + 1);
        if (close === -1) {
          return isLast ? cutOff : unfinished;
        }
        const inside = text.slice(position + 1, close);
        quoted = inside.includes('"') ? inside.replaceAll('""', '"') : inside;
        isQuoted = true;
        position = close + 1;
        if (lineEnd !== -1 && lineEnd < position) {
          lineEnd = text.indexOf(this.#newlineText, position);
        }
      } else if (cells.length === 0 && this.#isLineEnd(position, lineEnd)) {
        return lineEnd + 1;
      }
      const limit = lineEnd === -1 ? text.length : lineEnd;
      const next = this.#separatorFrom(position);
      if (next < limit) {
        this.#add(cells, quoted, isQuoted, position, next);
        position = next + this.#separator.length;
        continue;
      }
      if (lineEnd === -1 && !isLast) {
        return unfinished;
      }
      const hasReturn = lineEnd !== -1 && this.#newline !== carriageReturn && limit > position;
      const end = hasReturn && text.charCodeAt(limit - 1) === carriageReturn ? limit - 1 : limit;
      this.#add(cells, quoted, isQuoted, position, end);
      return lineEnd === -1 ? limit : limit + 1;
    }
  }

  #add(cells: string[], quoted: string, isQuoted: boolean, position: number, end: number): void {
    // Files made by hand pad their columns: white space there is no defect.
    if (isQuoted && end > position && this.#text.slice(position, end).trim() !== '') {
      this.#afterQuote.push(cells.length);
    }
    cells.push(quoted + this.#text.slice(position, end));
  }

  #isLineEnd(position: number, lineEnd: number): boolean {
    return (
      position === lineEnd || (position + 1 === lineEnd && this.#text.charCodeAt(position) === carriageReturn)
    );
  }

  #separatorFrom(position: number): number {
    if (this.#found < position) {
      const found = this.#text.indexOf(this.#separator, position);
      this.#found = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#found;
  }
}

function closingQuote(text: string, from: number): number {
  let position = text.indexOf('"', from);
  while (position !== -1 && text.charCodeAt(position + 1) === quote) {
    position = text.indexOf('"', position + 2);
  }
  return position;
}
