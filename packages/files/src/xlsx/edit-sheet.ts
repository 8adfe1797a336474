import { columnLetters } from './columns.ts';
import { type NumberFormat, shownNumber } from './number-format.ts';
import { plainNumber } from './plain-number.ts';
import { SheetMarks } from './sheet-marks.ts';
import { formatOf } from './styles.ts';
import { escapedText } from './text.ts';
import type { Attributes } from './xml.ts';

/** What a cell of a sheet is to hold. */
export interface SheetCell {
  /** At most `cellMax` characters. */
  text: string;
  /** It may be written as a number where the sheet has one there, so that formulas still count with it. */
  isNumber: boolean;
}

/**
 * Returns what the cells of a row are to hold, by their places; undefined: as they are; null: the row is left out, and those below keep
 * their numbers. Called once for each row, in the order of the sheet.
 */
export type CellsOfRow = (row: number) => Promise<ReadonlyMap<number, SheetCell> | null | undefined>;

/**
 * Yields the bytes of a sheet with some cells written again: each keeps its style, and every other character of the sheet
 * stays. What a cell holds becomes text or a number; do not give cells with formulas. Memory: a chunk, or one cell.
 */
export async function* editedSheet(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  formats: { formats: readonly NumberFormat[]; date1904: boolean },
  cellsOf: CellsOfRow,
): AsyncGenerator<Uint8Array, void> {
  const marks = new SheetMarks(part);
  let encode: ((text: string) => Uint8Array) | null = null;
  let row = { number: 0, prefix: '', cells: [] as [number, SheetCell][] };
  let leavesOut = false;
  const written = (place: number, cell: SheetCell, given: Attributes = {}) =>
    cellXml({ prefix: row.prefix, reference: `${columnLetters(place)}${row.number}`, given }, cell, formats);
  /** Takes the cells of the row before a place. */
  const before = (place: number) => {
    const at = row.cells.findIndex(([own]) => own >= place);
    return row.cells.splice(0, at === -1 ? row.cells.length : at);
  };
  for await (const chunk of chunks) {
    encode ??= encoderFor(chunk);
    const out: string[] = [];
    for (const mark of marks.push(chunk)) {
      switch (mark.kind) {
        case 'row': {
          const given = await cellsOf(mark.number);
          if (given === null) {
            out.push(marks.take(mark.start));
            marks.pass(mark.end);
            leavesOut = !mark.isEmpty;
            break;
          }
          const cells = [...(given ?? [])].sort(([one], [other]) => one - other);
          row = { number: mark.number, prefix: mark.prefix, cells };
          if (mark.isEmpty && cells.length > 0) {
            out.push(
              marks.take(mark.end - 2),
              '>',
              ...before(Infinity).map(([at, cell]) => written(at, cell)),
            );
            out.push(`</${mark.prefix}row>`);
            marks.pass(mark.end);
          }
          break;
        }
        case 'cell': {
          if (leavesOut) {
            break;
          }
          const missing = before(mark.place).map(([at, cell]) => written(at, cell));
          const [next] = row.cells;
          const isEdited = next?.[0] === mark.place;
          if (missing.length > 0 || isEdited) {
            out.push(marks.take(mark.start), ...missing);
          }
          if (next && isEdited) {
            row.cells.shift();
            out.push(written(mark.place, next[1], mark.attributes));
            marks.pass(mark.end);
          }
          break;
        }
        case 'row-end':
          if (leavesOut) {
            marks.pass(mark.end);
            leavesOut = false;
          } else if (row.cells.length > 0) {
            out.push(marks.take(mark.start), ...before(Infinity).map(([at, cell]) => written(at, cell)));
          }
      }
    }
    const rest = marks.takeSafe();
    yield encode([...out, leavesOut ? '' : rest].join(''));
  }
  marks.end();
  if (encode !== null) {
    yield encode(marks.takeAll());
  }
}

/** Returns a cell at its place, with the style that it has. */
function cellXml(
  { prefix, reference, given }: { prefix: string; reference: string; given: Attributes },
  { text, isNumber }: SheetCell,
  formats: { formats: readonly NumberFormat[]; date1904: boolean },
): string {
  const style = /^\d{1,6}$/.test(given.s ?? '') ? given.s : undefined;
  const head = `<${prefix}c r="${reference}"${style === undefined ? '' : ` s="${style}"`}`;
  if (text === '') {
    return `${head}/>`;
  }
  const number = isNumber && (given.t ?? 'n') === 'n' ? storedNumber(text, style, formats) : null;
  return number === null
    ? `${head} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapedText(text)}</${prefix}t></${prefix}is></${prefix}c>`
    : `${head}><${prefix}v>${number}</${prefix}v></${prefix}c>`;
}

/** Returns a number as a workbook stores it; null where the cell would then show another one, such as a date. */
function storedNumber(
  text: string,
  style: string | undefined,
  { formats, date1904 }: { formats: readonly NumberFormat[]; date1904: boolean },
): string | null {
  const number = plainNumber(text);
  if (number === null || number.digitsLost) {
    return null;
  }
  const shown = shownNumber(number.text, formatOf(formats, style), date1904);
  return shown.kind === 'number' && Number(shown.text) === Number(text) ? number.text : null;
}

/** Writes text in the encoding that a part begins in. */
function encoderFor([first, second]: Uint8Array): (text: string) => Uint8Array {
  if (first === 0xff && second === 0xfe) {
    return (text) => Buffer.from(text, 'utf16le');
  }
  return first === 0xfe && second === 0xff
    ? (text) => Buffer.from(text, 'utf16le').swap16()
    : (text) => Buffer.from(text, 'utf8');
}
