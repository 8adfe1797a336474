import type { lookOutcomes, WatchedFile } from '@bowerbird/contract/files/watched';
import type { Fault } from '@bowerbird/contract/runs';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, NullableInstant, NullableJsonColumn } from './core.ts';

/** A supplier's file at an address, or the files of a folder, imported on a schedule. */
export interface FileWatchTable {
  id: string;
  owner_id: string;
  source_id: string;
  place: WatchedFile['where']['kind'];
  /** The sealed address; null for a folder. */
  address: Buffer | null;
  /** The address without its secrets, or the folder. */
  shown: string;
  every_hours: WatchedFile['everyHours'];
  hour: number;
  time_zone: string;
  applies: boolean;
  whole: boolean;
  /** When it is looked at next; null while it is off. */
  next_at: NullableInstant;
  /** When it is due by its schedule: `next_at` may be a retry before that. */
  due_at: NullableInstant;
  /** When a person asked for a look that has not ended. */
  asked_at: NullableInstant;
  looked_at: NullableInstant;
  outcome: (typeof lookOutcomes)[number] | null;
  fault: NullableJsonColumn<Fault>;
  /** Failed looks in a row. */
  tries: Generated<number>;
  /** Of the last file that was fetched from the address, as its server stated them. */
  etag: string | null;
  modified: string | null;
  sha256: string | null;
  last_run_id: string | null;
  /** Counts the workers that took it: only the last one may write. */
  attempt: Generated<number>;
  /** Until when that worker has it without a sign of life. */
  taken_until: NullableInstant;
  created_by: string | null;
  created_at: Instant;
}

/** A file of a watched folder that was taken. */
export interface FileWatchFileTable {
  watch_id: string;
  name: string;
  owner_id: string;
  bytes: ColumnType<string, number, number>;
  modified_ms: ColumnType<string, number, number>;
  /** Null: it was passed over for a newer one. */
  sha256: string | null;
}

/** A view of all merchants' watched files that are on, or were asked for. */
export interface OpenFileWatchView {
  id: string;
  owner_id: string;
  next_at: Date;
}

export interface WatchedFilesTables {
  file_watch: FileWatchTable;
  file_watch_file: FileWatchFileTable;
  open_file_watch: OpenFileWatchView;
}
