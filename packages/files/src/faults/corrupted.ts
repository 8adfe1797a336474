import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import type { CellNote, CellNoteKind, NotedRow } from '../text/table-row.ts';
import { faultAt } from './fault.ts';

/** Errors that a note stands for in any column that is read; a formula's value is as good as any. */
const always: Readonly<Partial<Record<CellNoteKind, FaultCode>>> = {
  'text-after-quote': 'cell.text-after-quote',
  nul: 'cell.nul',
  'not-in-encoding': 'cell.not-in-encoding',
  'formula-error': 'cell.formula-error',
  'formula-without-value': 'cell.formula-without-value',
  'digits-lost': 'cell.over-15-digits',
  'external-link': 'cell.external-link',
};

const errorValue = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/;
/** As spreadsheets show large numbers, `4.00638E+12`, and as programs print them, `4.00638E12`; `1e10` is somebody's code. */
const exponent = /^[+-]?\d(?:(?:[.,]\d{1,20})?E\+\d{1,3}|[.,]\d{1,20}E\d{1,3})$/i;
const month =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|fev|abr|mai|ago|set|out|dez|mär|okt)\p{L}{0,6}\.?$/iu;
const dayAndMonth = /^(\d{1,2})[-. /](\p{L}{3,10}\.?)(?:[-. /](?:(?:19|20)?\d{2}))?$/u;
const monthAndYear = /^(\p{L}{3,10}\.?)[-. /](?:(?:19|20)?\d{2})$/u;
const chineseDate = /^\d{1,2}月\d{1,2}日$/u;
const isoDate = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;

/**
 * Returns what a spreadsheet or a broken writer has done to the cells of a row before this program saw it. `codes` are the
 * places of codes and option values, where `4.00638E+12`, `5-Mar` and a date are what is left of another value; `read` those
 * of all columns that are read, in their order, outside of which nothing matters.
 */
export function corruptedCells(
  row: NotedRow,
  header: readonly string[],
  codes: ReadonlySet<number>,
  read: ReadonlySet<number>,
): FileFault[] {
  const faults: FileFault[] = [];
  for (const place of read) {
    const cell = row.cells[place] ?? '';
    const code = cell === '' ? null : codeOf(cell, codes.has(place));
    if (code !== null) {
      faults.push(faultAt(row.number, header[place]?.trim() ?? String(place + 1), cell, code));
    }
  }
  for (const note of row.notes) {
    const code = read.has(note.place) ? codeOfNote(note, row, codes) : null;
    const column = header[note.place]?.trim() ?? String(note.place + 1);
    if (code !== null && !faults.some((fault) => fault.code === code && fault.column === column)) {
      faults.push(faultAt(row.number, column, row.cells[note.place] ?? '', code));
    }
  }
  return faults;
}

function codeOf(cell: string, isCode: boolean): FaultCode | null {
  const first = cell.charCodeAt(0);
  if (first === 35 && errorValue.test(cell)) {
    return 'cell.formula-error';
  }
  if (/^=(?:_xlfn\.)?DISPIMG\(/i.test(cell)) {
    return 'cell.embedded-image';
  }
  if (!isCode || cell.length > 30) {
    return null;
  }
  const value = cell.trim();
  return exponent.test(value) ? 'cell.exponent' : isShownDate(value) ? 'cell.became-date' : null;
}

/** `5-Mar`, `05-mai-25`, `Mar-25`, `3月5日`: a date as spreadsheets show it. */
function isShownDate(value: string): boolean {
  const word = dayAndMonth.exec(value)?.[2] ?? monthAndYear.exec(value)?.[1];
  return word === undefined ? chineseDate.test(value) : month.test(word);
}

function codeOfNote({ kind, place }: CellNote, { cells }: NotedRow, codes: ReadonlySet<number>) {
  if (kind === 'date') {
    return codes.has(place) && isoDate.test(cells[place] ?? '') ? 'cell.became-date' : null;
  }
  return always[kind] ?? null;
}
