import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { idOf, isObject, wholeOf } from '../../reading/unread.ts';
import { readData } from './client.ts';
import { rowsIn } from './collections.ts';

/** The largest product id of the shop at a time, by our own clock in milliseconds since 1970. */
export interface Mark {
  at: number;
  id: number;
}

export const listMax = 100;
/** Largest difference, in milliseconds, between the clocks that record marks and those that record intents. */
const clockMs = 2 * 60_000;
const marksMax = 60;
const probesMax = 20;

/** Returns the marks that earlier preparations of this shop recorded. */
export function marksIn({ prepared }: Pick<StoreAccess, 'prepared'>): Mark[] {
  const given: Json[] = Array.isArray(prepared.marks) ? prepared.marks : [];
  return given.flatMap((one) => {
    const at = isObject(one) ? wholeOf(one.at) : null;
    const id = isObject(one) ? wholeOf(one.id) : null;
    return at === null || id === null ? [] : [{ at, id }];
  });
}

/**
 * Returns where the window of a look-up begins: the newest mark that was certainly recorded before this time. Ids only
 * rise, so everything created since has a larger id. Without such a mark the window begins before the first product.
 */
export function windowStart(since: number | null, marks: readonly Mark[]): number {
  // The marks are searched in the order of recording: one from a fast clock hides the later ones, which only widens the
  // window.
  const first = marks.findIndex(({ at }) => since === null || at > since - clockMs);
  return (first < 0 ? marks.at(-1) : marks[first - 1])?.id ?? 0;
}

/** Returns the marks with a new one added. Old ones are thinned out: an intent between two uses the older one. */
export function withMark(marks: readonly Mark[], mark: Mark | null): Mark[] {
  const last = marks.at(-1);
  if (mark === null || (last && (mark.id <= last.id || mark.at < last.at))) {
    return [...marks];
  }
  const thinned = marks.length < marksMax ? marks : marks.filter((_, place) => place % 2 === 0);
  return [...thinned, mark];
}

/**
 * Finds the current largest product id by binary search: the list returns what follows an id, and nothing follows the
 * last. The result may be too small, never too large. Returns null when a few requests did not find it.
 */
export async function largestId(
  from: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<number | null> {
  let low = from;
  let high: number | null = null;
  let step = 1000;
  for (let probe = 0; probe < probesMax; probe += 1) {
    const at: number =
      probe === 0 ? low : high === null ? low + step : low + Math.max(1, Math.floor((high - low) / 2));
    const ids = idsIn(await listAfter(at, store, context));
    if (ids.length > 0) {
      low = Math.max(...ids);
      step *= 8;
    } else if (at === low) {
      return low;
    } else {
      high = at;
    }
    if ((ids.length > 0 && ids.length < listMax) || (high !== null && high - low <= 1)) {
      return low;
    }
  }
  return null;
}

/** Reads a page of the products that follow an id, in the order of their ids (`readme.md`, Public endpoints). */
export async function listAfter(
  id: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<readonly unknown[]> {
  const query = { limit: String(listMax), since_id: String(id) };
  return rowsIn(await readData({ method: 'GET', path: '/products', query }, store, context), 'products');
}

export function idsIn(rows: readonly unknown[]): number[] {
  return rows.flatMap((row) => {
    const id = isObject(row) ? idOf(row.id) : null;
    return id === null ? [] : [Number(id)];
  });
}
