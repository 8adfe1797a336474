import type { Product } from '@bowerbird/catalog/product';
import type { StagedTable } from '@bowerbird/files/staging/staged-table';
import type { OwnerDb } from '../../db/database.ts';
import type { LockedProduct } from '../../products/claim/prepare.ts';
import { findExport } from '../../uploads/exported/find-export.ts';
import { getImportFile } from '../../uploads/queries.ts';
import type { ImportRow } from '../queries.ts';
import { readingOf } from '../rows/reading.ts';
import { type EditedByFile, editedByFile } from './edited-product.ts';
import { findExported, findSinceExports } from './exported.ts';
import { referenceOf } from './reference.ts';

/** A product of the file with the merchant's product that it is. */
export interface MatchedProduct {
  row: LockedProduct;
  staged: Product;
  /** The column of each field; left out: as the check has noted it. */
  columns?: Readonly<Record<string, string>>;
}

/** The exports that a file is known to be of, and when it was uploaded. */
interface ExportedAs {
  runIds: readonly string[];
  before: Date;
}

/** Works out what a file changes in products: for the check, the list and the job alike. */
export class FileEdits {
  readonly #row: ImportRow;
  readonly #reading: StagedTable;
  readonly #file: ExportedAs;
  readonly #images: (product: Product) => Product;

  private constructor(
    row: ImportRow,
    reading: StagedTable,
    file: ExportedAs,
    images: (product: Product) => Product,
  ) {
    this.#row = row;
    this.#reading = reading;
    this.#file = file;
    this.#images = images;
  }

  /** Null for a file without a table. `images` gives uploaded images the addresses that they have in files. */
  static async of(
    db: OwnerDb,
    row: ImportRow,
    images: (product: Product) => Product,
  ): Promise<FileEdits | null> {
    const reading = row.opened && readingOf(row.opened, row.request.mapping);
    if (!reading || row.request.into.as !== 'edit') {
      return null;
    }
    const file = await getImportFile(db, row.owner_id, row.file_id);
    const exported = await findExport(db, row.owner_id, file, row.marked);
    const runIds = exported?.runIds ?? [];
    return new FileEdits(row, reading, { runIds, before: file.created_at }, images);
  }

  /** Returns what the file makes of each product; null where its format cannot hold what the product is now. */
  async edit(db: OwnerDb, products: readonly MatchedProduct[]): Promise<(EditedByFile | null)[]> {
    const { owner_id: ownerId, request, figures } = this.#row;
    if (request.into.as !== 'edit') {
      return products.map(() => null);
    }
    const { choices } = request.into;
    const ids = products.map(({ row }) => row.id);
    const since = await findSinceExports(db, ownerId, await findExported(db, ownerId, this.#file, ids));
    return products.map(({ row, staged, columns = figures.columns ?? {} }) => {
      const reference = referenceOf(this.#images(row.product), this.#reading, request.mapping);
      return reference === null
        ? null
        : editedByFile(row, {
            staged,
            reference,
            choices,
            columnOf: (field) => columns[field] ?? null,
            since: since.get(row.id) ?? { revisions: [], changes: [] },
          });
    });
  }
}
