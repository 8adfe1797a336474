import type { Product, Variant } from '@bowerbird/catalog/product';
import { piecesOther } from '@bowerbird/platforms/listing/pieces';
import type { AttemptRow } from './attempts.ts';
import { findAttempts } from './attempts.ts';
import { inLane, type Lane, settleMs } from './lane.ts';
import type { ListingRow } from './ledger.ts';

/** Waiting between two steps, in counted time. */
const slackMs = 60_000;

/**
 * Pieces that are set beside a product bear no mark: where an older figure of ours may still have been on its way when the newest was
 * written, they are read; so they are where variants were added, which a late copy of the request that added them makes once more, with
 * no pieces. Answers that older content where the store holds a piece of it, and the newest to be set anew; null
 * where it holds the newest, or what nobody of ours has written. Costs nothing where no other figure was written shortly before.
 */
export async function findLatePieces(
  lane: Lane,
  row: ListingRow,
): Promise<{ newest: AttemptRow; late: Product } | null> {
  const { finishing, amounts, reading } = lane.lister;
  if (!finishing || !amounts || !reading || row.store_product_id === null) {
    return null;
  }
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
  const newest = attempts.find(({ id }) => id === row.listed_attempt);
  const wanted = newest?.body;
  if (!newest || !wanted) {
    return null;
  }
  const since = Number(newest.counted_ms) - settleMs(lane) - slackMs;
  const older = attempts.flatMap(({ id, body, generation, counted_ms }) =>
    body && id < newest.id && generation === row.generation && Number(counted_ms) >= since ? [body] : [],
  );
  const others = older.filter((body) => piecesOther(wanted, body).length > 0);
  const remade = withoutRemade(newest, newest, attempts);
  if (others.length === 0 && remade === wanted) {
    return null;
  }
  const access = await lane.session.access(lane.cut);
  const [there] = await reading.read([row.store_product_id], access, lane.session.context(lane.cut));
  if (!there) {
    return null;
  }
  const late =
    others.findLast((body) => holdsPieceOf(there, body, wanted)) ??
    (remade !== null && lacksPiecesOf(there, remade, wanted) ? remade : undefined);
  return late ? { newest, late } : null;
}

/**
 * What an attempt wrote, without the variants that the newest has too and that its request added: where that landed late, the store has made
 * them once more, with no pieces, and they are to be counted as added. Where pieces go with the product itself, all of it.
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

/** Whether a variant of what is wanted, and not of the other, is there with no pieces though it is to have some. */
function lacksPiecesOf(there: Product, without: Product, wanted: Product): boolean {
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
  return piecesOther(wanted, older).some((variant) => {
    const pieces = held.get(choicesOf(variant));
    return pieces !== undefined && pieces !== variant.stock && pieces === before.get(variant.id);
  });
}
