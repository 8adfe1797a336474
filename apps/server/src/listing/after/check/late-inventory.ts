import type { Product, Variant } from '@bowerbird/catalog/product';
import { inventoryDiffers } from '@bowerbird/platforms/listing/inventory';
import type { AttemptRow } from '../../ledger/attempts.ts';
import { findAttempts } from '../../ledger/attempts.ts';
import type { ListingRow } from '../../ledger/ledger.ts';
import { inStoreJob, type StoreJob, settleMs } from '../../store-job/store-job.ts';

/** Allowance for waiting between two steps, in counted time. */
const slackMs = 60_000;

/**
 * Finds a late write of inventory. Inventory that is set by requests of its own has no mark: it is read where an older
 * figure of ours may still have been on its way when the newest was written, and where variants were added, since a
 * late copy of the request that added them creates them once more with no inventory. Returns that older content where
 * the store holds a quantity of it, so that the newest is set again; null where the store holds the newest, or what
 * none of our writes set. Costs nothing where no other figure was written shortly before.
 */
export async function findLateInventory(
  storeJob: StoreJob,
  row: ListingRow,
): Promise<{ newest: AttemptRow; late: Product } | null> {
  const { writer, reader } = storeJob.lister;
  if (!writer.finishing || !writer.amounts || row.store_product_id === null) {
    return null;
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.find(({ id }) => id === row.listed_attempt);
  const wanted = newest?.body;
  if (!newest || !wanted) {
    return null;
  }
  const since = Number(newest.counted_ms) - settleMs(storeJob) - slackMs;
  const older = attempts.flatMap(({ id, body, generation, counted_ms }) =>
    body && id < newest.id && generation === row.generation && Number(counted_ms) >= since ? [body] : [],
  );
  const others = older.filter((body) => inventoryDiffers(wanted, body).length > 0);
  const remade = withoutRemade(newest, newest, attempts);
  if (others.length === 0 && remade === wanted) {
    return null;
  }
  const access = await storeJob.session.access(storeJob.cut);
  const [there] = await reader.content.read(
    [row.store_product_id],
    access,
    storeJob.session.context(storeJob.cut),
  );
  if (!there) {
    return null;
  }
  const late =
    others.findLast((body) => holdsPieceOf(there, body, wanted)) ??
    (remade !== null && lacksInventoryOf(there, remade, wanted) ? remade : undefined);
  return late ? { newest, late } : null;
}

/**
 * Returns what an attempt wrote, without the variants that the newest has too and that its request added: where that
 * arrived late, the store has created them once more, with no inventory, and they count as added. Where inventory goes
 * with the product itself, returns all of it.
 */
export function withoutRemade(
  late: AttemptRow,
  newest: AttemptRow,
  attempts: readonly AttemptRow[],
): Product | null {
  const former = attempts.findLast(
    ({ id, body, hash, generation }) =>
      body !== null && id < late.id && generation === late.generation && hash !== late.hash,
  )?.body;
  if (!late.body || !newest.body || !former) {
    return late.body;
  }
  const there = new Set(former.variants.map(choicesOf));
  const wanted = new Set(newest.body.variants.map(choicesOf));
  const isRemade = (variant: Variant) => wanted.has(choicesOf(variant)) && !there.has(choicesOf(variant));
  return late.body.variants.some(isRemade)
    ? { ...late.body, variants: late.body.variants.filter((variant) => !isRemade(variant)) }
    : late.body;
}

/**
 * Reports whether a variant that is wanted, and that the other content lacks, is in the store without inventory
 * although it is to have some.
 */
function lacksInventoryOf(there: Product, without: Product, wanted: Product): boolean {
  const held = new Map(there.variants.map((variant) => [choicesOf(variant), variant.stock]));
  const others = new Set(without.variants.map(choicesOf));
  return wanted.variants.some(
    (variant) =>
      (variant.stock ?? 0) > 0 && !others.has(choicesOf(variant)) && held.get(choicesOf(variant)) === 0,
  );
}

function choicesOf({ optionValues }: Variant): string {
  return JSON.stringify(optionValues);
}

function holdsPieceOf(there: Product, older: Product, wanted: Product): boolean {
  const held = new Map(there.variants.map((variant) => [choicesOf(variant), variant.stock]));
  const before = new Map(older.variants.map(({ id, stock }) => [id, stock]));
  return inventoryDiffers(wanted, older).some((variant) => {
    const inventory = held.get(choicesOf(variant));
    return inventory !== undefined && inventory !== variant.stock && inventory === before.get(variant.id);
  });
}
