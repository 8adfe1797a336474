import { matchKeys } from '@bowerbird/contract/files/imports';
import type { OwnerDb } from '../../db/database.ts';
import type { ImportFigures } from '../../db/tables/imports.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { type Compared, type Comparison, columnsOf, type ReadProduct } from '../check/compared.ts';
import { KeyCounts } from '../check/key-counts.ts';
import { type KeyOfFile, keysOf } from '../check/keys.ts';
import type { Catalogue } from './catalogue.ts';
import type { FileEdits } from './edit-items.ts';
import type { EditedByFile } from './edited-product.ts';

/** Compares the products of a file with the merchant's own. */
export class EditComparison implements Comparison {
  readonly #ownerId: string;
  readonly #key: KeyOfFile;
  readonly #catalogue: Catalogue;
  readonly #edits: FileEdits | null;
  readonly #matched = new Set<string>();
  readonly #keys = new Map(matchKeys.map((key) => [key, new KeyCounts(key)]));
  readonly #emptyColumns = new Map<string, number>();
  #otherVariants = 0;

  constructor(ownerId: string, key: KeyOfFile, catalogue: Catalogue, edits: FileEdits | null) {
    this.#ownerId = ownerId;
    this.#key = key;
    this.#catalogue = catalogue;
    this.#edits = edits;
  }

  async compare(db: OwnerDb, products: readonly ReadProduct[]): Promise<Compared[]> {
    const compared = products.map((each): Compared => {
      const { product } = each;
      const { ids } = each.staged;
      const read = { product, ids };
      for (const [key, counts] of this.#keys) {
        const by = { ...this.#key, key };
        counts.add(this.#catalogue.match(read, by).found, each, keysOf(product, by, ids));
      }
      const match = this.#catalogue.match(read, this.#key);
      const [value = ''] = keysOf(product, this.#key, ids);
      const of = { key: value.slice(0, 500), revision: null, contentHash: null };
      if (match.found !== 'one') {
        return { ...of, group: match.found === 'none' ? 'unmatched' : 'ambiguous', productId: null };
      }
      // A product that the file has twice would be changed by whichever row comes last.
      const isTaken = this.#matched.has(match.id);
      this.#matched.add(match.id);
      return { ...of, group: isTaken ? 'ambiguous' : 'changed', productId: isTaken ? null : match.id };
    });
    await this.#compareMatched(db, products, compared);
    return compared;
  }

  async #compareMatched(
    db: OwnerDb,
    products: readonly ReadProduct[],
    compared: readonly Compared[],
  ): Promise<void> {
    const ids = compared.flatMap(({ productId }) => productId ?? []);
    if (ids.length === 0 || this.#edits === null) {
      return;
    }
    const rows = new Map((await productsByIds(db, this.#ownerId, ids)).map((row) => [row.id, row]));
    const matched = compared.flatMap((each, at) => {
      const row = rows.get(each.productId ?? '');
      const read = products[at];
      return row && read ? [{ each, row, staged: read.product, columns: columnsOf(read.staged.origin) }] : [];
    });
    const edits = await this.#edits.edit(db, matched);
    matched.forEach(({ each, row }, at) => {
      const edit = edits[at] ?? null;
      each.revision = row.revision;
      each.group = edit === null ? 'unchanged' : groupOf(edit);
      if (edit !== null) {
        this.#otherVariants += edit.otherVariants;
        for (const column of edit.emptyColumns) {
          this.#emptyColumns.set(column, (this.#emptyColumns.get(column) ?? 0) + 1);
        }
      }
    });
  }

  async gone(): Promise<[]> {
    return [];
  }

  knows(code: string): boolean {
    return this.#catalogue.has(code);
  }

  figures(): Pick<ImportFigures, 'keys' | 'emptyColumns' | 'otherVariants'> {
    return {
      keys: [...this.#keys.values()].map(({ count }) => count),
      emptyColumns: [...this.#emptyColumns]
        .map(([column, cells]) => ({ column, cells }))
        .toSorted((one, other) => other.cells - one.cells),
      otherVariants: this.#otherVariants,
    };
  }
}

/** A product with a conflict is one, whatever else the file changes in it. */
function groupOf({ cells, conflicts }: EditedByFile): Compared['group'] {
  return conflicts.length > 0 ? 'conflict' : cells.length > 0 ? 'changed' : 'unchanged';
}
