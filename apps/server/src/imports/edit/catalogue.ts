import type { Product } from '@bowerbird/catalog/product';
import { type MatchKey, matchKeys } from '@bowerbird/contract/files/imports';
import type { CarriedIds } from '@bowerbird/files/staging/staged-table';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type KeyOfFile, keysOf } from '../check/keys.ts';

/** How a product of a file is matched. */
export type Match = { found: 'one'; id: string } | { found: 'none' | 'several' };

/** Products read at once. */
const atOnce = 5000;
const several = Symbol('several');

/** Which product of a merchant has which id, source id, handle, SKU and barcode. */
export class Catalogue {
  readonly #holders = Object.fromEntries(
    matchKeys.map((key) => [key, new Map<string, string | typeof several>()]),
  ) as Record<MatchKey, Map<string, string | typeof several>>;

  /** Reads the codes of all products of a merchant. */
  static async of(db: OwnerDb, ownerId: string): Promise<Catalogue> {
    const catalogue = new Catalogue();
    for (let after: string | null = null; ; ) {
      const { rows }: { rows: Codes[] } = await sql<Codes>`
        select id, handle, content #>> '{source,id}' as source_id,
          jsonb_path_query_array(content, '$.variants[*].sku') as skus,
          jsonb_path_query_array(content, '$.variants[*].barcode') as barcodes
        from product where owner_id = ${ownerId} and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${atOnce}
      `.execute(db);
      for (const row of rows) {
        catalogue.#add(row);
      }
      const last: Codes | undefined = rows.at(-1);
      if (last === undefined || rows.length < atOnce) {
        return catalogue;
      }
      after = last.id;
    }
  }

  #add({ id, handle, source_id: sourceId, skus, barcodes }: Codes): void {
    this.#note('id', id, id);
    this.#note('handle', handle, id);
    this.#note('sourceId', sourceId, id);
    for (const sku of skus) {
      this.#note('sku', sku, id);
    }
    for (const barcode of barcodes) {
      this.#note('barcode', barcode, id);
    }
  }

  #note(key: MatchKey, value: string | null, id: string): void {
    const text = value?.trim() ?? '';
    if (text !== '') {
      const holder = this.#holders[key].get(text) ?? id;
      this.#holders[key].set(text, holder === id ? id : several);
    }
  }

  /** Reports whether any product has this SKU or barcode. */
  has(code: string): boolean {
    return this.#holders.sku.has(code) || this.#holders.barcode.has(code);
  }

  /** Finds the product that a product of a file is, by one of its values. */
  match({ product, ids }: { product: Product; ids: CarriedIds }, key: KeyOfFile): Match {
    const holders = this.#holders[key.key];
    const found = new Set(keysOf(product, key, ids).flatMap((value) => holders.get(value) ?? []));
    const [only] = found;
    if (only === undefined) {
      return { found: 'none' };
    }
    return found.size > 1 || typeof only !== 'string' ? { found: 'several' } : { found: 'one', id: only };
  }
}

interface Codes {
  id: string;
  handle: string;
  source_id: string | null;
  skus: (string | null)[];
  barcodes: (string | null)[];
}
