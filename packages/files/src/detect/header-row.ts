import type { ExportFormat } from '@bowerbird/contract/products/export';
import { recognised } from '../formats/all.ts';
import { isBlank } from '../formats/table/line.ts';
import { knownHeaders } from '../mapping/suggest.ts';
import type { TableRow } from '../text/table-row.ts';

/** The row that is most likely a table's header. */
export interface HeaderRow {
  row: TableRow;
  /** The platform's format that it is surely of; null for any other table. */
  format: ExportFormat | null;
  /** How many of its cells name a known column. */
  known: number;
}

/** Suppliers put their name, a date and a logo above the table, seldom more than this. */
const rowsTried = 25;

/** Finds the header among the first rows: one of a platform's format, else the one with most known words, else the first wide row. */
export function headerRow(rows: readonly TableRow[]): HeaderRow | null {
  const tried = rows.filter(({ cells }) => !isBlank(cells)).slice(0, rowsTried);
  const filled = (row: TableRow) => row.cells.filter((cell) => cell.trim() !== '').length;
  const widest = Math.max(0, ...tried.map(filled));
  for (const row of tried) {
    const format = recognised(row.cells);
    if (format !== null) {
      return { row, format: format.id, known: filled(row) };
    }
  }
  const scored = tried.map((row) => ({ row, known: knownHeaders(row.cells) }));
  const best = scored.reduce<(typeof scored)[number] | null>(
    (held, each) => (each.known > (held?.known ?? 1) ? each : held),
    null,
  );
  const wide = tried.find((row) => filled(row) * 2 > widest);
  return best ? { ...best, format: null } : wide ? { row: wide, format: null, known: 0 } : null;
}
