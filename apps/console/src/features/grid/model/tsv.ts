/** Returns cells as spreadsheet programs copy them: tabs, line ends, and quotes where a cell has one of these. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\r\n');
}

function quoted(cell: string): string {
  return /^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Reads cells as spreadsheet programs copy them, whatever their line ends; every row has as many cells as the longest. A
 * quote counts only where it begins a cell and another one ends it. Returns at least one cell.
 */
export function readTsv(pasted: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const endRow = /\r\n?|\n/y;
  for (;;) {
    const { cell, end } = cellFrom(pasted, at);
    rows.at(-1)?.push(cell);
    endRow.lastIndex = end;
    const lineEnd = endRow.exec(pasted);
    if (pasted[end] === '\t') {
      at = end + 1;
    } else if (lineEnd !== null && endRow.lastIndex < pasted.length) {
      at = endRow.lastIndex;
      rows.push([]);
    } else {
      break;
    }
  }
  const width = Math.max(...rows.map(({ length }) => length));
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

const plainCell = /[^\t\r\n]*/y;
const quotedCell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

function cellFrom(text: string, at: number): { cell: string; end: number } {
  quotedCell.lastIndex = at;
  const inQuotes = text[at] === '"' ? quotedCell.exec(text) : null;
  if (inQuotes !== null) {
    // A line break within a cell is one character, as in an entered text.
    return {
      cell: (inQuotes[1] ?? '').replaceAll('""', '"').replaceAll(/\r\n?/g, '\n'),
      end: quotedCell.lastIndex,
    };
  }
  plainCell.lastIndex = at;
  return { cell: plainCell.exec(text)?.[0] ?? '', end: plainCell.lastIndex };
}
