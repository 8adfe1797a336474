import type { ExportFormat } from '@bowerbird/contract/products/export';
import type { TableRow } from '../text/table-row.ts';
import { headerRow } from './header-row.ts';

/** Rows of a sheet that show what it is. */
export const headRows = 300;
/** Sheets of a workbook that are looked at. */
export const sheetsMax = 30;

/** What is known of a sheet by its first rows. */
export interface DetectedSheet {
  name: string;
  hidden: boolean;
  /** Null for a sheet without a table. */
  headerRow: number | null;
  format: ExportFormat | null;
  known: number;
}

/** Describes a sheet by its first rows. */
export function describeSheet(
  { name, hidden }: { name: string; hidden: boolean },
  rows: readonly TableRow[],
): DetectedSheet {
  const found = headerRow(rows);
  return {
    name,
    hidden,
    headerRow: found?.row.number ?? null,
    format: found?.format ?? null,
    known: found?.known ?? 0,
  };
}

/**
 * Returns the place of the sheet that is most likely meant: one in a platform's format, else the one whose header says most;
 * hidden ones and sheets of notes come last.
 */
export function likeliestSheet(sheets: readonly DetectedSheet[]): number {
  const score = ({ format, known, hidden, headerRow: at }: DetectedSheet) =>
    (format === null ? 0 : 1_000) + known * 10 + (hidden ? 0 : 5) + (at === null ? -100 : 0);
  return sheets.reduce((best, each, at) => (score(each) > score(sheets[best] ?? each) ? at : best), 0);
}
