/** How the rows of a file end. Shopify and spreadsheets take both; RFC 4180 names CRLF. */
export type LineEnd = '\r\n' | '\n';

/** Put first into a file, it makes Excel read UTF-8. */
export const byteOrderMark = '\uFEFF';

const needsQuotes = /[",\r\n\uFEFF]/;

/** One row of RFC 4180, its end included. Cells are written as they are: neutralise what a spreadsheet may open. */
export function encodeCsvRow(cells: readonly string[], end: LineEnd = '\r\n'): string {
  const row = cells.map(quoted).join(',');
  // A lone empty cell would be an empty line, which readers skip.
  return cells.length === 1 && row === '' ? `""${end}` : row + end;
}

function quoted(cell: string): string {
  return cell !== '' && needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A whole file of rows. */
export function encodeCsv(
  rows: readonly (readonly string[])[],
  options: { end?: LineEnd; byteOrderMark?: boolean } = {},
): string {
  const start = options.byteOrderMark ? byteOrderMark : '';
  return start + rows.map((row) => encodeCsvRow(row, options.end)).join('');
}

// What a spreadsheet takes for a formula: = @ tab CR LF, their full-width forms, and + or - unless what follows can
// name no cell and call nothing: digits and the marks of numbers and telephone numbers, one exponent at most.
const formula = /^(?:[=@\t\r\n＝＠＋－]|[+-](?![\d\s.,()/+-]*(?:\d[eE][+-]?\d+)?$))/;
const formulaOrShielded = new RegExp(`^'*(?:${formula.source.slice(1)})`);

/**
 * Makes a cell harmless for the spreadsheet that opens it, by an apostrophe before it, the mark spreadsheets themselves
 * use for "this is text". Untouched is everything that cannot be a formula: `0017`, `90.750`, `1e10`, `-5`,
 * `+49 170`, `<p>...`. A cell that already is apostrophes before a formula gets one more, so that `restoreCell` gives
 * back exactly what was written, always.
 */
export function neutraliseCell(cell: string): string {
  return mayBeFormula(cell) && formulaOrShielded.test(cell) ? `'${cell}` : cell;
}

/** Takes back what `neutraliseCell` did; any other cell is returned as it is, a dangerous one of another's too. */
export function restoreCell(cell: string): string {
  return cell.charCodeAt(0) === 39 && formulaOrShielded.test(cell) ? cell.slice(1) : cell;
}

/** A quick first look; most cells begin with a letter or a digit. */
function mayBeFormula(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return code < 48 || code === 61 || code === 64 || code > 0xff00;
}
