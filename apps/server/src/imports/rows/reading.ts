import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { StagedTable } from '@bowerbird/files/staging/staged-table';
import type { Opened } from '../../db/tables/imports.ts';

/** Opens the rows below the header of a file as a mapping reads them; null for a file without a header. */
export function readingOf({ header }: Opened, mapping: FileMapping): StagedTable | null {
  return header === null ? null : new StagedTable(mapping, header);
}
