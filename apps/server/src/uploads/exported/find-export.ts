import { idColumnPlaces } from '@bowerbird/contract/files/id-columns';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import type { ExportOfFile } from '@bowerbird/contract/files/uploads';
import { ExportChoices } from '@bowerbird/contract/products/export';
import { fileFormats } from '@bowerbird/files/formats/all';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { OwnerDb } from '../../db/database.ts';

/** Exports that are looked at for one file. */
const exportsMax = 20;

/** The exports that a file is known to be of. */
export interface FoundExport {
  /** The newest first. A file may have been put together from several. */
  runIds: readonly string[];
  /** The newest. */
  shown: ExportOfFile;
  /** Takes off the apostrophes that the export has put before formulas; null where it has put none. */
  guard: Remedy | null;
}

/**
 * Finds the exports that a file is of: that of the same bytes, whatever the file is called; else those that its column names
 * (`marked`); else those of its name. Null where that is not known.
 */
export async function findExport(
  db: OwnerDb,
  ownerId: string,
  file: { name: string; sha256: string | null },
  marked: readonly string[],
): Promise<FoundExport | null> {
  const exports = db
    .selectFrom('run')
    .select(['id', 'title', 'request', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'export')
    .orderBy('id', 'desc');
  const ofBytes = await exports
    .where('id', 'in', (of) =>
      of
        .selectFrom('exported_file')
        .select('run_id')
        .where('owner_id', '=', ownerId)
        .where('sha256', '=', file.sha256 ?? ''),
    )
    .limit(1)
    .execute();
  if (ofBytes.length > 0) {
    return foundBy('bytes', ofBytes);
  }
  const ofColumn =
    marked.length === 0
      ? []
      : await exports.where(sql<boolean>`id = any(${marked}::uuid[])`).limit(exportsMax).execute();
  if (ofColumn.length > 0) {
    return foundBy('column', ofColumn);
  }
  return foundBy('name', await exports.where('title', 'in', namesOf(file.name)).limit(exportsMax).execute());
}

function foundBy(
  by: ExportOfFile['by'],
  runs: readonly { id: string; title: string; request: unknown; created_at: Date }[],
): FoundExport | null {
  const [newest] = runs;
  return newest === undefined
    ? null
    : {
        runIds: runs.map(({ id }) => id),
        shown: { runId: newest.id, name: newest.title, at: newest.created_at.toISOString(), by },
        guard: guardOf(newest.request),
      };
}

function guardOf(request: unknown): Remedy | null {
  const choices = ExportChoices.safeParse(request).data;
  return choices?.protectFormulas === true
    ? {
        kind: 'formula-guard',
        column: null,
        shape: null,
        htmlColumns: [...fileFormats[choices.format].html],
      }
    : null;
}

/** Returns a mapping with the remedy that an exported file needs. */
export function withGuard(mapping: FileMapping, exported: FoundExport | null): FileMapping {
  const guard = exported?.guard ?? null;
  return guard === null || mapping.remedies.some(({ kind }) => kind === guard.kind)
    ? mapping
    : { ...mapping, remedies: [...mapping.remedies, guard] };
}

const Id = z.uuid();

/** The exports that the rows of a file name in their column, each once. */
export class MarkedExports {
  readonly #place: number | undefined;
  readonly #ids = new Set<string>();

  constructor(header: readonly string[]) {
    this.#place = [...idColumnPlaces(header)].find(([, column]) => column === 'exportId')?.[0];
  }

  add(cells: readonly string[]): void {
    const value = this.#place === undefined ? '' : (cells[this.#place]?.trim() ?? '');
    if (value !== '' && this.#ids.size < exportsMax && !this.#ids.has(value) && Id.safeParse(value).success) {
      this.#ids.add(value);
    }
  }

  get ids(): string[] {
    return [...this.#ids];
  }
}

/** Returns the names that the file's export may have: a browser adds " (1)" to a name that it has, a part of several ends in "-1". */
function namesOf(name: string): string[] {
  const downloaded = name.replace(/ ?\(\d{1,4}\)(?=\.[a-z]{2,5}$)/i, '');
  return [downloaded, downloaded.replace(/-\d{1,5}(?=\.[a-z]{2,5}$)/i, '')];
}
