import type { Product } from '@bowerbird/catalog/product';
import { piecesOther } from '@bowerbird/platforms/listing/pieces';
import type { AttemptRow } from './attempts.ts';
import { findAttempts } from './attempts.ts';
import { inLane, type Lane, settleMs } from './lane.ts';
import type { ListingRow } from './ledger.ts';

/** Waiting between two steps, in counted time. */
const slackMs = 60_000;

/**
 * Pieces that are set beside a product bear no mark: where an older figure of ours may still have been on its way when the newest was
 * written, they are read. Answers that older content where the store holds a piece of it, and the newest to be set anew; null
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
  if (others.length === 0) {
    return null;
  }
  const access = await lane.session.access(lane.cut);
  const [there] = await reading.read([row.store_product_id], access, lane.session.context(lane.cut));
  const late = there && others.findLast((body) => holdsPieceOf(there, body, wanted));
  return late ? { newest, late } : null;
}

function holdsPieceOf(there: Product, older: Product, wanted: Product): boolean {
  const held = new Map(
    there.variants.map(({ optionValues, stock }) => [JSON.stringify(optionValues), stock]),
  );
  const before = new Map(older.variants.map(({ id, stock }) => [id, stock]));
  return piecesOther(wanted, older).some(({ id, optionValues, stock }) => {
    const pieces = held.get(JSON.stringify(optionValues));
    return pieces !== undefined && pieces !== stock && pieces === before.get(id);
  });
}
