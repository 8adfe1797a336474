import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import type {
  ImportGroup,
  importOutcomes,
  KeyCount,
  MatchKey,
  startImport,
} from '@bowerbird/contract/files/imports';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import type { FileDialect } from '@bowerbird/contract/files/uploads';
import type { BodyOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import type { Dialect } from '@bowerbird/files/text/dialect';
import type { ColumnType, Generated } from 'kysely';
import type { DefaultedJson, Instant, JsonColumn, NullableJsonColumn } from './core.ts';

/** A supplier whose files are imported: what a shop is for collecting. */
export interface FileSourceTable {
  id: string;
  owner_id: string;
  name: string;
  key: MatchKey;
  dialect: JsonColumn<FileDialect>;
  mapping: JsonColumn<FileMapping>;
  /** With what its new products are claimed by themselves; null for not. */
  claim: NullableJsonColumn<NewProductsRule>;
  /** The columns of its last file. */
  header: Generated<string[]>;
  created_at: Instant;
}

/** How a file is read and what it becomes. */
export type ImportRequest = Omit<BodyOf<typeof startImport>, 'fileId'>;

/** A file as it was opened: with this, its stored rows are read again. */
export type Opened = ({ kind: 'csv'; dialect: Dialect } | { kind: 'xlsx'; sheet: string }) & {
  /** The row that names the columns; null where none was found. */
  header: { number: number; cells: readonly string[] } | null;
};

/** What checking found. */
export interface ImportFigures {
  products: number;
  variants: number;
  groups: Partial<Record<ImportGroup, number>>;
  faults: number;
  /** Cells with something to know that is no error. */
  notices: number;
  rowsFailed: number;
  keys: KeyCount[];
  emptyColumns: { column: string; cells: number }[];
  otherVariants: number;
  /** The column of each field that has one of its own. */
  columns: Record<string, string>;
}

/** Whether the import of a watched file is applied by itself. */
export interface ImportDecision {
  applies: boolean;
  /** Why not. */
  because: Fault | null;
  /** A person has changed since how it is read. */
  byPerson?: true;
  /** A newer file took its place. */
  replaced?: true;
}

/** The import of one file; its key is that of its run. */
export interface ImportTable {
  run_id: string;
  owner_id: string;
  file_id: string;
  /** Null for an edit. */
  source_id: string | null;
  state: 'checking' | 'checked' | 'applying' | 'undoing' | 'applied';
  request: JsonColumn<ImportRequest>;
  opened: NullableJsonColumn<Opened>;
  /** Rows of the file; null until all of them are stored. */
  rows: number | null;
  /** Why the file could not be read to its end. */
  refused: NullableJsonColumn<FileFault>;
  figures: DefaultedJson<Partial<ImportFigures>>;
  /** Counts the workers that began on it: only the last one may write. */
  attempt: Generated<number>;
  all_or_nothing: Generated<boolean>;
  /** The products before this position are applied. */
  reached: Generated<number>;
  /** The watched file that it came from. */
  watch_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether it is applied by itself; null until that is decided, and where a person began it. */
  decided: NullableJsonColumn<ImportDecision>;
  /** Bytes of the file that its rows do not give back and that are kept with it; null where they are not. */
  kept: ColumnType<string | null, number | null | undefined, number | null>;
  /** The run that claims what was new in the file; null for none. */
  claim_run_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The exports that its rows name. */
  marked: Generated<string[]>;
}

/** Some rows of the file as they stand in it. */
export interface ImportPageTable {
  run_id: string;
  page: number;
  owner_id: string;
  first_row: number;
  last_row: number;
  packed: Buffer;
  /** The cells of the row above, where remedies look at it. */
  above: NullableJsonColumn<readonly string[]>;
}

/** Some bytes of the file that its rows do not give back: of a workbook all, of a CSV file what stands behind the last row. */
export interface ImportBytesTable {
  run_id: string;
  part: number;
  owner_id: string;
  bytes: Buffer;
}

/** Rows of the file in which the parts of a product stand. */
export interface ItemLines {
  variants: Record<string, number>;
  images: number[];
}

/** A product of the file, or one that is missing from it (`gone`). */
export interface ImportItemTable {
  run_id: string;
  position: number;
  owner_id: string;
  /** By what it was compared. */
  key: string;
  title: string;
  first_row: number | null;
  last_row: number | null;
  /** Null: all from the first to the last. */
  rows: number[] | null;
  lines: NullableJsonColumn<ItemLines>;
  variants: number;
  in_group: ImportGroup;
  product_id: string | null;
  /** Of the product when it was compared. */
  revision: number | null;
  /** Of the content that collecting would save. */
  content_hash: string | null;
  faults: NullableJsonColumn<FileFault[]>;
  /** Null before it is applied. */
  outcome: (typeof importOutcomes)[number] | null;
  rejection: NullableJsonColumn<Fault>;
}

/** Errors of one code in one column whose values are written alike. */
export interface ImportFaultTable {
  run_id: string;
  position: number;
  owner_id: string;
  code: FaultCode;
  column_name: string | null;
  shape: string;
  count: number;
  examples: JsonColumn<{ row: number; value: string }[]>;
}

/** Products of an exported file, and the revisions that it was written from. */
export interface ExportedPageTable {
  run_id: string;
  page: number;
  owner_id: string;
  ids: string[];
  revisions: number[];
}

/** A file as an export wrote it: a ZIP, or a product file. */
export interface ExportedFileTable {
  run_id: string;
  sha256: string;
  owner_id: string;
}

export interface ImportTables {
  file_source: FileSourceTable;
  import: ImportTable;
  import_page: ImportPageTable;
  import_bytes: ImportBytesTable;
  import_item: ImportItemTable;
  import_fault: ImportFaultTable;
  exported_page: ExportedPageTable;
  exported_file: ExportedFileTable;
}
