import type { MatchKey } from '@bowerbird/contract/files/imports';
import { supplierOf } from '@bowerbird/contract/files/supplier-name';
import type { ExportOfFile } from '@bowerbird/contract/files/uploads';
import type { FileSource, Import, Into } from '../queries.ts';

/** What a file is for, as it is entered. */
export interface Purpose {
  as: 'source' | 'edit';
  /** The supplier's name: of one that exists, or of a new one. */
  supplier: string;
  /** The file is the supplier's whole range. */
  whole: boolean;
  /** Null until it is chosen: the first that the file has. */
  key: MatchKey | null;
}

/**
 * Returns what to begin with: an edit for a file that was exported here, else the supplier whose last file had the same
 * columns, else a new one named by the file.
 */
export function firstPurpose(
  fileName: string,
  like: Pick<FileSource, 'name'> | null,
  exported: ExportOfFile | null,
): Purpose {
  return {
    as: exported !== null && (like === null || exported.by !== 'name') ? 'edit' : 'source',
    supplier: like?.name ?? supplierOf(fileName),
    whole: true,
    key: null,
  };
}

/** Returns what a checked import is for. */
export function purposeOf({ into, source, key }: Pick<Import, 'into' | 'source' | 'key'>): Purpose {
  return into.as === 'edit'
    ? { as: 'edit', supplier: '', whole: false, key }
    : {
        as: 'source',
        supplier: source?.name ?? ('name' in into.source ? into.source.name : ''),
        whole: into.whole,
        key,
      };
}

/** Returns what is sent. `before` keeps the choices that were made for an edit after it was checked. */
export function intoOf(purpose: Purpose, sources: readonly FileSource[], before: Into | null): Into {
  if (purpose.as === 'edit') {
    return before?.as === 'edit'
      ? before
      : {
          as: 'edit',
          choices: { emptyCells: {}, otherVariants: 'leave', unmatched: 'leave', conflicts: 'keep' },
        };
  }
  const name = purpose.supplier.trim();
  const known = sources.find((source) => source.name === name);
  return {
    as: 'source',
    source: known === undefined ? { name } : { id: known.id },
    whole: known === undefined || purpose.whole,
  };
}
