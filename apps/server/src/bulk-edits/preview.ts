import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { addPrices, dividePrice, isPriced, multiplyPrice } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { countBulkEdit, previewBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';
import { findRulesInStores } from '../products/write/own-values.ts';
import type { Services } from '../services/services.ts';
import { examine, findRulingOfNoStore, selectRows } from './examined.ts';
import { countingNumbering, presentNumbering } from './numbering.ts';
import { chooseSample, toPreviewRow } from './sample.ts';
import { findStoreStops } from './store-stops.ts';

/** Number of products among which a sample is looked for. */
const searchedMax = 400;
/** Number of products that one call counts, and that are read at once; other calls are answered in between. */
const countedMax = 2000;
const readMax = 500;

/** Returns a sample of what the steps would do, computed as the job does it, and how much is selected. */
export async function previewEdit(
  db: OwnerDb,
  services: Services,
  ownerId: string,
  { selection, steps, from }: { selection: Selection; steps: readonly EditStep[]; from: string | null },
): Promise<AnswerOf<typeof previewBulkEdit>> {
  const { products, variants } = await db
    .selectFrom('own_product')
    .select([
      sql<number>`count(*)::integer`.as('products'),
      sql<number>`coalesce(sum(variant_count), 0)::integer`.as('variants'),
    ])
    .where(whereSelected(ownerId, selection))
    .executeTakeFirstOrThrow();
  const rows = await selectRows(db, ownerId, selection, { after: from, limit: searchedMax });
  const numbering = await presentNumbering(db, ownerId, steps);
  const rulesIn = await findRulesInStores(db, ownerId, steps);
  const ruling = await findRulingOfNoStore(db, ownerId);
  const examined = await examine(db, ownerId, rows, { steps, numbering, rulesIn, ruling });
  const sample = chooseSample(examined);
  const inStores = await findStoreStops(
    db,
    services,
    ownerId,
    sample.flatMap(({ row: { id }, outcome }) =>
      outcome.outcome === 'changed' ? [{ id, product: outcome.prepared.product }] : [],
    ),
  );
  return {
    products,
    variants,
    sample: sample.map((each) => toPreviewRow(each, inStores.get(each.row.id) ?? [], rulesIn)),
    next: rows.length === searchedMax ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Counts what the steps would do with the selected products after this id. */
export async function countEdit(
  db: OwnerDb,
  ownerId: string,
  { selection, steps, after }: { selection: Selection; steps: readonly EditStep[]; after: string | null },
): Promise<AnswerOf<typeof countBulkEdit>> {
  const numbering = countingNumbering(steps);
  const rulesIn = await findRulesInStores(db, ownerId, steps);
  const ruling = await findRulingOfNoStore(db, ownerId);
  const counted = {
    checked: 0,
    changed: 0,
    unchanged: 0,
    hits: steps.map(() => 0),
    stopped: 0,
    next: after,
  };
  const reasons = new Map<string, number>();
  const spread = new Map<number, number>();
  let more = true;
  while (more && counted.checked < countedMax) {
    const rows = await selectRows(db, ownerId, selection, { after: counted.next, limit: readMax });
    for (const { row, outcome, stops } of await examine(db, ownerId, rows, {
      steps,
      numbering,
      rulesIn,
      ruling,
    })) {
      if (outcome.outcome === 'rejected') {
        reasons.set(outcome.fault.code, (reasons.get(outcome.fault.code) ?? 0) + 1);
      } else {
        counted[outcome.outcome] += 1;
      }
      if (outcome.outcome === 'changed') {
        counted.stopped += stops.length > 0 ? 1 : 0;
        for (const step of outcome.hits) {
          counted.hits[step] = (counted.hits[step] ?? 0) + 1;
        }
        const percent = priceChange(row.product, outcome.prepared.product);
        if (percent !== null) {
          const bound = Math.max(-30, Math.min(30, Math.floor(percent / 5) * 5));
          spread.set(bound, (spread.get(bound) ?? 0) + 1);
        }
      }
    }
    counted.checked += rows.length;
    counted.next = rows.at(-1)?.id ?? counted.next;
    more = rows.length === readMax;
  }
  return {
    ...counted,
    next: more ? counted.next : null,
    rejected: [...reasons]
      .map(([code, count]) => ({ code, count }))
      .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    spread: [...spread].map(([from, count]) => ({ from, count })).sort((a, b) => a.from - b.from),
  };
}

/** Returns by how many percent the price of the first variant changes; null where it does not, or has none. */
function priceChange(before: Product, after: Product): number | null {
  const [from, to] = [before.variants[0]?.price, after.variants[0]?.price];
  if (!isPriced(from) || to === null || to === undefined || from === to) {
    return null;
  }
  const moved = addPrices(to, multiplyPrice(from, '-1'));
  return Number(dividePrice(multiplyPrice(moved, '100'), from, 2));
}
