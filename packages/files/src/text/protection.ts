import { formulaBegins } from '@bowerbird/catalog/csv';

const protectable = new RegExp(`^'*(?:${formulaBegins})`);

/**
 * Makes a cell safe for the spreadsheet that a person opens the file with: an apostrophe before what would be a formula
 * (`= + - @`), which spreadsheets themselves use for "this is text". Numbers, telephone numbers, HTML, and text that
 * begins with a line end or a tab stay as they are. Never used in files that stores import: they would show the
 * apostrophe. `unprotectedCell` gives back exactly what was written.
 */
export function protectedCell(cell: string): string {
  return mayBeFormula(cell) && protectable.test(cell) ? `'${cell}` : cell;
}

/** Reverses `protectedCell`. */
export function unprotectedCell(cell: string): string {
  return cell.charCodeAt(0) === 39 && protectable.test(cell) ? cell.slice(1) : cell;
}

/** Fast check first; most cells begin with a letter or a digit. */
function mayBeFormula(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return code < 48 || code === 61 || code === 64 || code > 0xff00;
}
