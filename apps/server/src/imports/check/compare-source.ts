import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { savedContent } from '../../collect/lists/collected-columns.ts';
import type { OwnerDb } from '../../db/database.ts';
import { columnText } from '../../db/json-text.ts';
import type { ImportFigures } from '../../db/tables/imports.ts';
import { compactKey } from './compact-key.ts';
import type { Compared, Comparison, ReadProduct } from './compared.ts';
import { KeyCounts } from './key-counts.ts';
import type { KeyOfFile } from './keys.ts';
import { mergedWith } from './merged-source.ts';
import { asCollected, filePlatform, type Supplier } from './source-product.ts';

interface Known {
  id: string;
  source_id: string;
  content_hash: string;
  product_id: string | null;
}

/** Compares the products of a supplier's file with those that came from the supplier before. */
export class SourceComparison implements Comparison {
  readonly #ownerId: string;
  readonly #supplier: Supplier;
  readonly #key: KeyOfFile;
  readonly #whole: boolean;
  readonly #seen = new Set<string>();
  readonly #keys: KeyCounts;

  constructor(ownerId: string, supplier: Supplier, key: KeyOfFile, whole: boolean) {
    this.#ownerId = ownerId;
    this.#supplier = supplier;
    this.#key = key;
    this.#whole = whole;
    this.#keys = new KeyCounts(key.key);
  }

  async compare(db: OwnerDb, products: readonly ReadProduct[]): Promise<Compared[]> {
    const read = products.map(({ product }) => asCollected(product, this.#supplier, this.#key));
    const keys = read.map(({ source }) => columnText(source?.id ?? ''));
    const known = await findKnown(db, this.#ownerId, this.#supplier.id, keys);
    const again = new Map<Compared, { content: Product; hash: string }>();
    const compared = read.map((product, at): Compared => {
      const key = keys[at] ?? '';
      const before = known.get(key);
      // A new product is compared with nothing.
      const saved = before && savedContent(product);
      const group = this.#groupOf(key, saved?.hash ?? null, before);
      const given = products[at];
      if (given) {
        this.#keys.add(foundIn(group), given, [key]);
      }
      const outcome: Compared = {
        key,
        group,
        productId: before?.product_id ?? null,
        revision: null,
        contentHash: saved?.hash ?? null,
      };
      if (saved && group === 'changed') {
        again.set(outcome, { content: saved.product, hash: saved.hash });
      }
      return outcome;
    });
    await this.#findConflicts(db, again);
    return compared;
  }

  #groupOf(key: string, hash: string | null, before: Known | undefined): Compared['group'] {
    const kept = compactKey(key);
    if (this.#seen.has(kept)) {
      return 'ambiguous';
    }
    this.#seen.add(kept);
    if (before === undefined) {
      return 'new';
    }
    return before.content_hash === hash ? 'unchanged' : 'changed';
  }

  /** A product that both sides changed is a conflict. */
  async #findConflicts(
    db: OwnerDb,
    changed: ReadonlyMap<Compared, { content: Product; hash: string }>,
  ): Promise<void> {
    const given = new Map(
      [...changed].flatMap(([{ productId }, now]) => (productId === null ? [] : [[productId, now] as const])),
    );
    if (given.size === 0) {
      return;
    }
    const merged = await mergedWith(db, this.#ownerId, given);
    for (const each of changed.keys()) {
      const open = merged.get(each.productId ?? '')?.open ?? 0;
      each.group = open > 0 ? 'conflict' : each.group;
    }
  }

  async gone(db: OwnerDb): Promise<(Compared & { title: string })[]> {
    if (!this.#whole) {
      return [];
    }
    const { rows } = await sql<Known & { title: string }>`
      select id, source_id, content_hash, product_id, title from collected
      where owner_id = ${this.#ownerId} and platform = ${filePlatform} and shop = ${this.#supplier.id}
        and product_id is not null order by id
    `.execute(db);
    return rows
      .filter(({ source_id: id }) => !this.#seen.has(compactKey(id)))
      .map((row) => ({
        key: row.source_id,
        group: 'gone' as const,
        productId: row.product_id,
        revision: null,
        contentHash: null,
        title: row.title,
      }));
  }

  knows(): boolean {
    return false;
  }

  figures(): Pick<ImportFigures, 'keys' | 'emptyColumns' | 'otherVariants'> {
    return { keys: [this.#keys.count], emptyColumns: [], otherVariants: 0 };
  }
}

function foundIn(group: Compared['group']): 'one' | 'none' | 'several' {
  return group === 'ambiguous' ? 'several' : group === 'new' ? 'none' : 'one';
}

async function findKnown(
  db: OwnerDb,
  ownerId: string,
  shop: string,
  keys: readonly string[],
): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select id, source_id, content_hash, product_id from collected
    where owner_id = ${ownerId} and platform = ${filePlatform} and shop = ${shop}
      and source_id = any(${keys})
  `.execute(db);
  return new Map(rows.map((row) => [row.source_id, row]));
}
