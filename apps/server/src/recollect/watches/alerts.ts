import type { MergedSource } from '@bowerbird/catalog/merge/merge-source';
import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Alert, Watch } from '@bowerbird/contract/collect/watches';
import type { AppError } from '@bowerbird/contract/errors';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { priceRange } from '../../products/write/rows.ts';
import type { Mergeable } from '../mergeable.ts';

type Wanted = Watch['alerts'];

/** What to report of a run's products; nothing for a run that a person started for another purpose. */
export interface Reported {
  wanted: Wanted | null;
  watchId: string | null;
}

export async function alertsOf(db: OwnerDb, ownerId: string, runId: string): Promise<Reported> {
  const row = await db
    .selectFrom('recollect_run')
    .select(['alerts', 'watch_id'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return { wanted: row?.alerts ?? null, watchId: row?.watch_id ?? null };
}

export interface Happened {
  kind: Alert['kind'];
  before: string | null;
  after: string | null;
}

/**
 * Returns what to report of a change at the source: the lowest price moved far enough, sold out, or available again.
 */
export function happened(before: Product, now: Product, wanted: Wanted): Happened[] {
  const found: Happened[] = [];
  const [was, is] = [priceRange(before.variants).low, priceRange(now.variants).low];
  const isComparable = was !== null && is !== null && before.currency === now.currency;
  if (wanted.pricePercent !== null && isComparable && percentMoved(was, is) >= wanted.pricePercent) {
    found.push({ kind: comparePrices(is, was) < 0 ? 'price-down' : 'price-up', before: was, after: is });
  }
  if (wanted.stock && canBeHad(before) !== canBeHad(now)) {
    found.push({ kind: canBeHad(now) ? 'back' : 'sold-out', before: null, after: null });
  }
  return found;
}

/** Returns the change in percent of the old price; a price of zero has no percentage. */
function percentMoved(before: string, now: string): number {
  const [was, is] = [Number(before), Number(now)];
  // Prices have at most four decimals: a tiny shortfall below the requested percentage is rounding.
  return was > 0 && is > 0 ? (Math.abs(is - was) / was) * 100 + 1e-9 : 0;
}

/** Reports whether the product can be bought. A stock status that the source does not state counts as available. */
export function canBeHad({ variants }: Product): boolean {
  return variants.some(({ available, stock }) => available ?? (stock === null || stock > 0));
}

/**
 * Notes what happened to a product that was just merged, each event once for a run. The snapshots are those of the
 * merge, each with the fields it does not state itself: a page that omits what a feed stated is no event.
 */
export async function saveAlerts(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { wanted, watchId }: Reported,
  row: Mergeable,
  { before, now }: MergedSource['read'],
): Promise<void> {
  if (wanted === null || before === null) {
    return;
  }
  const { platform, shop, url } = row.collected;
  const rows = happened(before, now, wanted).map((each) => ({
    id: v7(),
    owner_id: ownerId,
    ...each,
    product_id: row.id,
    title: row.product.title,
    image_url: row.product.images[0]?.url ?? null,
    platform,
    shop,
    url,
    currency: each.before === null ? null : now.currency,
    watch_id: watchId,
    run_id: runId,
  }));
  if (rows.length > 0) {
    await db
      .insertInto('source_alert')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['run_id', 'product_id', 'kind']).doNothing())
      .execute();
  }
}

/**
 * Notes that the source would make a product invalid, so that it is not followed; once for a snapshot, though each run
 * tries it again, and whatever the run was started for: nobody would notice otherwise.
 */
export async function saveRejected(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { watchId }: Reported,
  row: Mergeable,
  fault: AppError,
): Promise<void> {
  const { platform, shop, url, hash } = row.collected;
  const [issue] = fault.issues;
  await db
    .insertInto('source_alert')
    .values({
      id: v7(),
      owner_id: ownerId,
      kind: 'rejected',
      product_id: row.id,
      title: row.product.title,
      image_url: row.product.images[0]?.url ?? null,
      platform,
      shop,
      url,
      watch_id: watchId,
      run_id: runId,
      snapshot: hash,
      fault: jsonText({ code: issue?.code ?? fault.code, params: { path: issue?.path.join('/') ?? '' } }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
