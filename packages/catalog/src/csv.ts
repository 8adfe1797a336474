/** Line ending of the rows of a file. Shopify and spreadsheets accept both; RFC 4180 specifies CRLF. */
export type LineEnd = '\r\n' | '\n';

/** Byte order mark. At the start of a file, it makes Excel read UTF-8. */
export const byteOrderMark = '\uFEFF';

const needsQuotes = /[",\r\n\uFEFF]/;

/**
 * Encodes one row as RFC 4180, including its line ending. Cells are written as they are: call `neutraliseCell` first
 * for files that a spreadsheet may open.
 */
export function encodeCsvRow(cells: readonly string[], end: LineEnd = '\r\n'): string {
  let row = '';
  // Most cells of a product's row are blank: the separators of a run of them are added at once.
  let separators = 0;
  for (const cell of cells) {
    if (cell !== '') {
      row += separatorsOf(separators) + encodeCsvCell(cell);
      separators = 0;
    }
    separators += 1;
  }
  // A single empty cell would give an empty line, which readers skip.
  return cells.length === 1 && row === '' ? `""${end}` : row + separatorsOf(separators - 1) + end;
}

const runs = Array.from({ length: 100 }, (_, length) => ','.repeat(length));

function separatorsOf(count: number): string {
  return runs[count] ?? ','.repeat(Math.max(0, count));
}

/** Encodes one cell as RFC 4180: in quotes where it needs them. */
export function encodeCsvCell(cell: string): string {
  return needsQuotes.test(cell) ? `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"` : cell;
}

/** Encodes a whole file of rows. */
export function encodeCsv(
  rows: readonly (readonly string[])[],
  options: { end?: LineEnd; byteOrderMark?: boolean } = {},
): string {
  const start = options.byteOrderMark ? byteOrderMark : '';
  return start + rows.map((row) => encodeCsvRow(row, options.end)).join('');
}

/**
 * The source of a pattern of text that a spreadsheet treats as a formula: text that starts with = @ or their full-width
 * forms, or with + or - unless the rest cannot name a cell or call a function (digits, the characters of numbers and
 * telephone numbers, at most one exponent).
 */
export const formulaBegins = '[=@＝＠＋－]|[+-](?![\\d\\s.,()/+-]*(?:\\d[eE][+-]?\\d+)?$)';
// Some programs skip the white space before a formula.
const formulaOrShielded = new RegExp(`^'*(?:[\\t\\r\\n]|${formulaBegins})`);

/**
 * Makes a cell safe for the spreadsheet that opens it by adding a leading apostrophe, which spreadsheets themselves use
 * for "this is text". Text that cannot be a formula is unchanged: `0017`, `90.750`, `1e10`, `-5`, `+49 170`, `<p>...`.
 * A cell that already has apostrophes before a formula gets one more, so that nothing is lost.
 */
export function neutraliseCell(cell: string): string {
  return mayBeFormula(cell) && formulaOrShielded.test(cell) ? `'${cell}` : cell;
}

/** Fast check first; most cells begin with a letter or a digit. */
function mayBeFormula(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return code < 48 || code === 61 || code === 64 || code > 0xff00;
}
