import type { Product, Variant } from '@bowerbird/catalog/product';
import { namesNewTerms } from '../engine/new-terms.ts';
import type { Work, Write } from '../engine/work.ts';
import type { AttemptRow } from '../ledger/attempts.ts';
import { wholeHash } from '../ledger/lacking-hash.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { withPriceAndInventory } from '../states/narrowing.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { findWritten, type Written } from './written.ts';

/**
 * Decides how a bound product is written: what was written last, and whether prices and inventory go alone. They do
 * where nothing else differs, by the hash of what this platform is sent; where a run carries nothing else; and where an
 * older write that differs in nothing else has arrived late. Not while a write with other content may still be on its
 * way: it could arrive unseen under the mark of this one.
 */
export async function wayOf(storeJob: StoreJob, work: Work): Promise<Pick<Write, 'former' | 'alone'>> {
  const { row, product, late } = work;
  if (!storeJob.lister.writer.amounts) {
    const { listed } = await findWritten(storeJob, row);
    return listed?.body ? { former: listed.body } : {};
  }
  if (late) {
    const alone =
      isSameBut(storeJob, product, late) &&
      (await differsInPriceAndInventory(storeJob, work, late, work.options));
    return { former: late, ...(alone && { alone }) };
  }
  const { listed, others } = await findWritten(storeJob, row);
  if (!listed?.body) {
    return {};
  }
  const sent = row.sent_hash;
  const isKnown = !row.unrepaired && sent !== null && sent === listed.hash && sent === wholeHash(sent);
  const alone =
    isKnown &&
    isSameBut(storeJob, product, listed.body) &&
    (work.priceAndInventoryOnly ||
      (await differsInPriceAndInventory(storeJob, work, listed.body, listed.options))) &&
    (await arePricesAndInventory(storeJob, listed, others));
  const former = asMayBe(listed, others, product);
  // Of a write that the store took in part, it is not known which collections the product joined.
  const isUnjoined = sent === null || listed.unjoined;
  return { former: isUnjoined ? { ...former, categories: [] } : former, ...(alone && { alone }) };
}

/**
 * Reports whether this attempt may have been sent as prices and inventory alone: the store may have rejected one part
 * of it and kept the mark.
 */
export async function mayHaveGoneAlone(
  storeJob: StoreJob,
  row: ListingRow,
  attempt: AttemptRow,
): Promise<boolean> {
  if (!storeJob.lister.writer.amounts) {
    return false;
  }
  const { listed, others } = await findWritten(storeJob, row);
  const own = others.filter(({ id }) => id === attempt.id);
  return listed?.body ? own.length > 0 && (await arePricesAndInventory(storeJob, listed, own)) : false;
}

/**
 * Reports whether this attempt, whose mark the product carries, may not have entered the product into all its
 * categories: where an update enters it by a part of its request, the store may have rejected that part alone.
 */
export async function mayLackCategories(
  storeJob: StoreJob,
  row: ListingRow,
  { kind, body }: AttemptRow,
): Promise<boolean> {
  if (kind !== 'update' || storeJob.lister.writer.terms?.enteredApart !== true || body === null) {
    return false;
  }
  const { listed } = await findWritten(storeJob, row);
  const isUnjoined = row.sent_hash === null || (listed?.unjoined ?? true);
  return namesNewTerms(storeJob.lister, body, isUnjoined ? null : listed?.body);
}

async function arePricesAndInventory(
  storeJob: StoreJob,
  listed: Written,
  others: readonly Written[],
): Promise<boolean> {
  for (const { body, hash, options, narrowed } of others) {
    const former = listed.body;
    const isSame = body !== null && former !== null && isSameBut(storeJob, body, former);
    if (
      !isSame ||
      !(
        narrowed ||
        (await differsInPriceAndInventory(storeJob, { product: body, options, hash }, former, listed.options))
      )
    ) {
      return false;
    }
  }
  return true;
}

/**
 * Returns what the store may hold, compared with what is wanted: of prices what any other write would have left there,
 * of inventory what a write with an unknown outcome would have. So both are written again where they might differ.
 */
function asMayBe(listed: Written, others: readonly Written[], wanted: Product): Product {
  const former = listed.body ?? wanted;
  const variants = former.variants.map((variant) => {
    const now = wanted.variants.find(({ id }) => id === variant.id);
    const held = { ...variant };
    for (const { id, body } of others) {
      const other = body?.variants.find((each) => each.id === variant.id);
      if (!now || !other) {
        continue;
      }
      held.price = other.price === now.price ? held.price : other.price;
      held.compareAtPrice =
        other.compareAtPrice === now.compareAtPrice ? held.compareAtPrice : other.compareAtPrice;
      held.cost = other.cost === now.cost ? held.cost : other.cost;
      held.stock = id < listed.id || other.stock === now.stock ? held.stock : other.stock;
    }
    return held;
  });
  return { ...former, variants };
}

/**
 * Reports whether the second product, with the first one's prices and inventory, equals the first by the hash of what
 * is sent.
 */
async function differsInPriceAndInventory(
  storeJob: StoreJob,
  { product, hash }: Pick<Work, 'product' | 'options'> & { hash: string | null },
  former: Product,
  options: Work['options'],
): Promise<boolean> {
  return (
    hash !== null &&
    hash === (await storeJob.lister.planner.hashOf(withPriceAndInventory(former, product), options))
  );
}

/**
 * Reports whether both have the same variants, with inventory tracked in the same way, and few enough to go alone here.
 */
function isSameBut({ lister: { writer } }: StoreJob, product: Product, former: Product): boolean {
  return (
    writer.amounts !== null &&
    product.variants.length <= writer.amounts.variantsMax &&
    product.variants.length === former.variants.length &&
    product.variants.every((variant, at) => isCountedTogether(variant, former.variants[at]))
  );
}

/**
 * Inventory quantities may differ; whether inventory is tracked, and whether an untracked variant can be sold, may not.
 */
function isCountedTogether(one: Variant, other: Variant | undefined): boolean {
  return (
    one.id === other?.id &&
    (one.stock === null) === (other.stock === null) &&
    (one.stock !== null || (one.available === false) === (other.available === false))
  );
}
