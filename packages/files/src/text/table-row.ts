/** One row of a table with its number as a spreadsheet counts: the first row is 1, and empty lines count. */
export interface TableRow {
  number: number;
  /** The values; [] for an empty line. */
  cells: readonly string[];
}

/** What is particular about the writing of a cell in its file. */
export type CellNoteKind =
  /** CSV: text goes on after the closing quote. */
  | 'text-after-quote'
  /** CSV: the cell holds a NUL character. */
  | 'nul'
  /** CSV: some bytes are none in the file's encoding. */
  | 'not-in-encoding'
  /** XLSX: the value is what a formula gave when the file was saved. */
  | 'formula'
  /** XLSX: its formula reads another file; the value is what it gave when the file was saved. */
  | 'external-link'
  | 'formula-without-value'
  | 'formula-error'
  /** XLSX: the spreadsheet holds a date or a time; the value is `2025-03-05`, with `14:30:00` where it has a time. */
  | 'date'
  /** XLSX: a number of more than 15 digits; the last ones are lost. */
  | 'digits-lost';

/** A note about a cell, by its place in the row, counted from 0. */
export interface CellNote {
  place: number;
  kind: CellNoteKind;
}

/** A row with what is particular about its cells. */
export interface NotedRow extends TableRow {
  notes: readonly CellNote[];
}

/** Takes rows as they are read, and is waited for. Returns false for "no more"; anything else goes on. */
export type TakeRows<Row extends NotedRow = NotedRow> = (batch: Row[]) => unknown;
