import { encodeCsvCell } from '@bowerbird/catalog/csv';

const [lineFeed, quote, comma, carriageReturn, afterAscii] = [10, 34, 44, 13, 127];
/** Longer cells are written by the buffer itself, which pays off from about here. */
const shortMax = 32;
/** Most UTF-8 bytes for one UTF-16 unit of a text; a quote that is doubled has two. */
const bytesPerUnit = 3;
/** Two quotes and a separator. */
const bytesAround = 3;

/** Returns how many bytes a row can have at most: cheap, and never too few. */
export function mostCsvBytes(cells: readonly string[]): number {
  let units = 0;
  for (const cell of cells) {
    units += cell.length;
  }
  return units * bytesPerUnit + (cells.length + 1) * bytesAround;
}

/**
 * Writes a row, as `encodeCsvRow` encodes it with LF, into a buffer with room for `mostCsvBytes`; returns where the next
 * one begins.
 */
export function putCsvRow(cells: readonly string[], buffer: Buffer, from: number): number {
  let at = from;
  for (const cell of cells) {
    if (cell !== '') {
      at = putCell(cell, buffer, at);
    }
    buffer[at] = comma;
    at += 1;
  }
  if (cells.length === 1 && cells[0] === '') {
    // An empty line would be skipped by readers.
    at = from + buffer.write('"",', from);
  }
  // The end of the line takes the place of the last separator.
  const end = cells.length === 0 ? from : at - 1;
  buffer[end] = lineFeed;
  return end + 1;
}

function putCell(cell: string, buffer: Buffer, at: number): number {
  return (
    (cell.length <= shortMax && putPlain(cell, buffer, at)) || at + buffer.write(encodeCsvCell(cell), at)
  );
}

/** Writes a cell of ASCII that needs no quotes; returns where it ends, 0 for any other cell. */
function putPlain(cell: string, buffer: Buffer, at: number): number {
  for (let index = 0; index < cell.length; index += 1) {
    const code = cell.charCodeAt(index);
    if (
      code >= afterAscii ||
      code === comma ||
      code === quote ||
      code === lineFeed ||
      code === carriageReturn
    ) {
      return 0;
    }
    buffer[at + index] = code;
  }
  return at + cell.length;
}
