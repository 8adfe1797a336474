import type { Product } from '@bowerbird/catalog/product';
import type { EditChoices } from '@bowerbird/contract/files/imports';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { TestDatabase } from '../../../testing/database/database.ts';
import { mug } from '../../../testing/products/products.ts';
import { importBench, shopifyFile } from '../testing.ts';

const usual: EditChoices = { emptyCells: {}, otherVariants: 'leave', unmatched: 'leave', conflicts: 'keep' };

/** An import that edits products, with these choices. */
export const as = (choices: Partial<EditChoices> = {}) => ({
  into: { as: 'edit' as const, choices: { ...usual, ...choices } },
});

/** Returns a file of products with the value of one column replaced in some row below the header. */
export function fileOf(
  products: readonly Product[],
  cells: Record<number, Record<string, string>> = {},
): string {
  return shopifyFile(products, ([header = [], ...rows]) => [
    header,
    ...rows.map((row, at) => row.map((cell, place) => cells[at]?.[header[place] ?? ''] ?? cell)),
  ]);
}

/** A merchant who edits products by files. */
export async function editedFileBench({ db }: TestDatabase) {
  const bench = await importBench(db);
  let number = 0;
  return {
    ...bench,
    content: async (id: string) => (await bench.product(id)).product,
    /** Saves products under handles of their own; returns them with their ids. */
    async saved(...products: Partial<Product>[]): Promise<{ id: string; product: Product }[]> {
      const whole = products.map((each) => {
        number += 1;
        return { ...mug, title: `Mug ${number}`, handle: `own-${number}`, ...each };
      });
      const ids = await bench.own(whole);
      return whole.map((product, at) => ({ id: ids[at] ?? '', product }));
    },
    /** Notes that these products were exported as they are now. */
    async exported(ids: readonly string[], title = 'x'): Promise<void> {
      await bench.asOwner(async (owned) => {
        const { rows } = await sql<{ id: string; revision: number }>`
          select id, revision from product where id = any(${ids}::uuid[])
        `.execute(owned);
        const runId = v7();
        await owned
          .insertInto('run')
          .values({
            id: runId,
            owner_id: bench.ownerId,
            kind: 'export',
            state: 'complete',
            title,
            request: '{}',
          })
          .execute();
        await owned
          .insertInto('exported_page')
          .values({
            run_id: runId,
            page: 0,
            owner_id: bench.ownerId,
            ids: rows.map(({ id }) => id),
            revisions: rows.map(({ revision }) => revision),
          })
          .execute();
      });
    },
  };
}
