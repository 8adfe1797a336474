/** What is prefetched: numbered places, each with one request. */
export interface Ahead<T> {
  from: number;
  read(place: number): Promise<T>;
  /** Returns how many may now be running or waiting for delivery. */
  width(): number;
  /** Reports whether this place is worth requesting before the earlier ones have arrived. */
  worth(place: number): boolean;
  /** Reports whether this is the last place. */
  isLast(answer: T, place: number): boolean;
}

/**
 * Reads numbered places in parallel and yields them in order. Requests the next place before it yields an answer that
 * is not the last, so that reading continues while the consumer works. Starts nothing more when the consumer ends the
 * iteration early.
 */
export async function* readAhead<T>(ahead: Ahead<T>): AsyncGenerator<{ place: number; answer: T }> {
  const coming: Promise<T>[] = [];
  let next = ahead.from;

  function fill(due: number): void {
    while (next === due || (next < due + ahead.width() && ahead.worth(next))) {
      const reading = ahead.read(next);
      // Its failure is reported in its turn; until then it must not count as unhandled.
      reading.catch(() => undefined);
      coming.push(reading);
      next += 1;
    }
  }

  for (let place = ahead.from; ; place += 1) {
    fill(place);
    // `fill` has just added it.
    const answer = await (coming.shift() as Promise<T>);
    if (ahead.isLast(answer, place)) {
      yield { place, answer };
      return;
    }
    fill(place + 1);
    yield { place, answer };
  }
}
