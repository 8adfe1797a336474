import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { idOf, isObject, wholeOf } from '../../unread.ts';
import { readData } from './client.ts';
import { rowsIn } from './collections.ts';

/** The largest product id of the shop at a time, by our own clock in milliseconds since 1970. */
export interface Mark {
  at: number;
  id: number;
}

export const listMax = 100;
/** How far the clocks of those who note a mark and of those who intend a write may differ. */
const clockMs = 2 * 60_000;
const marksMax = 60;
const probesMax = 20;

/** The marks that earlier preparations of this shop left. */
export function marksIn({ prepared }: Pick<StoreAccess, 'prepared'>): Mark[] {
  const given: Json[] = Array.isArray(prepared.marks) ? prepared.marks : [];
  return given.flatMap((one) => {
    const at = isObject(one) ? wholeOf(one.at) : null;
    const id = isObject(one) ? wholeOf(one.id) : null;
    return at === null || id === null ? [] : [{ at, id }];
  });
}

/**
 * Where the window of a look begins: the newest mark that was surely noted before this time. Ids only rise, so that all that
 * was made since is beyond it. Without such a mark it begins before the first product.
 */
export function windowStart(since: number | null, marks: readonly Mark[]): number {
  // In the order they were noted: one of a clock that ran ahead stops the others, which only widens the window.
  const first = marks.findIndex(({ at }) => since === null || at > since - clockMs);
  return (first < 0 ? marks.at(-1) : marks[first - 1])?.id ?? 0;
}

/** The marks with a new one at their end. Old ones are thinned out: what was intended between two begins at the older. */
export function withMark(marks: readonly Mark[], mark: Mark | null): Mark[] {
  const last = marks.at(-1);
  if (mark === null || (last && (mark.id <= last.id || mark.at < last.at))) {
    return [...marks];
  }
  const thinned = marks.length < marksMax ? marks : marks.filter((_, place) => place % 2 === 0);
  return [...thinned, mark];
}

/**
 * The largest product id there is now, sought by halves: the list tells what follows an id, and nothing follows the last. May
 * be told too small, never too large. Null when it was not found in a few requests.
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

/** A page of the products that follow an id, in the order of their ids (`readme.md`, Public endpoints). */
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
