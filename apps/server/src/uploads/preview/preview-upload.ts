import { withoutIdColumns } from '@bowerbird/contract/files/id-columns';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { UploadPreview } from '@bowerbird/contract/files/uploads';
import { fileFormats, recognised } from '@bowerbird/files/formats/all';
import { headerKey } from '@bowerbird/files/formats/table/header';
import { suggestMapping } from '@bowerbird/files/mapping/suggest';
import { type FoundExport, withGuard } from '../exported/find-export.ts';
import { datesShown, decimalShown, encodingShown, separatorShown } from './detected.ts';
import type { FileHead, PreviewRequest } from './read-head.ts';

/** Rows that a preview shows, and the longest text of a cell. */
const rowsShown = 20;
const cellMax = 500;

/** A source of the merchant's with the columns of its last file. */
export interface KnownSource {
  id: string;
  name: string;
  header: readonly string[];
  mapping: FileMapping;
}

/** Returns what a person is shown of a file: how it is read, its first rows, and the mapping given or suggested. */
export function previewOf(
  { opened, header, rows }: FileHead,
  given: PreviewRequest,
  known: readonly KnownSource[],
  exported: FoundExport | null = null,
): UploadPreview {
  const cells = header?.cells ?? [];
  const fitting = sourcesThatFit(cells, known);
  const mapping = given.mapping ?? withGuard(mappingFor({ opened, header, rows }, fitting[0]), exported);
  const all = header ? [header, ...rows] : rows;
  return {
    kind: opened.kind,
    sheets: opened.kind === 'xlsx' ? opened.sheets : [],
    encoding: opened.kind === 'csv' ? encodingShown(opened.dialect.encoding, all) : null,
    separator: opened.kind === 'csv' ? separatorShown(opened.dialect.separator, header) : null,
    decimal: decimalShown(rows),
    dates: datesShown(rows),
    headerRow: header?.number ?? 1,
    header: cells.map(shown),
    rows: rows.slice(0, rowsShown).map(({ number, cells: own }) => ({ row: number, cells: own.map(shown) })),
    mapping,
    knownBy: mapping.products.by === 'format' ? fileFormats[mapping.products.format].knownBy : null,
    sources: fitting.map(({ id, name }) => ({ id, name })),
    exported: exported?.shown ?? null,
  };
}

function shown(cell: string): string {
  return cell.slice(0, cellMax);
}

function mappingFor({ opened, header, rows }: FileHead, source: KnownSource | undefined): FileMapping {
  const place = {
    sheet: opened.kind === 'xlsx' ? opened.sheet : null,
    headerRow: header?.number ?? null,
  };
  if (source) {
    return { ...source.mapping, ...place };
  }
  const cells = header?.cells ?? [];
  const format = recognised(cells);
  return {
    version: 1,
    ...place,
    products: format
      ? { by: 'format', format: format.id }
      : suggestMapping(withoutIdColumns(cells), rows).mapping,
    remedies: [],
  };
}

/** Least share of columns that two files have in common if they are of one source. */
const same = 0.8;

/** Returns the sources whose last file had these columns, or nearly all of them, the best first. */
export function sourcesThatFit(header: readonly string[], known: readonly KnownSource[]): KnownSource[] {
  const own = new Set(header.map(headerKey));
  const share = (other: readonly string[]) => {
    const theirs = new Set(other.map(headerKey));
    return own.intersection(theirs).size / Math.max(1, own.union(theirs).size);
  };
  return known
    .map((source) => ({ source, share: share(source.header) }))
    .filter((each) => each.share >= same)
    .sort((left, right) => right.share - left.share)
    .map(({ source }) => source);
}
