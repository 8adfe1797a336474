import type { Product, Variant } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { type AttemptRow, countedNow } from './attempts.ts';
import { checkInMs } from './counted.ts';
import { wholeHash } from './lacking-hash.ts';
import { inLane, type Lane, settleMs } from './lane.ts';
import type { ListingRow } from './ledger.ts';
import { withAmounts } from './states/narrowing.ts';
import type { Work, Write } from './work.ts';

/** An attempt that wrote content, or may have or may still; `narrowed`: it carried prices and stock alone. */
type Written = Pick<AttemptRow, 'id' | 'body' | 'hash' | 'options'> & { narrowed: boolean };

/**
 * How a bound product is written: what was written last, and whether prices and pieces go alone. They do where nothing else differs,
 * by the hash of what this platform is sent; where a run carries nothing else; and where an older write that differs in nothing
 * else has landed late. Not while a write with other words may still be on its way: it could land unseen under the mark of this one.
 */
export async function wayOf(lane: Lane, work: Work): Promise<Pick<Write, 'former' | 'alone'>> {
  const { row, product, late } = work;
  if (!lane.lister.amounts) {
    const { listed } = await findWritten(lane, row);
    return listed?.body ? { former: listed.body } : {};
  }
  if (late) {
    const alone = isSameBut(lane, product, late) && (await differsInAmounts(lane, work, late, work.options));
    return { former: late, ...(alone && { alone }) };
  }
  const { listed, others } = await findWritten(lane, row);
  if (!listed?.body) {
    return {};
  }
  const sent = row.sent_hash;
  const isKnown = !row.unhealed && sent !== null && sent === listed.hash && sent === wholeHash(sent);
  const alone =
    isKnown &&
    isSameBut(lane, product, listed.body) &&
    (work.amountsOnly || (await differsInAmounts(lane, work, listed.body, listed.options))) &&
    (await areAmounts(lane, listed, others));
  return { former: asMayBe(listed, others, product), ...(alone && { alone }) };
}

/** Whether this attempt may have been sent as prices and pieces alone: of such the store may have refused one part and kept the mark. */
export async function mayHaveGoneAlone(lane: Lane, row: ListingRow, attempt: AttemptRow): Promise<boolean> {
  if (!lane.lister.amounts) {
    return false;
  }
  const { listed, others } = await findWritten(lane, row);
  const own = others.filter(({ id }) => id === attempt.id);
  return listed?.body ? own.length > 0 && (await areAmounts(lane, listed, own)) : false;
}

/** What is listed, and all else of this generation that was written after it or shortly before, and surely not refused. */
async function findWritten(
  lane: Lane,
  row: ListingRow,
): Promise<{ listed: Written | undefined; others: Written[] }> {
  const { rows } = await inLane(lane, (db) =>
    sql<Written>`
      select attempt.id, attempt.body, attempt.hash, attempt.options, exists (
        select from listing_narrowing as narrowing
        where narrowing.owner_id = ${lane.ownerId} and narrowing.run_id = attempt.run_id
          and narrowing.shop_id = ${lane.shopId} and narrowing.what = 'amounts'
      ) as narrowed
      from listing_attempt as attempt
      where attempt.owner_id = ${lane.ownerId} and attempt.listing_id = ${row.id}
        and attempt.generation = ${row.generation} and attempt.kind in ('create', 'update')
        and attempt.fate not in ('never_sent', 'refused')
        and (attempt.id >= ${row.listed_attempt}
          or ${row.check_due} and attempt.counted_ms >= ${countedNow(lane.shopId)} - ${2 * checkInMs(settleMs(lane))})
      order by attempt.id
    `.execute(db),
  );
  return {
    listed: rows.find(({ id }) => id === row.listed_attempt),
    others: rows.filter(({ id }) => id !== row.listed_attempt),
  };
}

async function areAmounts(lane: Lane, listed: Written, others: readonly Written[]): Promise<boolean> {
  for (const { body, hash, options, narrowed } of others) {
    const former = listed.body;
    const isSame = body !== null && former !== null && isSameBut(lane, body, former);
    if (
      !isSame ||
      !(narrowed || (await differsInAmounts(lane, { product: body, options, hash }, former, listed.options)))
    ) {
      return false;
    }
  }
  return true;
}

/**
 * What the store may hold, held against what is wanted: of prices what any other write would have left there, of pieces what one of
 * unknown fate would have. So both are written anew where they might be others.
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

/** Whether the second, with the first one's amounts, is what the first is by the hash of what is sent. */
async function differsInAmounts(
  lane: Lane,
  { product, hash }: Pick<Work, 'product' | 'options'> & { hash: string | null },
  former: Product,
  options: Work['options'],
): Promise<boolean> {
  return hash !== null && hash === (await lane.lister.hashOf(withAmounts(former, product), options));
}

/** Whether both have the same variants, counted in the same way, and so few that they go alone here. */
function isSameBut({ lister: { amounts } }: Lane, product: Product, former: Product): boolean {
  return (
    amounts !== undefined &&
    product.variants.length <= amounts.variantsMax &&
    product.variants.length === former.variants.length &&
    product.variants.every((variant, at) => isCountedAlike(variant, former.variants[at]))
  );
}

/** Pieces may be others; whether they are counted at all, and what is sold uncounted, is no amount. */
function isCountedAlike(one: Variant, other: Variant | undefined): boolean {
  return (
    one.id === other?.id &&
    (one.stock === null) === (other.stock === null) &&
    (one.stock !== null || (one.available === false) === (other.available === false))
  );
}

/**
 * What was written before the content that is listed now: against it a worker sees which pieces are still to be set beside that.
 * Null where it is not known, or where nothing was.
 */
export async function findFormer(lane: Lane, row: ListingRow, product: Product): Promise<Product | null> {
  const { rows } = await inLane(lane, (db) =>
    sql<{ body: Product | null; same: boolean }>`
      select earlier.body, earlier.hash = listed.hash as same
      from listing_attempt as listed
      join listing_attempt as earlier on earlier.owner_id = listed.owner_id
        and earlier.listing_id = listed.listing_id and earlier.generation = listed.generation and earlier.id < listed.id
      where listed.owner_id = ${lane.ownerId} and listed.id = ${row.listed_attempt}
        and earlier.kind in ('create', 'update') and earlier.fate = 'applied'
      order by earlier.id desc limit 1
    `.execute(db),
  );
  const [before] = rows;
  return before?.same ? product : (before?.body ?? null);
}
