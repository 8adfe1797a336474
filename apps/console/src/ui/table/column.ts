import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** Column name, if it can be resized and its title is not plain text. */
  name?: string;
  /** A grid track: "minmax(240px, 3fr)", "96px". */
  width: string;
  align?: 'start' | 'end';
  /** Shown only while the table is at least this wide, in pixels. */
  from?: number;
  render(row: Row): ReactNode;
  /** The current sort order of this column; null: sortable. */
  sorted?: 'asc' | 'desc' | null;
  onSort?(): void;
}
