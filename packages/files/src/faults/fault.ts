import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';

/** Returns an error; of a long value only the beginning is kept. */
export function faultAt(row: number, column: string | null, value: string, code: FaultCode): FileFault {
  return { row, column, value: value.length > 200 ? `${value.slice(0, 199)}…` : value, code };
}
