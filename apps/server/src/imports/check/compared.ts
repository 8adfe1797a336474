import type { Product } from '@bowerbird/catalog/product';
import type { ImportGroup } from '@bowerbird/contract/files/imports';
import { type Origin, originFields } from '@bowerbird/files/formats/format';
import type { NamedProduct } from '@bowerbird/files/staging/staged-table';
import type { OwnerDb } from '../../db/database.ts';
import type { ImportFigures } from '../../db/tables/imports.ts';
import type { RowSpan } from '../rows/stored-rows.ts';

/** A product of the file that could be read. */
export interface ReadProduct {
  span: RowSpan;
  staged: NamedProduct;
  product: Product;
}

/** What a product of the file is compared with what is there. */
export interface Compared {
  /** By what it was compared. */
  key: string;
  group: ImportGroup;
  productId: string | null;
  revision: number | null;
  /** Of its content as it would be saved; null where there is nothing to compare it with. */
  contentHash: string | null;
}

/** Compares the products of a file with what is there, some at a time, in the order of the file. */
export interface Comparison {
  compare(db: OwnerDb, products: readonly ReadProduct[]): Promise<Compared[]>;
  /** Returns what is there and missing from the file; called after all products were compared. */
  gone(db: OwnerDb): Promise<(Compared & { title: string })[]>;
  /** Reports whether the merchant uses a code, such as a SKU, as it is written. */
  knows(code: string): boolean;
  /** Returns what else it counted. */
  figures(): Pick<ImportFigures, 'keys' | 'emptyColumns' | 'otherVariants'>;
}

/** Returns the file's column of each field that has one of its own. */
export function columnsOf(origin: Origin): Record<string, string> {
  return Object.fromEntries(
    originFields.flatMap((field) => {
      const column = origin.columnOf(field);
      return column === null ? [] : [[field, column] as const];
    }),
  );
}
