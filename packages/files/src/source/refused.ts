import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../faults/fault.ts';

/** Error for a file that cannot be read at all, or not further. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly code: FaultCode;
  /** The part of the file that is the reason, such as the sheet's name; "" for the file as a whole. */
  readonly part: string;
  /** The row that was being read; 1 before any. */
  readonly row: number;

  constructor(code: FaultCode, part = '', row = 1) {
    super(`The file is refused: ${code} ${part}`.trim());
    this.code = code;
    this.part = part;
    this.row = row;
  }

  /** The same as an error of the file. */
  get fault(): FileFault {
    return faultAt(this.row, null, this.part, this.code);
  }
}
