import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

/** A file that a merchant uploads to import it; its bytes are in `imports/` of the data folder. */
export interface ImportFileTable {
  id: string;
  owner_id: string;
  /** Without folders. */
  name: string;
  /** Bytes of the whole file, and how many of them are on the disk. */
  bytes: ColumnType<string, number, number>;
  received: ColumnType<string, number | undefined, number>;
  /** Null while bytes are missing. */
  sha256: Generated<string | null>;
  created_by: string | null;
  created_at: Instant;
  /** When its last part arrived, or it was last looked at. */
  touched_at: Instant;
  /** When an import of it began; null: none did. */
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** When its bytes were deleted. */
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface UploadsTables {
  import_file: ImportFileTable;
}
