import type { Product } from '@bowerbird/catalog/product';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { ExportFormat, FileKind } from '@bowerbird/contract/products/export';
import type { TableRow } from '../text/table-row.ts';
import type { WrittenProduct } from './notices.ts';

/** A platform's product file, both ways. */
export interface FileFormat {
  id: ExportFormat;
  /** The platform whose file it is; the cells it keeps are under this name in `product.extra`. */
  platform: string;
  /** What the format is held to: real files with products, or only a real header. */
  knownBy: 'files' | 'header';
  /** The kinds of file that the platform imports, the usual one first. */
  kinds: readonly [FileKind, ...FileKind[]];
  /** The name of the sheet in XLSX files. */
  sheetName: string;
  /** CSV files of this format begin with a byte order mark. */
  mark: boolean;
  /** The largest file that the platform imports; null where it is not known. Rows without header and hint. */
  limits: { bytes: number | null; rows: number | null };
  /** Columns that hold HTML: no cell of theirs is a formula. */
  html: ReadonlySet<string>;
  /** Returns how surely a header is this format's, 0 to 1: the share of its cells that name columns, 0 without the needed ones. */
  recognise(header: readonly string[]): number;
  /** Opens a file by its header row. */
  reader(header: TableRow): FormatReader;
  /** Returns the sheet into which products of this shape are written. */
  sheet(shape: FileShape): FileSheet;
}

/** What the products of a file have at most, where the number of columns depends on it. */
export interface FileShape {
  /** Options and attributes of one product. */
  attributes: number;
}

/** A sheet to be written. */
export interface FileSheet {
  header: readonly string[];
  /** The second row of templates, which explains the columns and must stay; null where there is none. */
  hint: readonly string[] | null;
  /** Returns a product's rows, repaired or left out with notices. */
  write(product: Product): WrittenProduct;
}

/** Reads the rows below one header. */
export interface FormatReader {
  /** With any of these errors, no row can be read. */
  faults: readonly FileFault[];
  /** The places of columns that hold codes and option values, which spreadsheets take for numbers and dates. */
  codes: ReadonlySet<number>;
  /** The places of all columns that have a meaning; the cells of others are kept as they are. */
  places: ReadonlySet<number>;
  /**
   * Returns a text that is the same for all rows of one product, wherever they stand; null for a row that is none of a
   * product: blank, or the hint row. Rows are given in the order of the file.
   */
  keyOf(row: TableRow): string | null;
  /** Reads the rows of one product, in the order of the file. */
  read(rows: readonly TableRow[]): StagedProduct;
}

/** A product as it was read, with what is wrong in its rows. */
export interface StagedProduct {
  /** Null if an error lets no product be made. */
  product: Product | null;
  faults: FileFault[];
  origin: Origin;
}

/** Where in the file the parts of a product stand: rows by number; a field's column is `columnOf`. */
export interface Origin {
  row: number;
  /** By the variant's id. */
  variants: Readonly<Record<string, number>>;
  /** In the order of the product's images. */
  images: readonly number[];
  /** Returns the name of the column, as the file writes it, from which a field is read; null where there is none. */
  columnOf(field: OriginField): string | null;
}

/** Fields of a product that have a column of their own. */
export const originFields = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'status',
  'seo.title',
  'seo.description',
  'images.url',
  'images.alt',
  'variants.sku',
  'variants.barcode',
  'variants.price',
  'variants.compareAtPrice',
  'variants.cost',
  'variants.stock',
  'variants.weight',
  'variants.imageUrl',
] as const;
export type OriginField = (typeof originFields)[number];

/** Returns the share of a header's filled cells that a column set knows; 0 if a needed column is missing. */
export function shareKnown(
  header: readonly string[],
  columns: { named(header: string): string | undefined; needed: readonly { column: string }[] },
): number {
  const filled = header.filter((cell) => cell.trim() !== '');
  const known = new Set(filled.map((cell) => columns.named(cell)).filter((column) => column !== undefined));
  const isWhole = columns.needed.every(({ column }) => known.has(column));
  return isWhole && filled.length > 0 ? known.size / filled.length : 0;
}
