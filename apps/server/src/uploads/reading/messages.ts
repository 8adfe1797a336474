import type { FaultCode } from '@bowerbird/contract/files/fault-codes';
import type { FileRow, OpenedTable, TableRequest } from './open-table.ts';

/** A file for a thread to read. */
export interface ReadJob extends TableRequest {
  path: string;
}

/** `FileRefused` in a form that can be sent. */
export interface SentRefusal {
  code: FaultCode;
  part: string;
  row: number;
}

/** From the thread that reads a file. After `rows` it waits for its turn. */
export type FromReader =
  | { kind: 'alive' }
  | { kind: 'opened'; opened: OpenedTable }
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'end'; refused: SentRefusal | null }
  /** It could not be opened, for a reason that concerns the file, or any other. */
  | { kind: 'refused'; refused: SentRefusal }
  | { kind: 'failed'; message: string };

/** To the thread: go on, or stop reading. */
export type ToReader = 'next' | 'stop';
