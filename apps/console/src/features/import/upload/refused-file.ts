import type { FaultCode } from '@bowerbird/contract/files/fault-codes';
import { uploadLimits } from '@bowerbird/contract/files/uploads';

/** Endings of files that are spreadsheets, but of a kind that cannot be read. */
const unreadable: Record<string, FaultCode> = {
  xls: 'file.old-excel',
  xlsb: 'file.binary-excel',
  ods: 'file.open-document',
  numbers: 'file.numbers',
  pdf: 'file.not-a-table',
  doc: 'file.not-a-table',
  docx: 'file.not-a-table',
  jpg: 'file.not-a-table',
  jpeg: 'file.not-a-table',
  png: 'file.not-a-table',
};

/** Files that the chooser of the browser offers. */
export const acceptedFiles = '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv';

/** Returns why a file cannot be imported, before it is sent; null if it may be. */
export function refusedFile({ name, size }: Pick<File, 'name' | 'size'>): FaultCode | 'too-large' | null {
  return size === 0
    ? 'file.empty'
    : size > uploadLimits.bytes
      ? 'too-large'
      : (unreadable[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null);
}
