import { describeChange } from '@bowerbird/catalog/change/describe';
import type { Product } from '@bowerbird/catalog/product';
import type { OwnerDb } from '../../db/database.ts';
import { findMergeable, mergeOf } from '../../recollect/mergeable.ts';
import { readRules } from '../../recollect/rules.ts';

/** What merging a supplier's product into the merchant's would change. */
export interface MergedProduct {
  before: Product;
  after: Product;
  cells: ReturnType<typeof describeChange>;
  /** Fields that both sides changed, and that a person has to decide. */
  open: number;
}

/** Works out what merging these would change now; writes nothing. `hash` is that of the content. */
export async function mergedWith(
  db: OwnerDb,
  ownerId: string,
  given: ReadonlyMap<string, { content: Product; hash: string }>,
): Promise<Map<string, MergedProduct>> {
  const rules = await readRules(db, ownerId);
  const rows = await findMergeable(db, ownerId, [...given.keys()]);
  return new Map(
    rows.flatMap((row) => {
      const now = given.get(row.id);
      if (!now) {
        return [];
      }
      const merged = mergeOf({ ...row, collected: { ...row.collected, ...now } }, rules);
      return [
        [
          row.id,
          {
            before: row.product,
            after: merged.product,
            cells: describeChange(row.product, merged.product),
            open: merged.open.length,
          },
        ] as const,
      ];
    }),
  );
}
