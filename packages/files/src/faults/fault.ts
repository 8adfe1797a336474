import type { FaultCode } from './codes.ts';

/**
 * An error in a file with its position: the row as a spreadsheet counts it, the column by the file's own name.
 */
export interface FileFault {
  row: number;
  /** The column's header, or "58" for a cell beyond the header; null when the error concerns the whole row. */
  column: string | null;
  /** The cell's value, shortened. */
  value: string;
  code: FaultCode;
}

/** Returns an error; of a long value only the beginning is kept. */
export function faultAt(row: number, column: string | null, value: string, code: FaultCode): FileFault {
  return { row, column, value: value.length > 200 ? `${value.slice(0, 199)}…` : value, code };
}
